import type { Page } from "@playwright/test";
import sharp from "sharp";
import { exposedJpeg, secrets } from "../factories/photos";
import { expectAccessible } from "./axe";
import { storedPhotos } from "./fixtures";
import { expect, type Member, test, toast } from "./test";

// Chromium logs the request that a test makes fail as an error.
test.use({ allowedErrors: [/Failed to load resource/] });

/** Turns "Keep originals" on. */
async function keepOriginals({ page }: Member): Promise<void> {
  await page.goto("/settings/photos");
  await expect(page.getByLabel("Keep originals")).not.toBeChecked();
  await page.getByLabel("Keep originals").check();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
}

/** Chooses a photo of 5,000 pixels in the composer. */
async function choose(page: Page): Promise<void> {
  await page.goto("/post");
  const input = page.locator("input[type=file]");
  // The form takes several after hydration.
  await expect(input).toHaveJSProperty("multiple", true);
  const buffer = await exposedJpeg({ width: 5000, height: 1000 });
  await input.setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer });
  await expect(page.getByRole("img", { name: "Preview of your photo" })).toBeVisible();
}

/** Shares the post. @returns it, as the feed has it */
async function share(page: Page) {
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await expect(toast(page, "Post created")).toBeVisible();
  const [post] = await (await page.request.get("/api/feed")).json();
  return post;
}

test("the original of a large photo is kept, shown on demand, and downloaded by its author @desktop", async ({
  join,
}) => {
  const mara = await join();
  const { page } = mara;
  await keepOriginals(mara);
  await choose(page);
  const post = await share(page);
  expect(post.width).toBe(2048);
  const stored = await (await page.request.get(`${post.mediaUrl}/original`)).body();
  expect(stored.byteLength).toBe(post.originalSize);
  const { width, height, exif, xmp } = await sharp(stored).metadata();
  expect({ width, height, exif, xmp }).toEqual({ width: 4096, height: 819 });
  for (const text of Object.values(secrets)) expect(stored.includes(text), text).toBe(false);

  const olga = await join("olga");
  const asked: string[] = [];
  olga.page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await olga.page.goto(`/post/${post.id}`);
  await olga.page.getByRole("link", { name: /, view photo$/ }).click();
  const viewer = olga.page.getByRole("dialog", { name: "Photo viewer" });
  const button = viewer.getByRole("button", { name: /^Original/ });
  await expect(button).toHaveText(/^Original size · \d+\.\d MB$/);
  await expectAccessible(olga.page, "the viewer with an original", "[role=dialog]");
  expect(asked.filter((path) => path.endsWith("/original"))).toEqual([]);
  await olga.page.route("**/original", (route) => route.abort(), { times: 1 });
  await button.click();
  await expect(button).toHaveText("Original failed. Retry");
  await button.click();
  await expect(button).toHaveText("Original size");
  await expect(viewer.locator("[data-original=shown]")).toHaveJSProperty("naturalWidth", 4096);
  await expect(button).toHaveAttribute("aria-disabled", "true");

  await page.goto(`/post/${post.id}`);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Post menu" }).click();
  await page.getByRole("menuitem", { name: "Download photo" }).click();
  expect(await sharp(await (await download).path()).metadata()).toMatchObject({ width: 4096 });
});

test("an edited photo keeps its original size, also over a reload @desktop @all", async ({ join }) => {
  const { page } = await join();
  const kept = await page.request.post("/api/media/originals", { data: { kept: true } });
  expect(kept.status()).toBe(200);
  await choose(page);
  await expect.poll(() => storedPhotos(page)).toEqual([1, 0]);
  await page.reload();
  await expect(page.getByRole("img", { name: "Preview of your photo" })).toBeVisible();
  await page.getByRole("button", { name: "Edit image" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit photo" });
  await dialog.getByRole("tab", { name: "Crop" }).click();
  await dialog.getByRole("button", { name: "Rotate" }).click();
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect(dialog).toBeHidden();
  const post = await share(page);
  const stored = await (await page.request.get(`${post.mediaUrl}/original`)).body();
  expect(await sharp(stored).metadata()).toMatchObject({ width: 819, height: 4096 });
});
