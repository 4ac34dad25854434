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

test("highlights and shadows change their own half more than the other", () => {
  const change = (name: "highlights" | "shadows", value: number) =>
    Math.abs(middle([value, value, value], { [name]: 80 })[0] - value);
  expect(change("highlights", 190)).toBeGreaterThan(2 * change("highlights", 50));
  expect(change("shadows", 65)).toBeGreaterThan(2 * change("shadows", 200));
});

test("whites and blacks move the ends", () => {
  expect(middle([255, 255, 255], { whites: -100 })[0]).toBeLessThan(200);
  expect(middle([235, 235, 235], { whites: 100 })[0]).toBe(255);
  expect(middle([0, 0, 0], { blacks: 100 })[0]).toBeGreaterThan(50);
  expect(middle([20, 20, 20], { blacks: -100 })[0]).toBe(0);
});

test("the tint shifts from magenta to green", () => {
  const [magenta, green] = [middle(gray, { tint: 100 }), middle(gray, { tint: -100 })];
  expect(magenta[0]).toBeGreaterThan(magenta[1]);
  expect(green[1]).toBeGreaterThan(green[0]);
});

test("vibrance spreads pale colours more than strong ones", () => {
  const spread = (color: Color) => {
    const [before, after] = [Math.max(...color) - Math.min(...color), middle(color, { vibrance: 100 })];
    return (Math.max(...after) - Math.min(...after)) / before;
  };
  expect(spread([140, 128, 116])).toBeGreaterThan(spread([200, 110, 60]) * 1.2);
});

test("a layer of grain scatters the brightness, most in the middle tones", () => {
  const noise = Uint8ClampedArray.from({ length: SIZE.width * SIZE.height * 4 }, (_, at) =>
    at % 8 < 4 ? 28 : 228,
  );
  const scatter = (value: number) => {
    const pixels = new Uint8ClampedArray(SIZE.width * SIZE.height * 4).fill(value);
    adjustPixels(pixels, SIZE, { ...noAdjustments, grain: 100 }, { grain: noise });
    return (pixels[4] ?? 0) - (pixels[0] ?? 0);
  };
  expect(scatter(128)).toBeGreaterThan(30);
  expect(scatter(230)).toBeLessThan(scatter(128));
});

test("clarity and sharpness follow the layer of details", () => {
  const layer = new Uint8ClampedArray(SIZE.width * SIZE.height * 4).fill(128);
  layer.set([148, 128, 128, 255], 0);
  layer.set([128, 148, 128, 255], 4);
  const pixels = new Uint8ClampedArray(SIZE.width * SIZE.height * 4).fill(128);
  adjustPixels(pixels, SIZE, { ...noAdjustments, sharpness: 100 }, { details: layer });
  expect([pixels[0], pixels[4], pixels[8]].map((one) => (one ?? 0) > 128)).toEqual([true, false, false]);
});
