import { blurRaster } from "../pixels/blur";
import { saturate } from "../pixels/colour";
import { edgeTangents } from "../pixels/edges";
import { free } from "../pixels/free";
import { guidedFilter } from "../pixels/guided-filter";
import { clamp } from "../pixels/interpolation";
import { cellHash, fbm } from "../pixels/noise";
import { createRandom } from "../pixels/random";
import { createRaster, luma, planesOf, type Raster, shadePixels } from "../pixels/raster";
import { shrinkTo } from "../pixels/resize";
import { type Brush, type Canvas, paintStroke, type Stroke, traceStroke } from "./brush-strokes";
import { colouriseGrey } from "./colourise";
import type { Style } from "./style";

const SIDE = 720;

/** From the widest to the finest. */
const brushes: Brush[] = [
  { radius: 16, tolerance: 0, segments: 5 },
  { radius: 8, tolerance: 0.055, segments: 6 },
  { radius: 4.4, tolerance: 0.07, segments: 6 },
  { radius: 2.3, tolerance: 0.09, segments: 5 },
];

/** Returns a canvas in warm umber. */
function primedCanvas(width: number, height: number): Canvas {
  const paint = createRaster(width, height);
  paint.red.fill(0.45);
  paint.green.fill(0.34);
  paint.blue.fill(0.25);
  return { paint, relief: new Float32Array(width * height) };
}

function colourError(canvas: Raster, target: Raster, at: number): number {
  const dr = (canvas.red[at] ?? 0) - (target.red[at] ?? 0);
  const dg = (canvas.green[at] ?? 0) - (target.green[at] ?? 0);
  const db = (canvas.blue[at] ?? 0) - (target.blue[at] ?? 0);
  return Math.sqrt((dr * dr + dg * dg + db * db) / 3);
}

/** Lights the paint's relief from the upper left and adds the weave of the linen. */
function lightRelief({ paint, relief }: Canvas): Raster {
  const { width, height } = paint;
  return shadePixels(paint, (pixel, x, y, at) => {
    const right = relief[at + (x < width - 1 ? 1 : 0)] ?? 0;
    const below = relief[at + (y < height - 1 ? width : 0)] ?? 0;
    const here = relief[at] ?? 0;
    const slope = here - right + (here - below);
    const weave = ((x & 1) ^ (y & 1) ? 0.5 : -0.5) * 0.02 + (cellHash(x, y) - 0.5) * 0.02;
    const lit = 1 - slope * 0.62 + weave;
    const shine = Math.max(0, -slope - 0.13) * 0.55;
    pixel.r = pixel.r * lit + shine;
    pixel.g = pixel.g * lit + shine;
    pixel.b = pixel.b * lit + shine;
  });
}

/**
 * Painterly rendering with curved strokes, wide ones first (Hertzmann 1998), with bristles, paint thickness and
 * lighting.
 */
export const oilPainting: Style = async (source, _size, checkpoint) => {
  const raster = guidedFilter(colouriseGrey(shrinkTo(source, SIDE)), 3, 0.002);
  const { width, height } = raster;
  shadePixels(raster, (pixel, x, y) => {
    saturate(pixel, 1.4);
    const drift = (fbm(x / 60, y / 60, 2) - 0.5) * 0.09;
    pixel.r = clamp((pixel.r - 0.5) * 1.14 + 0.5 + drift + 0.012);
    pixel.g = clamp((pixel.g - 0.5) * 1.14 + 0.5 + drift * 0.6);
    pixel.b = clamp((pixel.b - 0.5) * 1.1 + 0.49 - drift * 0.7);
  });
  const canvas = primedCanvas(width, height);
  const random = createRandom(1884);
  for (const brush of brushes) {
    await checkpoint();
    const target = blurRaster(raster, brush.radius * 0.5);
    const light = luma(target);
    const tangents = edgeTangents(light, width, height, Math.max(3, brush.radius * 0.6));
    const strokes: Stroke[] = [];
    const gap = Math.max(2.6, brush.radius);
    for (let y = gap / 2; y < height; y += gap) {
      for (let x = gap / 2; x < width; x += gap) {
        const px = Math.min(width - 1, Math.max(0, x + (random.next() - 0.5) * gap));
        const py = Math.min(height - 1, Math.max(0, y + (random.next() - 0.5) * gap));
        const at = Math.floor(py) * width + Math.floor(px);
        if (brush.tolerance > 0 && colourError(canvas.paint, target, at) < brush.tolerance) continue;
        strokes.push(traceStroke({ x: px, y: py }, target, tangents, brush, random));
      }
    }
    await checkpoint();
    for (let last = strokes.length - 1; last > 0; last -= 1) {
      const other = Math.floor(random.next() * (last + 1));
      const [a, b] = [strokes[last], strokes[other]];
      if (a && b) [strokes[last], strokes[other]] = [b, a];
    }
    for (let index = 0; index < strokes.length; index += 1) {
      const stroke = strokes[index];
      if (stroke) paintStroke(canvas, stroke);
      if (index % 2000 === 1999) await checkpoint();
    }
    free(...planesOf(target), light, tangents.tx, tangents.ty, tangents.anisotropy);
  }
  for (const plane of planesOf(canvas.paint)) {
    for (let at = 0; at < plane.length; at += 1) plane[at] = clamp(plane[at] ?? 0);
  }
  return lightRelief(canvas);
};
