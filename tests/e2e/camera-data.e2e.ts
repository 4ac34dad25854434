import type { Page } from "@playwright/test";
import { exposedJpeg, exposure } from "../factories/photos";
import { expectAccessible } from "./axe";
import { expect, test } from "./test";

const text = "Aurora Optics Lumen X100 · Lumen 35mm F2 · 35 mm · f/2 · 1/250 s · ISO 400";

/** Chooses a photo with camera data in the composer. */
async function choose(page: Page): Promise<void> {
  const input = page.locator("input[type=file]");
  // The form takes several after hydration.
  await expect(input).toHaveJSProperty("multiple", true);
  // The browser scales it, which removes the metadata of the uploaded file.
  const buffer = await exposedJpeg({ width: 2400, height: 1600 });
  await input.setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer });
}

/** Shares the post. @returns it, as the feed has it */
async function share(page: Page) {
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await expect(page).toHaveURL("/feed");
  const [post] = await (await page.request.get("/api/feed")).json();
  return post;
}

test("a post shows camera data only when its author turns it on, and until they turn it off", async ({
  join,
}) => {
  const { page } = await join();
  await page.goto("/post");
  const button = page.getByRole("button", { name: "Share", exact: true });
  const place = await button.boundingBox();
  await choose(page);
  const box = page.getByRole("checkbox", { name: "Show camera data" });
  await expect(box).not.toBeChecked();
  await expect(page.getByText(text)).toBeVisible();
  expect(await button.boundingBox(), "the photo has not moved the button").toEqual(place);
  await expectAccessible(page, "the composer with camera data");
  expect(await share(page)).not.toHaveProperty("camera");

  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Create post" }).click();
  await choose(page);
  await expect(box).not.toBeChecked();
  await box.check();
  const post = await share(page);
  expect(post.camera).toEqual(exposure);

  await page.goto(`/post/${post.id}`);
  await expect(page.getByText(text)).toBeVisible();
  await page.getByRole("button", { name: "Post menu" }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit post" });
  await dialog.getByRole("checkbox", { name: "Show camera data" }).uncheck();
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(text)).toBeHidden();
});
