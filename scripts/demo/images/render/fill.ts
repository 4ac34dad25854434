import { clamp, type LinearColour } from "./colour";
import type { Frame } from "./frame";

/** A polygon in overlay units (1000 to the frame's height), usable for painting and for SVG. */
export type Outline = readonly (readonly [x: number, y: number])[];

export function pathOf(outline: Outline): string {
  return `M${outline.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z`;
}

function blendPixel(frame: Frame, at: number, colour: LinearColour, amount: number): void {
  const { red, green, blue } = frame;
  const r = red[at] ?? 0;
  const g = green[at] ?? 0;
  const b = blue[at] ?? 0;
  red[at] = r + (colour.r - r) * amount;
  green[at] = g + (colour.g - g) * amount;
  blue[at] = b + (colour.b - b) * amount;
}

/** Fills a polygon, antialiased with four scan lines a row. */
export function fillPolygon(frame: Frame, outline: Outline, colour: LinearColour, opacity = 1): void {
  const scale = frame.height / 1000;
  const ys = outline.map(([, y]) => y * scale);
  const edges = outline.map(([x1, y1], index) => {
    const [x2, y2] = outline[(index + 1) % outline.length] ?? [x1, y1];
    return { x: x1 * scale, from: y1 * scale, to: y2 * scale, slope: (x2 - x1) / (y2 - y1) };
  });
  const top = Math.max(0, Math.floor(Math.min(...ys)));
  const bottom = Math.min(frame.height - 1, Math.ceil(Math.max(...ys)));
  const lines = 4;
  for (let row = top; row <= bottom; row += 1) {
    for (let line = 0; line < lines; line += 1) {
      const y = row + (line + 0.5) / lines;
      const crossings: number[] = [];
      for (const { x, from, to, slope } of edges) {
        if (from <= y !== to <= y) crossings.push(x + (y - from) * slope);
      }
      crossings.sort((a, b) => a - b);
      for (let pair = 0; pair + 1 < crossings.length; pair += 2) {
        const left = crossings[pair] ?? 0;
        const right = crossings[pair + 1] ?? 0;
        const last = Math.min(frame.width - 1, Math.floor(right));
        for (let x = Math.max(0, Math.floor(left)); x <= last; x += 1) {
          const share = Math.min(right, x + 1) - Math.max(left, x);
          // Each scan line is blended over the ones before it; the divisor makes the four weights equal.
          blendPixel(
            frame,
            row * frame.width + x,
            colour,
            (clamp(share) * opacity) / (lines - line * opacity),
          );
        }
      }
    }
  }
}

/** Fills a rectangle in frame units, with antialiased edges. */
export function fillBox(
  frame: Frame,
  u: number,
  v: number,
  width: number,
  height: number,
  colour: LinearColour,
): void {
  const left = u * frame.height;
  const right = (u + width) * frame.height;
  const top = v * frame.height;
  const bottom = (v + height) * frame.height;
  const lastY = Math.min(frame.height - 1, Math.ceil(bottom) - 1);
  const lastX = Math.min(frame.width - 1, Math.ceil(right) - 1);
  for (let y = Math.max(0, Math.floor(top)); y <= lastY; y += 1) {
    const tall = Math.min(bottom, y + 1) - Math.max(top, y);
    for (let x = Math.max(0, Math.floor(left)); x <= lastX; x += 1) {
      const wide = Math.min(right, x + 1) - Math.max(left, x);
      blendPixel(frame, y * frame.width + x, colour, tall * wide);
    }
  }
}
