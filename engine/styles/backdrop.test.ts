import { describe, expect, test } from "vitest";
import { createRaster, shadePixels } from "../pixels/raster";
import { detectBackdrop } from "./backdrop";

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
});
