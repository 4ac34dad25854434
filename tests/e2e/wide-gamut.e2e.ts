import sharp from "sharp";
import { displayP3Red } from "../factories/photos";
import { expect, test, toast } from "./test";

test("a large wide-gamut photo keeps its colours when the browser makes it smaller @desktop", async ({
  join,
}) => {
  const { page } = await join();
  await page.goto("/post");
  // Larger than the stored width, so the browser draws it anew. The numbers in the file are 234, 51, 35.
  const buffer = await displayP3Red({ width: 2600, height: 1950 });
  await page.getByLabel("Image").setInputFiles({ name: "red.png", mimeType: "image/png", buffer });
  await expect(page.getByRole("img", { name: "Preview of your photo" })).toBeVisible();
  await page.getByRole("button", { name: "Share" }).click();
  await expect(toast(page, "Post created")).toBeVisible();
  const [post] = await (await page.request.get("/api/feed")).json();
  expect(post.width).toBe(2048);
  const stored = await (await page.request.get(post.mediaUrl)).body();
  const { dominant } = await sharp(stored).stats();
  expect(dominant.r).toBeGreaterThan(245);
  expect(dominant.g).toBeLessThan(16);
  expect(dominant.b).toBeLessThan(16);
});
