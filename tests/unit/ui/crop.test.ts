import fc from "fast-check";
import { expect, test } from "vitest";
import { cropSource, dragged, wholeCrop, withinBounds, ZOOM_MAX } from "~/ui/crop";

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

test("one pointer drags the image by its own movement", () => {
  const crop = { zoom: 2, x: 5, y: -3 };
  const from = [{ x: 40, y: 10 }];
  expect(dragged(image, crop, square, { from, to: [{ x: 50, y: 4 }] })).toEqual({ zoom: 2, x: 15, y: -9 });
});

test("two pointers zoom the image around the point between them, up to the limits", () => {
  const from = [
    { x: 0, y: 10 },
    { x: 20, y: 10 },
  ];
  const to = [
    { x: -10, y: 10 },
    { x: 30, y: 10 },
  ];
  const pinched = dragged(image, wholeCrop, square, { from, to });
  expect(pinched).toEqual({ zoom: 2, x: -10, y: -10 });
  const pixelAt = (crop: typeof wholeCrop, x: number, y: number) => {
    const { left, top, width, height } = cropSource(image, crop, square);
    return [left + (x / square.width + 0.5) * width, top + (y / square.height + 0.5) * height];
  };
  expect(pixelAt(pinched, 10, 10)).toEqual(pixelAt(wholeCrop, 10, 10));
  expect(dragged(image, pinched, square, { from: to, to: from })).toEqual(wholeCrop);
  expect(dragged(image, pinched, square, { from, to }).zoom).toBe(ZOOM_MAX);
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
