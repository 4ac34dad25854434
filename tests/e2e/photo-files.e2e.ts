import type { Page } from "@playwright/test";
import sharp from "sharp";
import { heic } from "../factories/heic";
import { animatedGif, exposedExif, flat, quadrantColors, quadrants } from "../factories/photos";
import { expect, test, toast } from "./test";

/** Returns a file as the chooser of a system that knows no type for it. */
const chosen = (name: string, buffer: Buffer) => ({ name, mimeType: "", buffer });

/** Returns the colour of a pixel of a stored photo. */
async function colourAt(stored: Buffer, left: number, top: number): Promise<number[]> {
  return [
    ...(await sharp(stored).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer()),
  ];
}

async function share(page: Page) {
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await expect(page).toHaveURL("/feed");
  const [post] = await (await page.request.get("/api/feed")).json();
  const stored = await (await page.request.get(post.mediaUrl)).body();
  return { post, stored };
}

test("a HEIC photo is taken as profile picture, in the AI studio and in a post, with its camera data @desktop", async ({
  join,
}) => {
  const { page } = await join();
  await page.goto("/profile");
  await page.getByRole("button", { name: "Edit Profile" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Profile" });
  const face = dialog.getByLabel("Profile picture", { exact: true });
  await face.setInputFiles(chosen("me.heic", heic()));
  await expect(dialog.getByRole("application")).toBeVisible();
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("main").locator("img[src*='/media/']").first()).toHaveJSProperty(
    "naturalWidth",
    320,
  );

  await page.goto("/ai");
  await page.getByLabel("Upload an image to style").setInputFiles(chosen("me.heic", heic()));
  await expect(page.getByRole("img", { name: "Your upload" })).toBeVisible();

  await page.goto("/post");
  await page.getByLabel("Image").setInputFiles(chosen("IMG_1.HEIC", heic({ exif: await exposedExif() })));
  await page.getByRole("checkbox", { name: "Show camera data" }).check();
  const { post, stored } = await share(page);
  expect(post).toMatchObject({ width: 128, height: 128, camera: { lens: "Lumen 35mm F2" } });
  expect((await sharp(stored).metadata()).exif).toBeUndefined();
});

test.describe("a file that is not taken as it is", () => {
  test.use({ allowedErrors: [/status of 415/] });

  test("is named, or drawn anew when the server cannot read it @desktop", async ({ join }) => {
    const { page } = await join();
    await page.goto("/post");
    const input = page.getByLabel("Image");
    await input.setInputFiles(chosen("huge.png", await flat("png", [1, 2, 3], 8000, 5001)));
    await expect(toast(page, "Image too large")).toContainText(
      "This photo has 41 megapixels; the most is 40.",
    );
    await input.setInputFiles(chosen("moving.gif", await animatedGif()));
    await expect(toast(page, "Photo added")).toContainText("Only the first frame of this animation is kept.");
    await page.getByRole("button", { name: "Remove image" }).click();
    await input.setInputFiles(chosen("odd.png", await quadrants("png", 1)));
    let refusals = 0;
    await page.route("**/api/media", async (route) => {
      if (refusals > 0) return route.continue();
      refusals += 1;
      await route.fulfill({ status: 415, json: { message: "This image could not be read." } });
    });
    const { post } = await share(page);
    expect([refusals, post.width, post.height]).toEqual([1, 300, 200]);
  });
});

test("where the canvas gives back other pixels, the server scales the photo and the page says why it cannot be edited @desktop", async ({
  join,
}) => {
  const { page } = await join();
  await page.addInitScript(() => {
    const read = CanvasRenderingContext2D.prototype.getImageData;
    CanvasRenderingContext2D.prototype.getImageData = function (...args) {
      const image = read.apply(this, args);
      image.data.forEach((_, at) => {
        image.data[at] = (at * 97) % 256;
      });
      return image;
    };
  });
  await page.goto("/post");
  const large = await quadrants("jpeg", 6, { width: 2400, height: 1600 });
  await page.getByLabel("Image").setInputFiles(chosen("a.jpg", large));
  await expect(toast(page, "Photo added")).toContainText("this photo can't be edited here");
  await expect(page.getByRole("img", { name: "Preview of your photo" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Edit image" })).toHaveCount(0);
  const { post, stored } = await share(page);
  expect(post).toMatchObject({ width: 2048, height: 1365 });
  expect((await colourAt(stored, 300, 200))[0]).toBeGreaterThan(200);

  // No server but Cloudflare's reads HEIC: the decoder's pixels go up.
  await page.goto("/post");
  await page.getByLabel("Image").setInputFiles(chosen("me.heic", heic()));
  await expect(page.getByRole("img", { name: "Preview of your photo" })).toHaveJSProperty(
    "naturalWidth",
    128,
  );
  await expect(page.getByRole("button", { name: "Edit image" })).toHaveCount(0);
  const shared = await share(page);
  expect(shared.post).toMatchObject({ width: 128, height: 128 });
  for (const [at, [red, green, blue]] of quadrantColors.entries()) {
    const found = await colourAt(shared.stored, at === 0 || at === 3 ? 32 : 96, at < 2 ? 32 : 96);
    for (const [channel, value] of [red, green, blue].entries())
      expect(Math.abs((found[channel] ?? 0) - value), `quarter ${at}: ${found}`).toBeLessThan(14);
  }
  await page.goto("/profile");
  await page.getByRole("button", { name: "Edit Profile" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Profile" });
  await dialog.getByLabel("Profile picture", { exact: true }).setInputFiles(chosen("me.heic", heic()));
  await expect(toast(page, "Picture added")).toContainText("this photo can't be edited here");
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("main").locator("img[src*='/media/']").first()).toHaveJSProperty(
    "naturalWidth",
    128,
  );
});
