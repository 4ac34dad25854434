import path from "node:path";
import sharp from "sharp";
import { adjustPixels } from "~/features/darkroom/adjust-pixels";
import { looks } from "~/features/darkroom/looks";
import { projectRoot } from "../../scripts/local-state";
import { allowEmulatedWebgl } from "../factories/emulated-webgl";
import { pageScript } from "../factories/page-script";
import type { Difference } from "./darkroom/page";
import { button, dialog, radio } from "./locators";
import { expect, test } from "./test";

/** Pixels of the photo, and the distance of those that are compared. */
const SIZE = { width: 480, height: 320 };
const STEP = 20;

/** A photo of smooth colours: brighter to the right, warmer to the bottom. */
function smoothPixels(): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(SIZE.width * SIZE.height * 4);
  for (let y = 0; y < SIZE.height; y++) {
    for (let x = 0; x < SIZE.width; x++) {
      const [u, v] = [x / SIZE.width, y / SIZE.height];
      pixels.set([40 + 160 * u + 40 * v, 40 + 160 * u, 60 + 150 * u - 50 * v, 255], (y * SIZE.width + x) * 4);
    }
  }
  return pixels;
}

/** Returns the colours on the grid of compared pixels. */
function sample(pixels: ArrayLike<number>): number[] {
  const values: number[] = [];
  for (let y = STEP / 2; y < SIZE.height; y += STEP) {
    for (let x = STEP / 2; x < SIZE.width; x += STEP) {
      const at = (y * SIZE.width + x) * 4;
      for (let channel = 0; channel < 3; channel++) values.push(pixels[at + channel] ?? 0);
    }
  }
  return values;
}

/** Returns colours of the composer's preview, like `sample`; empty while it loads. All pixels would be a megabyte. */
function previewColours(step: number): number[] {
  const image = document.querySelector<HTMLImageElement>("img[alt='Preview of your photo']");
  if (!image?.complete || image.naturalWidth === 0) return [];
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  const pen = canvas.getContext("2d");
  pen?.drawImage(image, 0, 0);
  const { data, width } = pen?.getImageData(0, 0, canvas.width, canvas.height) ?? new ImageData(1, 1);
  const isOnGrid = (place: number) => place % step === step / 2;
  return Array.from(
    data.filter((_, at) => {
      const pixel = Math.floor(at / 4);
      return at % 4 < 3 && isOnGrid(pixel % width) && isOnGrid(Math.floor(pixel / width));
    }),
  );
}

test("a look has the same colours in every browser", async ({ join }, testInfo) => {
  const { tab } = await join();
  const file = testInfo.outputPath("smooth.png");
  const raw = { ...SIZE, channels: 4 } as const;
  await sharp(smoothPixels(), { raw }).png().toFile(file);
  await tab.open("/post");
  // By WebGL, except in a browser that has none on this machine.
  await tab.evaluate(allowEmulatedWebgl);
  await tab.choose("Image", file);
  for (const name of ["Ember", "Frost"]) {
    const expected = smoothPixels();
    const look = looks.find(({ id }) => id === name.toLowerCase());
    if (look) adjustPixels(expected, SIZE, look.adjustments);
    await tab.click(button("Edit image"));
    await tab.click(radio(name));
    await tab.sees(radio(name), { state: "true" });
    await tab.click(button("Apply"));
    await tab.misses(dialog("Edit photo"));
    const difference = async () => {
      const seen = await tab.evaluate(previewColours, STEP);
      const differences = sample(expected).map((value, at) => Math.abs(value - (seen[at] ?? 0)));
      return differences.reduce((sum, one) => sum + one, 0) / differences.length;
    };
    // The shared photo is compressed with a loss.
    await expect.poll(difference, { message: name }).toBeLessThan(3);
  }
});

test("the preview of every look and tool is the stored photo, scaled down", async ({ join }) => {
  const photo = await sharp(path.join(projectRoot, "public/landing/photo.webp"))
    .resize(1200, 900, { fit: "cover" })
    .jpeg({ quality: 92 })
    .toBuffer();
  const { tab } = await join();
  await tab.open("/robots.txt");
  await tab.run(await pageScript("tests/browsers/darkroom/page.ts"));
  const differences = await tab.evaluate(
    // A global of the script.
    (url) => (window as unknown as { compareAll: (url: string) => Promise<Difference[]> }).compareAll(url),
    `data:image/jpeg;base64,${photo.toString("base64")}`,
  );
  expect(differences.length).toBeGreaterThanOrEqual(46);
  expect(differences.filter(({ mean }) => !(mean < 3))).toEqual([]);
});
