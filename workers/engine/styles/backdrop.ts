import { boxBlur, gaussian } from "../pixels/blur";
import { slopes } from "../pixels/edges";
import { type Picture, planesOf } from "../pixels/picture";

export interface Backdrop {
  /** How much each pixel belongs to it, 0 to 1. */
  mask: Float32Array;
  /** The lowest row that it reaches over a quarter of its width. */
  bottom: number;
  /** Its share of the picture. */
  share: number;
}

/** Unrest above which there is something, and not a sky or a wall. */
const CALM = 0.022;

/**
 * The calm surface that hangs from the upper rim: sky, wall, mist. Null when the picture has none, or hardly anything else.
 * @param belongs leaves out what is calm but of the wrong colour
 */
export function backdropOf(picture: Picture, belongs: (at: number) => boolean = () => true): Backdrop | null {
  const { width, height } = picture;
  // Of all three colours: red hair before a blue wall may be no brighter than the wall.
  const steepest = new Float32Array(width * height);
  for (const plane of planesOf(picture)) {
    const { length } = slopes(gaussian(plane, width, height, 1.7), width, height);
    for (let at = 0; at < length.length; at += 1) steepest[at] = Math.max(steepest[at] ?? 0, length[at] ?? 0);
  }
  const unrest = boxBlur(steepest, width, height, 2);
  const isOpen = (at: number) => (unrest[at] ?? 1) < CALM && belongs(at);
  const mask = new Float32Array(width * height);
  const queue: number[] = [];
  for (let x = 0; x < width; x += 1) if (isOpen(x)) queue.push(x);
  if (queue.length < width * 0.3) return null;
  for (const at of queue) mask[at] = 1;
  while (queue.length > 0) {
    const at = queue.pop() ?? 0;
    const x = at % width;
    for (const next of [at + width, at - width, x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1]) {
      if (next < 0 || next >= mask.length || mask[next] === 1 || !isOpen(next)) continue;
      mask[next] = 1;
      queue.push(next);
    }
  }
  // Grown by what the unrest of its rim ate, then softened.
  const grown = boxBlur(mask, width, height, 4).map((value) => (value > 0.12 ? 1 : 0));
  let filled = 0;
  let bottom = 0;
  for (let y = 0; y < height; y += 1) {
    let row = 0;
    for (let x = 0; x < width; x += 1) row += grown[y * width + x] ?? 0;
    filled += row;
    if (row > width * 0.25) bottom = y;
  }
  const share = filled / mask.length;
  if (share < 0.05 || share > 0.85) return null;
  return { mask: gaussian(grown, width, height, 1.7), bottom, share };
}

/** The backdrop if it may be a sky: bluish, or nearly white; in a picture without colours, anything light. */
export function skyOf(picture: Picture, greyness: number): Backdrop | null {
  const { red, green, blue } = picture;
  const whole = backdropOf(picture);
  const sky = backdropOf(picture, (at) => {
    const [r, g, b] = [red[at] ?? 0, green[at] ?? 0, blue[at] ?? 0];
    const light = 0.2126 * r + 0.7152 * g + 0.0722 * b;
    if (greyness > 0.5) return light > 0.36;
    return (b > r + 0.02 && b > g - 0.03) || (light > 0.8 && b > r - 0.12);
  });
  // A backdrop that is mostly sky may fade into any colour towards the ground.
  return sky && whole && sky.share > whole.share * 0.35 ? whole : sky;
}
