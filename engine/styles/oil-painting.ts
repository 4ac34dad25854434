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

/** From the widest brush to the finest: half its width in pixels, and how wrong the canvas must be to call for it. */
const brushes = [
  { radius: 16, tolerance: 0, reach: 5 },
  { radius: 8, tolerance: 0.055, reach: 6 },
  { radius: 4.4, tolerance: 0.07, reach: 6 },
  { radius: 2.3, tolerance: 0.09, reach: 5 },
] as const;

interface Canvas {
  paint: Raster;
  /** Thickness of the paint, for the light. */
  relief: Float32Array;
}

interface Stroke {
  colour: Rgb;
  radius: number;
  points: { x: number; y: number }[];
  seed: number;
}

/** A primed ground of warm umber, as painters tone their canvas. */
function primedCanvas(width: number, height: number): Canvas {
  const paint = createRaster(width, height);
  paint.red.fill(0.45);
  paint.green.fill(0.34);
  paint.blue.fill(0.25);
  return { paint, relief: new Float32Array(width * height) };
}

function colourError(canvas: Raster, wanted: Raster, at: number): number {
  const dr = (canvas.red[at] ?? 0) - (wanted.red[at] ?? 0);
  const dg = (canvas.green[at] ?? 0) - (wanted.green[at] ?? 0);
  const db = (canvas.blue[at] ?? 0) - (wanted.blue[at] ?? 0);
  return Math.sqrt((dr * dr + dg * dg + db * db) / 3);
}

/** Follows the edges from a point on, until the colour is no longer the brush's. */
function traceStroke(
  start: { x: number; y: number },
  wanted: Raster,
  tangents: EdgeTangents,
  brush: (typeof brushes)[number],
  random: Random,
): Stroke {
  const { width, height, red, green, blue } = wanted;
  const from = Math.floor(start.y) * width + Math.floor(start.x);
  const colour = { r: red[from] ?? 0, g: green[from] ?? 0, b: blue[from] ?? 0 };
  const points = [start];
  let { x, y } = start;
  let [lastX, lastY] = [0, 0];
  const turn = random.next() < 0.5 ? -1 : 1;
  // Where no edge leads, strokes fall slantwise, as a right hand lays them.
  const lean = 0.6 + (random.next() - 0.5) * 0.9;
  for (let step = 0; step < brush.reach; step += 1) {
    const at = Math.floor(y) * width + Math.floor(x);
    const firm = smoothstep(0.35, 0.85, tangents.anisotropy[at] ?? 0);
    let dx = (tangents.tx[at] ?? 0) * turn * firm + Math.cos(lean) * (1 - firm);
    let dy = (tangents.ty[at] ?? 0) * turn * firm - Math.sin(lean) * (1 - firm);
    const long = Math.sqrt(dx * dx + dy * dy) || 1;
    dx /= long;
    dy /= long;
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

/** Places across the brush at which a bristle sits. */
const BRISTLES = 24;

/** How much paint each bristle carries, where the stroke starts and where it ends. */
function bristles(seed: number): { start: Float32Array; end: Float32Array } {
  const at = (shift: number) =>
    Float32Array.from({ length: BRISTLES + 1 }, (_, bristle) =>
      noise(bristle * 0.48 + seed, seed * 0.37 + shift),
    );
  return { start: at(0), end: at(1.4) };
}

/** Drags the brush along its points: every bristle leaves its own tone and its own ridge of paint. */
function paintStroke(canvas: Canvas, { colour, radius, points, seed }: Stroke): void {
  const { width, height } = canvas.paint;
  const hairs = bristles(seed);
  const whole = Math.max(1, points.length - 1);
  for (let index = 1; index < points.length; index += 1) {
    const from = points[index - 1];
    const to = points[index];
    if (!from || !to) continue;
    const [vx, vy] = [to.x - from.x, to.y - from.y];
    const long = Math.sqrt(vx * vx + vy * vy) || 1;
    // Round ends only where the stroke ends; between its pieces just enough to close the bends.
    const [before, after] = [index === 1 ? radius : radius * 0.35, index === whole ? radius : radius * 0.35];
    paintSegment(canvas, {
      left: Math.max(0, Math.floor(Math.min(from.x, to.x) - radius)),
      right: Math.min(width - 1, Math.ceil(Math.max(from.x, to.x) + radius)),
      top: Math.max(0, Math.floor(Math.min(from.y, to.y) - radius)),
      bottom: Math.min(height - 1, Math.ceil(Math.max(from.y, to.y) + radius)),
      x: from.x,
      y: from.y,
      dx: vx / long,
      dy: vy / long,
      long,
      before,
      after,
      start: (index - 1) / whole,
      share: 1 / whole,
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
  long: number;
  before: number;
  after: number;
  /** Where on the whole stroke this piece starts, and its share of it. */
  start: number;
  share: number;
  radius: number;
  colour: Rgb;
  hairs: { start: Float32Array; end: Float32Array };
}

function paintSegment({ paint, relief }: Canvas, piece: StrokeSegment): void {
  const { width, red, green, blue } = paint;
  const { x: fromX, y: fromY, dx, dy, long, before, after, radius, colour, hairs } = piece;
  const thick = 0.35 + radius * 0.045;
  for (let y = piece.top; y <= piece.bottom; y += 1) {
    const py = y - fromY;
    for (let x = piece.left; x <= piece.right; x += 1) {
      const px = x - fromX;
      const along = px * dx + py * dy;
      if (along < -before || along > long + after) continue;
      const across = (py * dx - px * dy) / radius;
      if (across <= -1 || across >= 1) continue;
      const over = (along < 0 ? along : along > long ? along - long : 0) / radius;
      const away = over === 0 ? Math.abs(across) : Math.sqrt(across * across + over * over);
      if (away >= 1) continue;
      const hair = ((across + 1) * 0.5 * BRISTLES) | 0;
      const first = hairs.start[hair] ?? 0;
      const run = piece.start + (along / long) * piece.share;
      const bristle = first + ((hairs.end[hair] ?? 0) - first) * run;
      // The brush runs dry: at the rim and towards the end only some bristles still touch.
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

/** Light from the upper left on the ridges of the paint, and the weave of the linen where it is thin. */
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

/** Strokes of real brushes, the wide ones first (Hertzmann 1998), with bristles, thick paint and light upon it. */
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
    const wanted = blurRaster(raster, brush.radius * 0.5);
    const light = luma(wanted);
    const tangents = edgeTangents(light, width, height, Math.max(3, brush.radius * 0.6));
    const strokes: Stroke[] = [];
    const gap = Math.max(2.6, brush.radius);
    for (let y = gap / 2; y < height; y += gap) {
      for (let x = gap / 2; x < width; x += gap) {
        const px = Math.min(width - 1, Math.max(0, x + (random.next() - 0.5) * gap));
        const py = Math.min(height - 1, Math.max(0, y + (random.next() - 0.5) * gap));
        const at = Math.floor(py) * width + Math.floor(px);
        if (brush.tolerance > 0 && colourError(canvas.paint, wanted, at) < brush.tolerance) continue;
        strokes.push(traceStroke({ x: px, y: py }, wanted, tangents, brush, random));
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
    free(...planesOf(wanted), light, tangents.tx, tangents.ty, tangents.anisotropy);
  }
  for (const plane of planesOf(canvas.paint)) {
    for (let at = 0; at < plane.length; at += 1) plane[at] = clamp(plane[at] ?? 0);
  }
  return lightRelief(canvas);
};
