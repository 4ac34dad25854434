import { smoothstep } from "../pixels/interpolation";
import { fbm } from "../pixels/noise";
import type { Random } from "../pixels/random";
import { addLight, type Frame, linearColour, mixColour, paint, ramp, scaleColour } from "./frame";
import { namedColour } from "./palette";
import type { PromptTerms } from "./prompt-terms";

const schemes: readonly [readonly string[], ...(readonly string[])[]] = [
  ["#12173f", "#3f3a9a", "#d2558a", "#ff9a5a", "#ffe6b8"],
  ["#06262e", "#0f6a78", "#3fc0a8", "#f2e6b8", "#f2885a"],
  ["#1c0a2e", "#6a1f7a", "#e0486a", "#ffb45a", "#fff2d0"],
  ["#0a1430", "#1f4a9a", "#5aa0e0", "#f0d0d8", "#e86a8a"],
];

/** Paints folded silk: domain-warped fBm noise (f(p + f(p))), shaded as a height field. */
export function composeAbstract(frame: Frame, terms: PromptTerms, random: Random): void {
  const colourStops = terms.colours.map(namedColour);
  const first = colourStops[0];
  const stops = first
    ? [
        // Each named colour is mixed towards a light one, never towards a dark one: the result keeps its saturation.
        scaleColour(colourStops.at(-1) ?? first, 0.1),
        ...colourStops.flatMap((colour) => [colour, mixColour(colour, { r: 1, g: 0.96, b: 0.9 }, 0.45)]),
        colourStops.at(-1) ?? first,
        mixColour(colourStops.at(-1) ?? first, { r: 1, g: 0.95, b: 0.88 }, 0.72),
      ]
    : random.pick(schemes).map((hex) => linearColour(hex));
  const colours = ramp(stops.map((colour, index) => [index / (stops.length - 1), colour]));
  const seed = random.next() * 80;
  const scale = random.between(1.1, 1.7);
  const height = (u: number, v: number) => {
    const qx = fbm(u * scale + seed, v * scale, 3);
    const qy = fbm(u * scale + seed + 5.2, v * scale + 1.3, 3);
    return fbm(u * scale + 3.4 * qx + seed, v * scale + 3.4 * qy, 4);
  };
  paint(frame, (pixel, u, v) => {
    const here = height(u, v);
    const slope = height(u + 0.006, v + 0.004) - here;
    const colour = colours(smoothstep(0.24, 0.74, here + slope * 1.5));
    const lit = 0.78 + Math.max(-0.4, Math.min(0.9, slope * 26));
    Object.assign(pixel, scaleColour(colour, lit));
    addLight(pixel, { r: 1, g: 0.95, b: 0.9 }, Math.max(0, slope * 22 - 0.4) ** 2 * 0.5);
  });
}
