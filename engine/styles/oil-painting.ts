import { blurRaster } from "../pixels/blur";
import { type Rgb, saturate } from "../pixels/colour";
import { type EdgeTangents, edgeTangents } from "../pixels/edges";
import { free } from "../pixels/free";
import { guidedFilter } from "../pixels/guided-filter";
import { clamp, smoothstep } from "../pixels/interpolation";
import { cellHash, fbm, noise } from "../pixels/noise";
import { createRandom, type Random } from "../pixels/random";
import { createRaster, luma, planesOf, type Raster, shadePixels } from "../pixels/raster";
import { shrinkTo } from "../pixels/resize";
import { colouriseGrey } from "./colourise";
import type { Style } from "./style";

const SIDE = 720;

/**
 * From the widest to the finest: half width in pixels, colour error that calls for a stroke, and segments of a
 * stroke.
 */
const brushes = [
  { radius: 16, tolerance: 0, segments: 5 },
  { radius: 8, tolerance: 0.055, segments: 6 },
  { radius: 4.4, tolerance: 0.07, segments: 6 },
  { radius: 2.3, tolerance: 0.09, segments: 5 },
] as const;

interface Canvas {
  paint: Raster;
  /** Thickness of the paint, for the lighting. */
  relief: Float32Array;
}

interface Stroke {
  colour: Rgb;
  radius: number;
  points: { x: number; y: number }[];
  seed: number;
}

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

/** Traces a stroke along the edges from a point, until the colour differs from the start. */
function traceStroke(
  start: { x: number; y: number },
  target: Raster,
  tangents: EdgeTangents,
  brush: (typeof brushes)[number],
  random: Random,
): Stroke {
  const { width, height, red, green, blue } = target;
  const from = Math.floor(start.y) * width + Math.floor(start.x);
  const colour = { r: red[from] ?? 0, g: green[from] ?? 0, b: blue[from] ?? 0 };
  const points = [start];
  let { x, y } = start;
  let [lastX, lastY] = [0, 0];
  const turn = random.next() < 0.5 ? -1 : 1;
  // Without an edge, strokes run diagonally.
  const lean = 0.6 + (random.next() - 0.5) * 0.9;
  for (let step = 0; step < brush.segments; step += 1) {
    const at = Math.floor(y) * width + Math.floor(x);
    const firm = smoothstep(0.35, 0.85, tangents.anisotropy[at] ?? 0);
    let dx = (tangents.tx[at] ?? 0) * turn * firm + Math.cos(lean) * (1 - firm);
    let dy = (tangents.ty[at] ?? 0) * turn * firm - Math.sin(lean) * (1 - firm);
    const length = Math.sqrt(dx * dx + dy * dy) || 1;
    dx /= length;
    dy /= length;
    if (dx * lastX + dy * lastY < 0) [dx, dy] = [-dx, -dy];
    x += dx * brush.radius;
    y += dy * brush.radius;
    if (x < 0 || y < 0 || x >= width || y >= height) break;
    const here = Math.floor(y) * width + Math.floor(x);
    const strayed =
      Math.abs((red[here] ?? 0) - colour.r) +
      Math.abs((green[here] ?? 0) - colour.g) +
      Math.abs((blue[here] ?? 0) - colour.b);
    if (step > 1 && strayed > 0.24) break;
    points.push({ x, y });
    [lastX, lastY] = [dx, dy];
  }
  const lift = 1 + (random.next() - 0.5) * 0.16;
  const warm = (random.next() - 0.5) * 0.045;
  return {
    colour: { r: colour.r * lift + warm, g: colour.g * lift, b: colour.b * lift - warm },
    radius: brush.radius * (0.8 + random.next() * 0.4),
    points,
    seed: Math.floor(random.next() * 997),
  };
}

/** Bristles across the brush. */
const BRISTLES = 24;

/** Returns the paint on each bristle, at the start and at the end of the stroke. */
function bristles(seed: number): { start: Float32Array; end: Float32Array } {
  const at = (shift: number) =>
    Float32Array.from({ length: BRISTLES + 1 }, (_, bristle) =>
      noise(bristle * 0.48 + seed, seed * 0.37 + shift),
    );
  return { start: at(0), end: at(1.4) };
}

/** Paints a stroke: every bristle leaves its own tone and thickness. */
function paintStroke(canvas: Canvas, { colour, radius, points, seed }: Stroke): void {
  const { width, height } = canvas.paint;
  const hairs = bristles(seed);
  const segments = Math.max(1, points.length - 1);
  for (let index = 1; index < points.length; index += 1) {
    const from = points[index - 1];
    const to = points[index];
    if (!from || !to) continue;
    const [vx, vy] = [to.x - from.x, to.y - from.y];
    const length = Math.sqrt(vx * vx + vy * vy) || 1;
    // Round caps only at the ends of the stroke; inner joints are just long enough to close the bends.
    const [before, after] = [
      index === 1 ? radius : radius * 0.35,
      index === segments ? radius : radius * 0.35,
    ];
    paintSegment(canvas, {
      left: Math.max(0, Math.floor(Math.min(from.x, to.x) - radius)),
      right: Math.min(width - 1, Math.ceil(Math.max(from.x, to.x) + radius)),
      top: Math.max(0, Math.floor(Math.min(from.y, to.y) - radius)),
      bottom: Math.min(height - 1, Math.ceil(Math.max(from.y, to.y) + radius)),
      x: from.x,
      y: from.y,
      dx: vx / length,
      dy: vy / length,
      length,
      before,
      after,
      start: (index - 1) / segments,
      share: 1 / segments,
      radius,
      colour,
      hairs,
    });
  }
}

interface StrokeSegment {
  left: number;
  right: number;
  top: number;
  bottom: number;
  x: number;
  y: number;
  dx: number;
  dy: number;
  length: number;
  before: number;
  after: number;
  /** Start of this segment on the whole stroke and its share of it, both in [0, 1]. */
  start: number;
  share: number;
  radius: number;
  colour: Rgb;
  hairs: { start: Float32Array; end: Float32Array };
}

function paintSegment({ paint, relief }: Canvas, piece: StrokeSegment): void {
  const { width, red, green, blue } = paint;
  const { x: fromX, y: fromY, dx, dy, length, before, after, radius, colour, hairs } = piece;
  const thick = 0.35 + radius * 0.045;
  for (let y = piece.top; y <= piece.bottom; y += 1) {
    const py = y - fromY;
    for (let x = piece.left; x <= piece.right; x += 1) {
      const px = x - fromX;
      const along = px * dx + py * dy;
      if (along < -before || along > length + after) continue;
      const across = (py * dx - px * dy) / radius;
      if (across <= -1 || across >= 1) continue;
      const over = (along < 0 ? along : along > length ? along - length : 0) / radius;
      const away = over === 0 ? Math.abs(across) : Math.sqrt(across * across + over * over);
      if (away >= 1) continue;
      const hair = ((across + 1) * 0.5 * BRISTLES) | 0;
      const first = hairs.start[hair] ?? 0;
      const run = piece.start + (along / length) * piece.share;
      const bristle = first + ((hairs.end[hair] ?? 0) - first) * run;
      // Dry brush: at the edge of the stroke only some bristles reach the canvas.
      const rim = away < 0.8 ? 1 : (1 - away) * 5;
      const cover = bristle > away * away * 0.75 ? rim : rim * 0.25;
      const at = y * width + x;
      const tone = 1 + (bristle - 0.5) * 0.2;
      red[at] = (red[at] ?? 0) + (colour.r * tone - (red[at] ?? 0)) * cover;
      green[at] = (green[at] ?? 0) + (colour.g * tone - (green[at] ?? 0)) * cover;
      blue[at] = (blue[at] ?? 0) + (colour.b * tone - (blue[at] ?? 0)) * cover;
      const edge = away * away;
      const ridge = (0.35 + 0.65 * bristle + 0.45 * edge * edge) * thick;
      relief[at] = (relief[at] ?? 0) + (ridge - (relief[at] ?? 0)) * cover;
    }
  }
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
