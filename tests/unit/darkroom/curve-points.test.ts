import { expect, test } from "vitest";
import {
  storedCurve,
  straightCurve,
  widestGap,
  withMovedPoint,
  withNewPoint,
  withoutPoint,
} from "~/features/darkroom/curve-points";

test("a point moves between its neighbours and within the chart", () => {
  const points = [
    [0, 0],
    [100, 120],
    [255, 255],
  ] as const;
  expect(withMovedPoint(points, 1, 300, -5)[1]).toEqual([254, 0]);
  expect(withMovedPoint(points, 1, -9, 999)[1]).toEqual([1, 255]);
  expect(withMovedPoint(points, 2, 40, 200)[2]).toEqual([101, 200]);
});

test("a new point lies on the curve, in order, and eight are the most", () => {
  const added = withNewPoint(straightCurve, widestGap(straightCurve));
  expect(added).toEqual({
    points: [
      [0, 0],
      [128, 128],
      [255, 255],
    ],
    index: 1,
  });
  let points = straightCurve;
  for (let n = 0; n < 20; n++) points = withNewPoint(points, widestGap(points))?.points ?? points;
  expect(points).toHaveLength(8);
  expect(points.map(([input]) => input)).toEqual(points.map(([input]) => input).sort((a, b) => a - b));
});

test("the ends stay, and a straight curve is stored as none", () => {
  expect(withoutPoint(straightCurve, 0)).toEqual(straightCurve);
  expect(storedCurve(straightCurve)).toEqual([]);
  const lifted = withMovedPoint(straightCurve, 0, 0, 20);
  expect(storedCurve(lifted)).toEqual(lifted);
});
