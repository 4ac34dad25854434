import { blurColumns, blurRows } from "../../../../engine/pixels/blur";
import { createFrame, type Frame } from "./frame";

export function blurPlane(
  plane: Float32Array,
  width: number,
  height: number,
  reachX: number,
  reachY: number,
): void {
  const scratch = new Float32Array(plane.length);
  for (let pass = 0; pass < 2; pass += 1) {
    blurRows(plane, scratch, width, height, reachX);
    blurColumns(scratch, plane, width, height, reachY);
  }
}

/** Blurs the whole frame; radii in frame heights. */
export function blur(frame: Frame, radiusU: number, radiusV = radiusU): void {
  const reachX = Math.round(radiusU * frame.height);
  const reachY = Math.round(radiusV * frame.height);
  for (const plane of [frame.red, frame.green, frame.blue])
    blurPlane(plane, frame.width, frame.height, reachX, reachY);
}

const shrink = 4;

/** Bloom: adds a blurred, quarter-size copy of the light above the threshold. */
export function bloom(frame: Frame, threshold: number, strength: number, radius = 0.03): void {
  const width = Math.ceil(frame.width / shrink);
  const height = Math.ceil(frame.height / shrink);
  const small = createFrame(width, height);
  const planes = [
    [frame.red, small.red],
    [frame.green, small.green],
    [frame.blue, small.blue],
  ] as const;
  for (const [large, reduced] of planes) {
    for (let y = 0; y < frame.height; y += 1) {
      const row = Math.floor(y / shrink) * width;
      for (let x = 0; x < frame.width; x += 1) {
        const excess = (large[y * frame.width + x] ?? 0) - threshold;
        const at = row + (x >> 2);
        if (excess > 0) reduced[at] = (reduced[at] ?? 0) + Math.min(excess, 6) / (shrink * shrink);
      }
    }
  }
  blur(small, radius);
  for (const [large, reduced] of planes) {
    for (let y = 0; y < frame.height; y += 1) {
      const sy = Math.min(height - 1.001, Math.max(0, (y + 0.5) / shrink - 0.5));
      const top = Math.floor(sy);
      const ty = sy - top;
      for (let x = 0; x < frame.width; x += 1) {
        const sx = Math.min(width - 1.001, Math.max(0, (x + 0.5) / shrink - 0.5));
        const left = Math.floor(sx);
        const tx = sx - left;
        const at = top * width + left;
        const upper = (reduced[at] ?? 0) * (1 - tx) + (reduced[at + 1] ?? 0) * tx;
        const lower = (reduced[at + width] ?? 0) * (1 - tx) + (reduced[at + width + 1] ?? 0) * tx;
        const index = y * frame.width + x;
        large[index] = (large[index] ?? 0) + (upper + (lower - upper) * ty) * strength;
      }
    }
  }
}
