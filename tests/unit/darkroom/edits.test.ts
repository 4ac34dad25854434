import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Edits,
  editedSize,
  frameOf,
  inverse,
  isUnedited,
  type Matrix,
  mirror,
  noEdits,
  rotate,
  type Shape,
  shapes,
  sourceMatrix,
  withValidCrop,
} from "~/features/darkroom/edits";
import { looks } from "~/features/darkroom/looks";

const wide = { width: 600, height: 400 };
const at = ([a, b, c, d, e, f]: Matrix, x: number, y: number) => [a * x + c * y + e, b * x + d * y + f];
const corners = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
] as const;

/** Returns the points of the original at the corners of the edited photo: top left, top right, bottom left, bottom right. */
function cornersOf(edits: Edits, size = wide) {
  return corners.map(([x, y]) =>
    at(sourceMatrix(size, edits), x, y).map((one) => Math.round(one * 1e6) / 1e6 + 0),
  );
}

describe("the part of the original that an edited photo shows", () => {
  test("is all of it without edits", () => {
    expect(cornersOf(noEdits)).toEqual(corners);
    expect(editedSize(wide, noEdits)).toEqual(wide);
    expect(isUnedited(noEdits)).toBe(true);
  });

  test("is turned clockwise by a rotation", () => {
    const rotated = rotate(wide, noEdits);
    expect(editedSize(wide, rotated)).toEqual({ width: 400, height: 600 });
    // The original's bottom left comes to the top left.
    expect(cornersOf(rotated)).toEqual([
      [0, 1],
      [0, 0],
      [1, 1],
      [1, 0],
    ]);
    expect(isUnedited(rotated)).toBe(false);
  });

  test("is mirrored by a flip", () => {
    expect(cornersOf(mirror(wide, noEdits))).toEqual([
      [1, 0],
      [0, 0],
      [1, 1],
      [0, 1],
    ]);
  });

  test("is turned clockwise as it is seen, after a flip too", () => {
    const seen = rotate(wide, mirror(wide, noEdits));
    // The flip's bottom left is the original's bottom right.
    expect(cornersOf(seen)[0]).toEqual([1, 1]);
    expect(cornersOf(seen)[1]).toEqual([1, 0]);
  });

  test("is its middle in a square, at the original's resolution", () => {
    const square = withValidCrop(wide, { ...noEdits, shape: "Square" });
    expect(editedSize(wide, square)).toEqual({ width: 400, height: 400 });
    expect(cornersOf(square)[0]?.[0]).toBeCloseTo(1 / 6, 6);
    const zoomed = withValidCrop(wide, { ...square, crop: { zoom: 2, x: 5, y: 0 } });
    expect(editedSize(wide, zoomed)).toEqual({ width: 200, height: 200 });
    expect(cornersOf(zoomed)[0]?.[0]).toBe(0);
  });
});

const side = fc.integer({ min: 20, max: 5000 });
const anySize = fc.record({ width: side, height: side });
const anyEdits = fc.record({
  turns: fc.integer({ min: 0, max: 3 }),
  mirrored: fc.boolean(),
  straighten: fc.integer({ min: -45, max: 45 }),
  // The keys of the table.
  shape: fc.constantFrom(...(Object.keys(shapes) as Shape[])),
  crop: fc.record({
    zoom: fc.double({ min: -2, max: 9, noNaN: true }),
    x: fc.double({ min: -9, max: 9, noNaN: true }),
    y: fc.double({ min: -9, max: 9, noNaN: true }),
  }),
  adjustments: fc.constant(noEdits.adjustments),
});

test("edits never show what lies outside the original, and keep the shape", () => {
  fc.assert(
    fc.property(anySize, anyEdits, (size, desired) => {
      const edits = withValidCrop(size, desired);
      for (const [x, y] of corners) {
        for (const one of at(sourceMatrix(size, edits), x, y)) {
          expect(one).toBeGreaterThan(-1e-6);
          expect(one).toBeLessThan(1 + 1e-6);
        }
      }
      const frame = frameOf(size, edits);
      expect(Math.max(frame.width, frame.height)).toBe(1);
    }),
  );
});

test("four rotations, or two flips, show the same again", () => {
  fc.assert(
    fc.property(anySize, anyEdits, (size, desired) => {
      const edits = withValidCrop(size, { ...desired, shape: "Original" });
      const before = sourceMatrix(size, edits);
      const turned = rotate(size, rotate(size, rotate(size, rotate(size, edits))));
      const mirrored = mirror(size, mirror(size, edits));
      for (const [n, one] of before.entries()) {
        expect(sourceMatrix(size, turned)[n]).toBeCloseTo(one, 6);
        expect(sourceMatrix(size, mirrored)[n]).toBeCloseTo(one, 6);
      }
    }),
  );
});

test("the reverse of a map leads back", () => {
  fc.assert(
    fc.property(anySize, anyEdits, (size, desired) => {
      const map = sourceMatrix(size, withValidCrop(size, desired));
      const [x = 0, y = 0] = at(map, 0.3, 0.8);
      const [u, v] = at(inverse(map), x, y);
      expect(u).toBeCloseTo(0.3, 6);
      expect(v).toBeCloseTo(0.8, 6);
    }),
  );
});

test("there are a dozen looks beside the original, all different and within the sliders", () => {
  const all = Object.values(looks);
  expect(all).toHaveLength(13);
  expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(13);
  for (const { fade, vignette, grain, ...others } of all) {
    for (const value of [fade, vignette, grain]) expect(value).toBeGreaterThanOrEqual(0);
    for (const value of [fade, vignette, grain, ...Object.values(others)]) {
      expect(Number.isInteger(value)).toBe(true);
      expect(Math.abs(value)).toBeLessThanOrEqual(100);
    }
  }
});
