import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isUnedited } from "~/features/darkroom/compare-edits";
import { type Edits, noEdits, type Shape, shapes } from "~/features/darkroom/edits";
import {
  editedSize,
  frameOf,
  mirror,
  type ProjectiveMap,
  rotate,
  seenPerspective,
  sourceMap,
  storedSize,
  withSeenPerspective,
  withValidCrop,
} from "~/features/darkroom/geometry";

const wide = { width: 600, height: 400 };
/** Returns where a map leads from a position. */
function at(map: ProjectiveMap, x: number, y: number): [number, number] {
  const [u = 0, v = 0, depth = 1] = [0, 1, 2].map(
    (row) => (map[row] ?? 0) * x + (map[3 + row] ?? 0) * y + (map[6 + row] ?? 0),
  );
  return [u / depth, v / depth];
}
const corners = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
] as const;

/** Returns the original's points at the edited photo's corners: top left, top right, bottom left, bottom right. */
function cornersOf(edits: Edits, size = wide) {
  return corners.map(([x, y]) =>
    at(sourceMap(size, edits), x, y).map((one) => Math.round(one * 1e6) / 1e6 + 0),
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
    const square = withValidCrop(wide, { ...noEdits, shape: "square" });
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
  perspective: fc.record({ x: fc.integer({ min: -100, max: 100 }), y: fc.integer({ min: -100, max: 100 }) }),
  look: fc.constant(null),
});

test("edits never show what lies outside the original, and keep the shape", () => {
  fc.assert(
    fc.property(anySize, anyEdits, (size, desired) => {
      const edits = withValidCrop(size, desired);
      for (const [x, y] of corners) {
        for (const one of at(sourceMap(size, edits), x, y)) {
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
      const edits = withValidCrop(size, { ...desired, shape: "original" });
      const before = sourceMap(size, edits);
      const turned = rotate(size, rotate(size, rotate(size, rotate(size, edits))));
      const mirrored = mirror(size, mirror(size, edits));
      for (const [n, one] of before.entries()) {
        expect(sourceMap(size, turned)[n]).toBeCloseTo(one, 6);
        expect(sourceMap(size, mirrored)[n]).toBeCloseTo(one, 6);
      }
    }),
  );
});

describe("the perspective", () => {
  const tilted = (value: number) => withSeenPerspective(noEdits, "y", value);

  test("makes one side of the original shorter and keeps the other", () => {
    const [topLeft, topRight, bottomLeft, bottomRight] = cornersOf(tilted(100));
    expect([topLeft, topRight]).toEqual([
      [0, 0],
      [1, 0],
    ]);
    expect(bottomLeft?.[0]).toBeGreaterThan(0.1);
    expect(bottomRight?.[0]).toBeCloseTo(1 - (bottomLeft?.[0] ?? 0), 5);
    expect(bottomLeft?.[1]).toBe(1);
  });

  test("belongs to the sides as they are seen, after turns and flips too", () => {
    fc.assert(
      fc.property(anySize, anyEdits, fc.constantFrom("x", "y"), (size, edits, side) => {
        const changed = withSeenPerspective(edits, side, 40);
        expect(seenPerspective(changed, side)).toBe(40);
        const other = side === "x" ? "y" : "x";
        expect(seenPerspective(changed, other)).toBe(seenPerspective(edits, other));
        // A quarter turn clockwise brings the bottom to the left and the right to the bottom.
        const rotated = rotate(size, edits);
        expect(seenPerspective(rotated, "y")).toBe(seenPerspective(edits, "x"));
        expect(seenPerspective(rotated, "x")).toBe(-seenPerspective(edits, "y") || 0);
        expect(seenPerspective(mirror(size, edits), "x")).toBe(-seenPerspective(edits, "x") || 0);
      }),
    );
  });
});

describe("the size of the stored photo", () => {
  test.each([
    [600, 400, 600, 400],
    [4096, 3072, 2048, 1536],
    [3000, 3000, 1774, 1774],
    [1080, 12_000, 532, 5912],
  ])("of %i × %i is %i × %i", (width, height, ...expected) => {
    const stored = storedSize({ width, height }, noEdits, false);
    expect([stored.width, stored.height]).toEqual(expected);
  });

  test.each([
    [600, 400, 600, 400],
    [4096, 3072, 4096, 3072],
    [8000, 5000, 4096, 2560],
  ])("of a kept original of %i × %i is %i × %i", (width, height, ...expected) => {
    const stored = storedSize({ width, height }, noEdits, true);
    expect([stored.width, stored.height]).toEqual(expected);
  });
});
