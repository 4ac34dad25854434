import fc from "fast-check";
import { expect, test } from "vitest";
import {
  draggedView,
  fitInto,
  fittingView,
  fullZoom,
  type Scene,
  surroundings,
  visiblePart,
  withinStage,
  zoomedTo,
} from "~/features/darkroom/view";

const stage = { width: 900, height: 600 };
const scene: Scene = {
  stage,
  fitted: fitInto(stage, { width: 1, height: 1 }),
  stored: { width: 1800, height: 1800 },
  density: 1,
};

test("a photo that fits lies in the middle, whole", () => {
  expect(visiblePart(scene, fittingView)).toEqual({
    box: { x: 150, y: 0, width: 600, height: 600 },
    part: { x: 0, y: 0, width: 1, height: 1 },
  });
});

test("a crop is shown with its surroundings, at the place of the whole photo", () => {
  const { box, part } = surroundings(scene);
  expect(box).toEqual({ x: 0, y: 0, ...stage });
  expect(part).toEqual({ x: -0.25, y: 0, width: 1.5, height: 1 });
});

test("100 % shows a pixel of the stored photo on each pixel of the screen", () => {
  const { box, part } = visiblePart(scene, zoomedTo(scene, fittingView, fullZoom(scene)));
  expect(box).toEqual({ x: 0, y: 0, ...stage });
  expect(part.width * 1800).toBeCloseTo(900);
  expect(part.height * 1800).toBeCloseTo(600);
  expect(fullZoom({ ...scene, density: 2 })).toBe(fullZoom(scene) / 2);
});

test("a zoom keeps the point under the pointer", () => {
  const at = { x: 120, y: -80 };
  const before = zoomedTo(scene, fittingView, 2);
  const after = zoomedTo(scene, before, 3, at);
  expect((at.x - after.x) / after.zoom).toBeCloseTo((at.x - before.x) / before.zoom);
  expect((at.y - after.y) / after.zoom).toBeCloseTo((at.y - before.y) / before.zoom);
});

test("two fingers zoom and one drags", () => {
  const pinched = draggedView(
    scene,
    fittingView,
    [
      { x: -50, y: 0 },
      { x: 50, y: 0 },
    ],
    [
      { x: -100, y: 0 },
      { x: 100, y: 0 },
    ],
  );
  expect(pinched.zoom).toBe(2);
  expect(draggedView(scene, pinched, [{ x: 0, y: 0 }], [{ x: 30, y: 10 }])).toEqual({
    zoom: 2,
    x: 30,
    y: 10,
  });
});

test("the shown part lies on the stage and in the photo, at any view", () => {
  const number = fc.double({ min: -1e6, max: 1e6, noNaN: true });
  fc.assert(
    fc.property(number, number, number, (zoom, x, y) => {
      const { box, part } = visiblePart(scene, withinStage(scene, { zoom, x, y }));
      for (const value of [box.x, box.y, part.x, part.y]) expect(value).toBeGreaterThanOrEqual(-1e-9);
      expect(box.x + box.width).toBeLessThanOrEqual(stage.width + 1e-6);
      expect(box.y + box.height).toBeLessThanOrEqual(stage.height + 1e-6);
      expect(part.x + part.width).toBeLessThanOrEqual(1 + 1e-9);
      expect(part.y + part.height).toBeLessThanOrEqual(1 + 1e-9);
    }),
  );
});
