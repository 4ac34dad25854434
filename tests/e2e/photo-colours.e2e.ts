import type { Page } from "@playwright/test";
import { type MediaFile, mediaFiles } from "../media/files";
import { expect, test } from "./test";

/** The largest mean difference of preview and post, of 255. The post's WebP alone makes 6 of a dithered image. */
const MOST = 4;

/** Shares files in one post. Returns each preview's mean difference from the stored photo in this browser, on white. */
async function differences(page: Page, files: readonly MediaFile[]): Promise<Record<string, number>> {
  await page.goto("/post");
  const input = page.locator("input[type=file]");
  await expect(input).toHaveJSProperty("multiple", true);
  await input.setInputFiles(
    files.map(({ name, type, content }) => ({ name, mimeType: type, buffer: content })),
  );
  const previews = page.getByRole("list", { name: "Photos in order" }).locator("img");
  await expect(previews).toHaveCount(files.length);
  const urls = await previews.evaluateAll((images) => images.map((image) => (image as HTMLImageElement).src));
  // The composer revokes their addresses when it unmounts.
  await page.evaluate(async (sources) => {
    const images = sources.map((src) => Object.assign(new Image(), { src }));
    await Promise.all(images.map((image) => image.decode()));
    Object.assign(window, { previews: images });
  }, urls);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await expect(page).toHaveURL("/feed");
  const [{ id }] = await (await page.request.get("/api/feed")).json();
  const { photos } = await (await page.request.get(`/api/posts/${id}`)).json();
  const found = await page.evaluate(
    async (stored) => {
      const { previews } = window as unknown as { previews: HTMLImageElement[] };
      const pixels = (image: HTMLImageElement, width: number, height: number) => {
        const pen = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d");
        if (!pen) throw new Error("no canvas");
        pen.fillStyle = "#fff";
        pen.fillRect(0, 0, width, height);
        pen.drawImage(image, 0, 0, width, height);
        return pen.getImageData(0, 0, width, height).data;
      };
      return Promise.all(
        stored.map(async (src, at) => {
          const image = Object.assign(new Image(), { src });
          await image.decode();
          const { naturalWidth: width, naturalHeight: height } = image;
          const preview = previews[at] ?? image;
          if (preview.naturalWidth !== width || preview.naturalHeight !== height) return 255;
          const [shown, kept] = [pixels(preview, width, height), pixels(image, width, height)];
          let sum = 0;
          for (const [channel, value] of shown.entries()) sum += Math.abs(value - (kept[channel] ?? 0));
          // Of four channels, one is opaque.
          return (sum / shown.length) * (4 / 3);
        }),
      );
    },
    (photos as { mediaUrl: string }[]).map(({ mediaUrl }) => mediaUrl),
  );
  return Object.fromEntries(files.map(({ name }, at) => [name, Math.round((found[at] ?? 255) * 10) / 10]));
}

/** Expects that preview and post of each file agree. */
async function expectAlike(page: Page, names: readonly string[]): Promise<void> {
  const found = await differences(page, await mediaFiles(names));
  expect(Object.entries(found).filter(([, difference]) => difference >= MOST)).toEqual([]);
}

test("preview and post have the same colours: CMYK, gamma, PQ, wide gamuts and turned WebP @desktop", async ({
  join,
}) => {
  const { page } = await join();
  await expectAlike(page, [
    "cmyk.jpg",
    "cmyk-profile.jpg",
    "linear-gamma.png",
    "pq.png",
    "p3-code-points.png",
    "display-p3.jpg",
    "display-p3.heic",
    "orientation-5.webp",
    "orientation-6.webp",
    "orientation-8.png",
  ]);
});

test("preview and post have the same colours: files that go up as they are @desktop @all", async ({
  join,
}) => {
  const { page } = await join();
  await expectAlike(page, [
    "grey.jpg",
    "progressive.jpg",
    "orientation-7.jpg",
    "interlaced.png",
    "grey.png",
    "16-bits.png",
    "transparent.png",
    "display-p3.png",
    "display-p3.webp",
    "transparent.webp",
  ]);
});
