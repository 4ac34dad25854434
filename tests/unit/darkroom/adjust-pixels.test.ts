import { describe, expect, test } from "vitest";
import { adjustPixels } from "~/features/darkroom/adjust-pixels";
import { type Adjustments, noAdjustments } from "~/features/darkroom/edits";

type Color = readonly [red: number, green: number, blue: number];

const SIZE = { width: 64, height: 48 };

/** Returns the pixels of a photo of one colour after adjustments. */
function adjusted(color: Color, adjustments: Partial<Adjustments>): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(SIZE.width * SIZE.height * 4);
  for (let at = 0; at < pixels.length; at += 4) pixels.set([...color, 200], at);
  adjustPixels(pixels, SIZE, { ...noAdjustments, ...adjustments });
  return pixels;
}

/** Returns the colour in the middle of the photo. */
function middle(color: Color, adjustments: Partial<Adjustments>): Color {
  const at = (24 * SIZE.width + 32) * 4;
  const [red = 0, green = 0, blue = 0] = adjusted(color, adjustments).slice(at, at + 3);
  return [red, green, blue];
}

const rust: Color = [180, 90, 50];
const gray: Color = [128, 128, 128];

describe("adjustments of 0", () => {
  test.each([rust, gray, [0, 0, 0], [255, 255, 255]] as const)("leave %s as it is", (...color) => {
    expect(middle(color, {})).toEqual(color);
  });
});

test("no adjustment changes the transparency", () => {
  const pixels = adjusted(rust, { light: 50, vignette: 80, grain: 90, fade: 40 });
  for (let at = 3; at < pixels.length; at += 4) expect(pixels[at]).toBe(200);
});

test.each([100, -100])("light %i changes the middle tones, not black and white", (light) => {
  const [value] = middle(gray, { light });
  expect(Math.sign(value - 128)).toBe(Math.sign(light));
  expect(middle([0, 0, 0], { light })).toEqual([0, 0, 0]);
  expect(middle([255, 255, 255], { light })).toEqual([255, 255, 255]);
});

test("contrast moves colours from the middle, or to it", () => {
  expect(middle([64, 64, 64], { contrast: 100 })[0]).toBeLessThan(64);
  expect(middle([192, 192, 192], { contrast: 100 })[0]).toBeGreaterThan(192);
  expect(middle([64, 64, 64], { contrast: -100 })[0]).toBeGreaterThan(64);
  expect(middle([192, 192, 192], { contrast: -100 })[0]).toBeLessThan(192);
});

test("warmth shifts from blue to red, or back", () => {
  const [warm, cold] = [middle(gray, { warmth: 100 }), middle(gray, { warmth: -100 })];
  expect(warm[0]).toBeGreaterThan(warm[2]);
  expect(cold[0]).toBeLessThan(cold[2]);
});

test("saturation of -100 leaves gray, and more of it spreads the colours", () => {
  const [red, green, blue] = middle(rust, { saturation: -100 });
  expect(red).toBe(green);
  expect(green).toBe(blue);
  const [more, , less] = middle(rust, { saturation: 60 });
  expect(more - less).toBeGreaterThan(180 - 50);
});

test("fade lifts black and lowers white", () => {
  expect(middle([0, 0, 0], { fade: 100 })[0]).toBeGreaterThan(20);
  expect(middle([255, 255, 255], { fade: 100 })[0]).toBeLessThan(235);
});

test("a vignette darkens the corners and not the middle", () => {
  const pixels = adjusted(gray, { vignette: 100 });
  expect(pixels[0]).toBeLessThan(60);
  expect(middle(gray, { vignette: 100 })).toEqual(gray);
});

test("grain scatters, keeps the mean, and is the same every time", () => {
  const pixels = adjusted(gray, { grain: 100 });
  expect(adjusted(gray, { grain: 100 })).toEqual(pixels);
  const reds = Array.from(pixels).filter((_, at) => at % 4 === 0);
  const mean = reds.reduce((sum, one) => sum + one, 0) / reds.length;
  expect(Math.abs(mean - 128)).toBeLessThan(2);
  expect(new Set(reds).size).toBeGreaterThan(30);
});
