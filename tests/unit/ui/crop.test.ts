import fc from "fast-check";
import { expect, test } from "vitest";
import { cropSource, wholeCrop, withinBounds, ZOOM_MAX } from "~/ui/crop";

const image = { width: 600, height: 400 };
const square = { width: 100, height: 100 };

test("an unchanged crop shows the middle, as large as the frame allows", () => {
  expect(cropSource(image, wholeCrop, square)).toEqual({ left: 100, top: 0, width: 400, height: 400 });
  expect(cropSource(image, wholeCrop, { width: 30, height: 20 })).toEqual({ left: 0, top: 0, ...image });
});

test("moving the image to the right shows its left part", () => {
  const moved = withinBounds(image, { zoom: 1, x: 1000, y: 0 }, square);
  expect(moved).toEqual({ zoom: 1, x: 25, y: 0 });
  expect(cropSource(image, moved, square)).toMatchObject({ left: 0, width: 400 });
});

test("a crop stays inside its image and keeps the frame's aspect ratio", () => {
  const side = fc.integer({ min: 1, max: 4000 });
  const size = fc.record({ width: side, height: side });
  const any = fc.double({ min: -1e4, max: 1e4, noNaN: true });
  fc.assert(
    fc.property(size, size, fc.record({ zoom: any, x: any, y: any }), (whole, frame, desired) => {
      const crop = withinBounds(whole, desired, frame);
      const { left, top, width, height } = cropSource(whole, crop, frame);
      expect(crop.zoom).toBeLessThanOrEqual(ZOOM_MAX);
      expect(left).toBeGreaterThanOrEqual(-0.01);
      expect(top).toBeGreaterThanOrEqual(-0.01);
      expect(left + width).toBeLessThanOrEqual(whole.width + 0.01);
      expect(top + height).toBeLessThanOrEqual(whole.height + 0.01);
      expect(width / height / (frame.width / frame.height)).toBeCloseTo(1, 6);
    }),
  );
});
