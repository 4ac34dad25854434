import type { Frame } from "./frame";

/** Smooth functions are evaluated at every third pixel and interpolated between. */
const step = 3;

/** Samples a function of (u, v) down to `bottom` and returns a bilinear interpolation of it. */
export function sampledField(
  frame: Frame,
  bottom: number,
  field: (u: number, v: number) => number,
): (u: number, v: number) => number {
  const columns = Math.ceil(frame.width / step) + 2;
  const rows = Math.ceil((frame.height * Math.min(1, bottom)) / step) + 2;
  const grid = new Float32Array(columns * rows);
  for (let row = 0; row < rows; row += 1) {
    const v = (row * step) / frame.height;
    for (let column = 0; column < columns; column += 1) {
      grid[row * columns + column] = field((column * step) / frame.height, v);
    }
  }
  const scale = frame.height / step;
  return (u, v) => {
    const x = u * scale;
    const y = v * scale;
    const left = x | 0;
    const top = y | 0;
    const tx = x - left;
    const at = top * columns + left;
    const a = grid[at] ?? 0;
    const b = grid[at + 1] ?? 0;
    const c = grid[at + columns] ?? 0;
    const d = grid[at + columns + 1] ?? 0;
    const upper = a + (b - a) * tx;
    return upper + (c + (d - c) * tx - upper) * (y - top);
  };
}
