import { cameraJpeg } from "../factories/photos";
import { expect, test, toast } from "./test";

const photo = async () => ({
  name: "a.jpg",
  mimeType: "image/jpeg",
  buffer: await cameraJpeg({ width: 600, height: 400 }),
});

test("a draft survives a reload, and is gone once it is shared", async ({ join }) => {
  const { page } = await join();
  await page.goto("/post");
  const caption = page.getByLabel("Caption");
  await expect(async () => {
    await caption.fill("Half a thought");
    expect(await page.evaluate(() => localStorage.getItem("afterglow_draft_post"))).toContain(
      "Half a thought",
    );
  }).toPass();
  await page.getByLabel("Location").fill("Oslo");
  await page.reload();
  await expect(caption).toHaveValue("Half a thought");
  await expect(page.getByLabel("Location")).toHaveValue("Oslo");
  await page.getByLabel("Image").setInputFiles(await photo());
  await expect(page.getByText("No alt text yet")).toBeVisible();
  await page.getByLabel("Accessibility").fill("A wall");
  await expect(page.getByText("No alt text yet")).toHaveCount(0);
  await caption.press("ControlOrMeta+Enter");
  await expect(page).toHaveURL("/feed");
  await expect(toast(page, "Post created")).toBeVisible();
  await expect(page.getByRole("feed").getByText("Half a thought")).toBeVisible();
  await page.goto("/post");
  await expect(caption).toHaveValue("");
});

test("leaving with a photo asks first", async ({ join }) => {
  const { page } = await join();
  await page.goto("/post");
  await page.getByLabel("Image").setInputFiles(await photo());
  await expect(page.getByRole("img", { name: "Preview of your photo" })).toBeVisible();
  const toFeed = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Feed" });
  await toFeed.click();
  const question = page.getByRole("alertdialog", { name: "Leave without sharing?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("img", { name: "Preview of your photo" })).toBeVisible();
  await toFeed.click();
  await question.getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL("/feed");
});

test("sharing without a photo says what is missing and keeps the words", async ({ join }) => {
  const { page } = await join();
  await page.goto("/post");
  await page.getByLabel("Caption").fill("Words alone");
  await page.getByRole("button", { name: "Share" }).click();
  await expect(toast(page, "Image required")).toContainText("Please upload an image for your post");
  await expect(page.getByLabel("Caption")).toHaveValue("Words alone");
});
