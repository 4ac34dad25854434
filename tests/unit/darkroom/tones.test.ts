import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CurvePoint, noAdjustments } from "~/features/darkroom/edits";
import { curveOf, toneTable } from "~/features/darkroom/tones";

const amount = fc.integer({ min: -100, max: 100 });

test("tones keep their order whatever the sliders say", () => {
  const sliders = fc.record({
    light: amount,
    contrast: amount,
    highlights: amount,
    shadows: amount,
    whites: amount,
    blacks: amount,
  });
  fc.assert(
    fc.property(sliders, (changes) => {
      const table = toneTable({ ...noAdjustments, ...changes });
      for (let byte = 1; byte < 256; byte++)
        expect((table[byte] ?? 0) - (table[byte - 1] ?? 0)).toBeGreaterThan(-1e-6);
      expect(table[0]).toBeGreaterThanOrEqual(0);
      expect(table[255]).toBeLessThanOrEqual(1);
    }),
  );
});

describe("the tone curve", () => {
  test("without points, or straight, changes nothing", () => {
    for (const points of [
      [],
      [
        [0, 0],
        [255, 255],
      ],
      [
        [0, 0],
        [100, 100],
        [255, 255],
      ],
    ] as CurvePoint[][])
      for (const value of [0, 0.2, 0.5, 1]) expect(curveOf(points)(value)).toBeCloseTo(value, 6);
  });

  test("goes through its points and never beyond their outputs", () => {
    const points = fc
      .uniqueArray(fc.integer({ min: 0, max: 255 }), { minLength: 2, maxLength: 8 })
      .chain((inputs) =>
        fc.tuple(
          ...inputs
            .sort((a, b) => a - b)
            .map((input) => fc.integer({ min: 0, max: 255 }).map((output): CurvePoint => [input, output])),
        ),
      );
    fc.assert(
      fc.property(points, (all) => {
        const curve = curveOf(all);
        for (const [input, output] of all) expect(curve(input / 255)).toBeCloseTo(output / 255, 6);
        for (const [at, [input, output]] of all.slice(1).entries()) {
          const [before, value] = all[at] ?? [0, 0];
          const between = curve((before + input) / 2 / 255) * 255;
          expect(between).toBeGreaterThanOrEqual(Math.min(value, output) - 1e-6);
          expect(between).toBeLessThanOrEqual(Math.max(value, output) + 1e-6);
        }
      }),
    );
  });
});
