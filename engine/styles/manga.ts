import { gaussianBlur } from "../pixels/blur";
import { xdog } from "../pixels/edges";
import { free } from "../pixels/free";
import { guidedFilter } from "../pixels/guided-filter";
import { smoothstep } from "../pixels/interpolation";
import { equaliseHistogram, flattenLighting } from "../pixels/levels";
import { createRaster, luma, planesOf } from "../pixels/raster";
import { shrinkTo } from "../pixels/resize";
import type { Style } from "./style";

const SIDE = 1024;

/**
 * Halftone dots at 45°, `pitch` pixels apart; `tone` in [0, 1] is the share of ink. Returns 0 for ink, 1 for paper.
 */
function screentone(x: number, y: number, pitch: number, tone: number): number {
  const u = (x + y) / (pitch * Math.SQRT2);
  const v = (x - y) / (pitch * Math.SQRT2);
  const du = u - Math.floor(u) - 0.5;
  const dv = v - Math.floor(v) - 0.5;
  const radius = Math.sqrt(tone / Math.PI);
  return smoothstep(-0.09, 0.09, Math.sqrt(du * du + dv * dv) - radius);
}

/** Ink and screentone on white: XDoG lines, black areas, three dot tones, in a ruled panel. */
export const manga: Style = async (source, _size, checkpoint) => {
  const raster = shrinkTo(source, SIDE);
  const { width, height } = raster;
  const scale = Math.max(width, height) / 1024;
  // Smooths the surfaces first, so that film grain does not become ink.
  const surface = guidedFilter(raster, Math.max(1, Math.round(4 * scale)), 0.004);
  const calm = luma(surface);
  free(...planesOf(surface));
  const light = flattenLighting(equaliseHistogram(calm, 0.75), width, height, 0.42);
  await checkpoint();
  const soft = gaussianBlur(light, width, height, 3.2 * scale);
  const ink = xdog(light, width, height, {
    sigma: 1.5 * scale,
    sharpness: 22,
    threshold: 0.42,
    steepness: 14,
  });
  const bold = xdog(light, width, height, {
    sigma: 3.4 * scale,
    sharpness: 14,
    threshold: 0.34,
    steepness: 16,
  });
  await checkpoint();
  const page = createRaster(width, height);
  const gutter = Math.round(Math.min(width, height) * 0.026);
  const rule = Math.max(2, Math.round(gutter * 0.24));
  const pitch = 7.2 * scale;
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      const rim = Math.min(x, y, width - 1 - x, height - 1 - y);
      const tone = soft[at] ?? 1;
      const dots =
        tone > 0.72
          ? 1
          : tone > 0.5
            ? screentone(x, y, pitch, 0.12)
            : tone > 0.3
              ? screentone(x, y, pitch, 0.3)
              : screentone(x, y, pitch, 0.52);
      const mass = smoothstep(0.13, 0.17, tone);
      const value = Math.min(ink[at] ?? 1, 0.25 + 0.75 * (bold[at] ?? 1), dots) * mass;
      const drawn = rim < gutter ? 1 : rim < gutter + rule ? 0.03 : 0.03 + 0.97 * Math.max(0, value);
      page.red[at] = drawn;
      page.green[at] = drawn;
      page.blue[at] = drawn;
    }
  }
  free(light, soft, ink, bold);
  return page;
};
