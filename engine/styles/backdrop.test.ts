import { describe, expect, test } from "vitest";
import { mix, smoothstep } from "../pixels/interpolation";
import { createRandom } from "../pixels/random";
import { createRaster, shadePixels } from "../pixels/raster";
import { detectBackdrop, detectSky } from "./backdrop";

describe("the backdrop detection", () => {
  /**
   * A uniform wall; in front of it a post with an arm to the right edge, which separates the corner below from the
   * top.
   */
  function cornered(corner: { r: number; g: number; b: number }): Float32Array {
    const raster = shadePixels(createRaster(160, 120), (pixel, x, y) => {
      const isPost = x >= 55 && x < 100 && y >= 40;
      const isArm = x >= 55 && y >= 40 && y < 55;
      Object.assign(pixel, isPost || isArm ? { r: 0.1, g: 0.05, b: 0.05 } : { r: 0.6, g: 0.6, b: 0.8 });
      if (x >= 100 && y >= 55) Object.assign(pixel, corner);
    });
    return detectBackdrop(raster)?.mask ?? new Float32Array(0);
  }

  test("includes a separated part of the same colour", () => {
    const mask = cornered({ r: 0.6, g: 0.6, b: 0.8 });
    const [above, post, corner] = [mask[15 * 160 + 130], mask[90 * 160 + 80], mask[95 * 160 + 130]];
    expect([above, corner].every((value) => (value ?? 0) > 0.9)).toBe(true);
    expect(post).toBeLessThan(0.1);
  });

  test("excludes a separated part of another colour", () => {
    expect(cornered({ r: 0.5, g: 0.7, b: 0.3 })[95 * 160 + 130]).toBeLessThan(0.1);
  });

  /** A large photo: an even wall, and a round face in front of it, of another colour but nearly as light. */
  const face = (noise: number) => {
    const random = createRandom(3);
    return shadePixels(createRaster(900, 900), (pixel, x, y) => {
      const share = smoothstep(270, 230, Math.hypot(x - 450, y - 480));
      const speck = random.between(-noise, noise);
      pixel.r = mix(0.5, 0.72, share) + speck;
      pixel.g = mix(0.5, 0.52, share) + speck;
      pixel.b = mix(0.62, 0.42, share) + speck;
    });
  };

  test("excludes a face with soft edges in a large photo", () => {
    const mask = detectBackdrop(face(0))?.mask;
    expect([mask?.[100 * 900 + 450], mask?.[480 * 900 + 450]].map((value) => Math.round(value ?? 0))).toEqual(
      [1, 0],
    );
  });

  test("has no holes where a large photo is noisy", () => {
    const mask = detectBackdrop(face(0.22))?.mask.subarray(0, 150 * 900) ?? new Float32Array(1);
    expect(mask.filter((value) => value < 0.5).length / mask.length).toBeLessThan(0.001);
  });
});

describe("the sky detection", () => {
  const under = (r: number, g: number, b: number) =>
    shadePixels(createRaster(160, 120), (pixel, x, y) =>
      Object.assign(pixel, y < 70 ? { r, g, b } : { r: 0.3, g: ((x >> 2) + (y >> 2)) % 2, b: 0.1 }),
    );

  test.each([
    ["a blue day", 0.4, 0.6, 0.9, true],
    ["a night", 0.04, 0.06, 0.2, true],
    ["dark leaves out of focus", 0.02, 0.17, 0.19, false],
    ["a red wall", 0.7, 0.2, 0.2, false],
  ])("of %s", (_title, r, g, b, isSky) => {
    expect(detectSky(under(r, g, b), 0) !== null).toBe(isSky);
  });
});
