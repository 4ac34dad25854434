import { clamp, type LinearColour, type Pixel } from "./colour";

/**
 * An image being painted, in linear light. Coordinates are in units of the frame's height: v from 0 (top) to 1, u
 * from 0 to the aspect ratio, so that a scene looks the same at any resolution.
 */
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly aspect: number;
  readonly red: Float32Array;
  readonly green: Float32Array;
  readonly blue: Float32Array;
}

export function createFrame(width: number, height: number): Frame {
  const plane = () => new Float32Array(width * height);
  return { width, height, aspect: width / height, red: plane(), green: plane(), blue: plane() };
}

/** Changes one pixel in place; it holds the frame's current colour. */
export type Shader = (u: number, v: number, pixel: Pixel) => void;

/** The region to paint: the whole frame, a band or a box. */
export interface Region {
  readonly top?: number;
  readonly bottom?: number;
  readonly left?: number;
  readonly right?: number;
}

const clampTo = (value: number, most: number): number => Math.max(0, Math.min(most, value));

export function paint(frame: Frame, shader: Shader, region: Region = {}): void {
  const { width, height, red, green, blue } = frame;
  const pixel: Pixel = { r: 0, g: 0, b: 0 };
  const firstY = clampTo(Math.floor((region.top ?? 0) * height), height);
  const lastY = clampTo(Math.ceil((region.bottom ?? 1) * height), height);
  const firstX = clampTo(Math.floor((region.left ?? 0) * height), width);
  const lastX = clampTo(Math.ceil((region.right ?? frame.aspect) * height), width);
  for (let y = firstY; y < lastY; y += 1) {
    const v = (y + 0.5) / height;
    for (let x = firstX, at = y * width + firstX; x < lastX; x += 1, at += 1) {
      pixel.r = red[at] ?? 0;
      pixel.g = green[at] ?? 0;
      pixel.b = blue[at] ?? 0;
      shader((x + 0.5) / height, v, pixel);
      red[at] = pixel.r;
      green[at] = pixel.g;
      blue[at] = pixel.b;
    }
  }
}

/** Runs a shader below a line, with an antialiased edge; `depth` is the distance below the line, in frame heights. */
export function paintBelow(
  frame: Frame,
  line: (u: number) => number,
  shader: (u: number, v: number, depth: number, pixel: Pixel) => void,
): void {
  const { width, height, red, green, blue } = frame;
  const tops = Float32Array.from({ length: width }, (_, x) => line((x + 0.5) / height) * height);
  const first = Math.max(0, Math.floor(tops.reduce((lowest, top) => Math.min(lowest, top), height)));
  const pixel: Pixel = { r: 0, g: 0, b: 0 };
  for (let y = first; y < height; y += 1) {
    const v = (y + 0.5) / height;
    for (let x = 0, at = y * width; x < width; x += 1, at += 1) {
      const below = y + 1 - (tops[x] ?? height);
      if (below <= 0) continue;
      const r = red[at] ?? 0;
      const g = green[at] ?? 0;
      const b = blue[at] ?? 0;
      pixel.r = r;
      pixel.g = g;
      pixel.b = b;
      shader((x + 0.5) / height, v, (below - 0.5) / height, pixel);
      const cover = clamp(below);
      red[at] = r + (pixel.r - r) * cover;
      green[at] = g + (pixel.g - g) * cover;
      blue[at] = b + (pixel.b - b) * cover;
    }
  }
}

/** Adds light around a point: strength × exp(−(distance / radius)²); `squash` above 1 makes it wider than tall. */
export function addGlow(
  frame: Frame,
  centre: { u: number; v: number; radius: number; squash?: number },
  colour: LinearColour,
  strength: number,
): void {
  const squash = centre.squash ?? 1;
  // Beyond this distance the light is less than one step of an 8-bit display.
  const reach = centre.radius * Math.sqrt(Math.log(Math.max(2, strength / 0.0004)));
  const inverse = 1 / (centre.radius * centre.radius);
  paint(
    frame,
    (u, v, pixel) => {
      const du = u - centre.u;
      const dv = (v - centre.v) * squash;
      const amount = strength * Math.exp(-(du * du + dv * dv) * inverse);
      pixel.r += colour.r * amount;
      pixel.g += colour.g * amount;
      pixel.b += colour.b * amount;
    },
    {
      top: centre.v - reach / squash,
      bottom: centre.v + reach / squash,
      left: centre.u - reach,
      right: centre.u + reach,
    },
  );
}

/** Adds a bokeh disc: flat, with a slightly brighter edge, as an unfocused light. */
export function addBokehDisc(
  frame: Frame,
  centre: { u: number; v: number; radius: number },
  colour: LinearColour,
  strength: number,
  rim = 0.5,
): void {
  const { width, height, red, green, blue } = frame;
  const cx = centre.u * height;
  const cy = centre.v * height;
  const radius = Math.max(0.7, centre.radius * height);
  const bottom = Math.min(height - 1, Math.ceil(cy + radius + 1));
  const right = Math.min(width - 1, Math.ceil(cx + radius + 1));
  for (let y = Math.max(0, Math.floor(cy - radius - 1)); y <= bottom; y += 1) {
    for (let x = Math.max(0, Math.floor(cx - radius - 1)); x <= right; x += 1) {
      const dx = x + 0.5 - cx;
      const dy = y + 0.5 - cy;
      // Math.hypot guards against overflow, which cannot occur here, and is ten times slower.
      const distance = Math.sqrt(dx * dx + dy * dy);
      const cover = clamp(radius + 0.5 - distance);
      if (cover === 0) continue;
      const near = distance / radius;
      const amount = strength * cover * (1 - rim * 0.6 + rim * near * near * near);
      const at = y * width + x;
      red[at] = (red[at] ?? 0) + colour.r * amount;
      green[at] = (green[at] ?? 0) + colour.g * amount;
      blue[at] = (blue[at] ?? 0) + colour.b * amount;
    }
  }
}
