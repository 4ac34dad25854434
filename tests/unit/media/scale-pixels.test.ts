import { expect, test } from "vitest";
import { fittingPixels } from "~/features/photo/scale-pixels";

/** Returns pixels of two colours, left and right, in rows with bytes behind them as a decoder has. */
function halves(width: number, height: number, channels: 3 | 4 = 3) {
  const stride = width * channels + 5;
  const data = new Uint8Array(stride * height).fill(77);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      data.fill(x < width / 2 ? 200 : 40, y * stride + x * channels, y * stride + (x + 1) * channels);
  return { width, height, channels, data, stride };
}

test("averages the pixels that each new one covers", () => {
  const { width, height, data } = fittingPixels(halves(6, 4), { variant: "full", maxBytes: 40 });
  expect([width, height]).toEqual([3, 2]);
  expect([...data]).toEqual([
    200, 200, 200, 120, 120, 120, 40, 40, 40, 200, 200, 200, 120, 120, 120, 40, 40, 40,
  ]);
});

test("scales to the size of the variant, and so that the file fits", () => {
  const large = halves(4000, 3000);
  const full = fittingPixels(large, { variant: "full", maxBytes: 10_000_000 });
  expect([full.width, full.height]).toEqual([2048, 1536]);
  for (const maxBytes of [10_000_000, 2_000_000, 100_000]) {
    const { width, height } = fittingPixels(halves(4000, 3000, 4), { variant: "original", maxBytes });
    expect(width * height * 4 + height).toBeLessThan(maxBytes);
    expect(width * height * 4).toBeGreaterThan((maxBytes - 16_384) * 0.98);
    expect(width / height).toBeCloseTo(4 / 3, 1);
  }
});

test("leaves a photo that fits as it is", () => {
  const small = halves(6, 4);
  expect(fittingPixels(small, { variant: "full", maxBytes: 10_000 })).toBe(small);
});
