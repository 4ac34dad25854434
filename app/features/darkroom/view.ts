import { distance, middle, type Point, type Size } from "~/ui/crop";
import { type Part, wholePhoto } from "./geometry";

/** The position of the photo on the stage. */
export interface View {
  /** 1 fits the photo into the stage. */
  zoom: number;
  /** The offset of the photo's centre from the stage's, in CSS pixels. */
  x: number;
  y: number;
}

export const fittingView: View = { zoom: 1, x: 0, y: 0 };

/** The sizes of the stage and of the photo that fits into it, in CSS pixels, and of the stored photo. */
export interface Scene {
  stage: Size;
  fitted: Size;
  stored: Size;
  /** Pixels of the screen for a CSS pixel. */
  density: number;
}

/** Returns the largest size of a ratio within another size. */
export function fitInto(room: Size, ratio: Size): Size {
  const scale = Math.min(room.width / ratio.width, room.height / ratio.height);
  return { width: ratio.width * scale, height: ratio.height * scale };
}

/** Returns the zoom at which a pixel of the stored photo is a pixel of the screen. */
export function fullZoom({ stored, fitted, density }: Scene): number {
  return stored.width / (fitted.width * density);
}

/** Returns the nearest view in which the photo fills the stage, or lies in its middle where it is smaller. */
export function withinStage(scene: Scene, view: View): View {
  const most = Math.max(4, 2 * fullZoom(scene));
  const zoom = Math.min(Math.max(view.zoom, 1), most);
  const rest = (side: "width" | "height") => Math.max(0, (scene.fitted[side] * zoom - scene.stage[side]) / 2);
  const [x, y] = [rest("width"), rest("height")];
  return { zoom, x: Math.min(Math.max(view.x, -x), x), y: Math.min(Math.max(view.y, -y), y) };
}

/** Returns the view after a zoom around a position, from the stage's centre. */
export function zoomedTo(scene: Scene, view: View, zoom: number, at: Point = { x: 0, y: 0 }): View {
  const next = withinStage(scene, { ...view, zoom }).zoom;
  const factor = next / view.zoom;
  return withinStage(scene, {
    zoom: next,
    x: at.x + (view.x - at.x) * factor,
    y: at.y + (view.y - at.y) * factor,
  });
}

/** Returns the view after pointers have moved: one moves the photo; two also zoom it. */
export function draggedView(scene: Scene, view: View, from: readonly Point[], to: readonly Point[]): View {
  const [start, end] = [middle(from), middle(to)];
  const moved = { ...view, x: view.x + end.x - start.x, y: view.y + end.y - start.y };
  return zoomedTo(scene, moved, (view.zoom * distance(to)) / distance(from), end);
}

/** Returns the rectangle of the photo that the stage shows, in CSS pixels from its top left, and which part that is. */
export function visiblePart({ stage, fitted }: Scene, view: View): { box: Size & Point; part: Part } {
  if (view.zoom === 1)
    return {
      box: { ...fitted, x: (stage.width - fitted.width) / 2, y: (stage.height - fitted.height) / 2 },
      part: wholePhoto,
    };
  const line = (side: "width" | "height", offset: number) => {
    const whole = fitted[side] * view.zoom;
    const start = (stage[side] - whole) / 2 + offset;
    const from = Math.max(start, 0);
    const to = Math.min(start + whole, stage[side]);
    return { from, length: to - from, share: { from: (from - start) / whole, length: (to - from) / whole } };
  };
  const [across, down] = [line("width", view.x), line("height", view.y)];
  return {
    box: { x: across.from, y: down.from, width: across.length, height: down.length },
    part: {
      x: across.share.from,
      y: down.share.from,
      width: across.share.length,
      height: down.share.length,
    },
  };
}

/** Returns the whole stage, and the part of the photo with what its crop leaves out that fills it. */
export function surroundings({ stage, fitted }: Scene): { box: Size & Point; part: Part } {
  const [width, height] = [stage.width / fitted.width, stage.height / fitted.height];
  return {
    box: { ...stage, x: 0, y: 0 },
    part: { x: (1 - width) / 2, y: (1 - height) / 2, width, height },
  };
}
