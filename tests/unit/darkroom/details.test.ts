import { expect, test } from "vitest";
import { toDetails } from "~/features/darkroom/details";
import { histogramOf } from "~/features/darkroom/histogram";
import { releasePixels } from "~/features/darkroom/pen";

const SIZE = { width: 64, height: 48 };

/** Returns gray pixels whose brightness depends on the column. */
function columns(brightness: (x: number) => number): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(SIZE.width * SIZE.height * 4).fill(255);
  for (let n = 0; n < SIZE.width * SIZE.height; n++)
    pixels.fill(brightness(n % SIZE.width), n * 4, n * 4 + 3);
  return pixels;
}

function detailsOf(pixels: Uint8ClampedArray, size = SIZE): Uint8ClampedArray {
  toDetails(pixels, size);
  return pixels;
}

test("a photo of one colour has no details", () => {
  const details = detailsOf(columns(() => 90));
  for (let at = 0; at < details.length; at += 4)
    expect([...details.slice(at, at + 4)]).toEqual([128, 128, 128, 255]);
});

test("both sides of an edge differ from their neighbours, and from their region further away", () => {
  const details = detailsOf(columns((x) => (x < 32 ? 60 : 180)));
  const at = (x: number) => (24 * SIZE.width + x) * 4;
  expect(details[at(31)]).toBeLessThan(110);
  expect(details[at(32)]).toBeGreaterThan(146);
  expect(details[at(24)]).toBe(128);
  expect(details[at(24) + 1]).toBeLessThan(120);
  expect(details[at(40) + 1]).toBeGreaterThan(136);
});

test.each([
  [1, 1],
  [1, 40],
  [17, 3],
])("a photo of %i × %i pixels has details of its size", (width, height) => {
  const details = detailsOf(new Uint8ClampedArray(width * height * 4).fill(77), { width, height });
  expect(details).toHaveLength(width * height * 4);
  expect(details[0]).toBe(128);
});

test("a histogram counts colours, lost details, and no transparent pixels", () => {
  const pixels = Uint8ClampedArray.from([0, 0, 0, 255, 255, 9, 9, 255, 100, 100, 100, 255, 50, 50, 50, 0]);
  const { channels, black, white } = histogramOf(pixels);
  expect(black).toBeCloseTo(1 / 3);
  expect(white).toBeCloseTo(1 / 3);
  expect(channels[0][25]).toBe(1);
  expect(channels[0][12]).toBe(0);
});

test("released pixels take no memory", () => {
  const pixels = new Uint8ClampedArray(400);
  releasePixels(pixels);
  expect(pixels).toHaveLength(0);
});
