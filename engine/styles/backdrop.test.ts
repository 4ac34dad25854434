import { describe, expect, test } from "vitest";
import { createRaster, shadePixels } from "../pixels/raster";
import { detectBackdrop } from "./backdrop";

describe("a backdrop", () => {
  /** An even wall; before it a post with an arm to the right rim, which cuts off the corner under it. */
  function cornered(corner: { r: number; g: number; b: number }): Float32Array {
    const raster = shadePixels(createRaster(160, 120), (pixel, x, y) => {
      const isPost = x >= 55 && x < 100 && y >= 40;
      const isArm = x >= 55 && y >= 40 && y < 55;
      Object.assign(pixel, isPost || isArm ? { r: 0.1, g: 0.05, b: 0.05 } : { r: 0.6, g: 0.6, b: 0.8 });
      if (x >= 100 && y >= 55) Object.assign(pixel, corner);
    });
    return detectBackdrop(raster)?.mask ?? new Float32Array(0);
  }

  test("goes on behind what cuts it off, where it has the same colour", () => {
    const mask = cornered({ r: 0.6, g: 0.6, b: 0.8 });
    const [above, post, corner] = [mask[15 * 160 + 130], mask[90 * 160 + 80], mask[95 * 160 + 130]];
    expect([above, corner].every((value) => (value ?? 0) > 0.9)).toBe(true);
    expect(post).toBeLessThan(0.1);
  });

  test("ends where another colour begins", () => {
    expect(cornered({ r: 0.5, g: 0.7, b: 0.3 })[95 * 160 + 130]).toBeLessThan(0.1);
  });
});
