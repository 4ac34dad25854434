import type { Rgb } from "../pixels/colour";
import type { EdgeTangents } from "../pixels/edges";
import { smoothstep } from "../pixels/interpolation";
import { noise } from "../pixels/noise";
import type { Random } from "../pixels/random";
import type { Raster } from "../pixels/raster";

export interface Canvas {
  paint: Raster;
  /** Thickness of the paint, for the lighting. */
  relief: Float32Array;
}

/** A brush. */
export interface Brush {
  /** Half of its width, in pixels. */
  radius: number;
  /** The colour error that calls for a stroke. */
  tolerance: number;
  /** Segments of a stroke. */
  segments: number;
}

export interface Stroke {
  colour: Rgb;
  radius: number;
  points: { x: number; y: number }[];
  seed: number;
}

/** Traces a stroke along the edges from a point, until the colour differs from the start. */
export function traceStroke(
  start: { x: number; y: number },
  target: Raster,
  tangents: EdgeTangents,
  brush: Brush,
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
export function paintStroke(canvas: Canvas, { colour, radius, points, seed }: Stroke): void {
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
