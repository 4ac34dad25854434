import { toOklab } from "../pixels/oklab";
import { luma, type Raster } from "../pixels/raster";
import { shrinkTo } from "../pixels/resize";

interface Share {
  name: string;
  count: number;
}

/** Returns the everyday name of a colour, by its Oklab lightness, chroma and hue. */
function colourName(r: number, g: number, b: number): string {
  const { l, a, b: yellow } = toOklab({ r, g, b });
  const chroma = Math.sqrt(a * a + yellow * yellow);
  if (chroma < 0.028) return l > 0.88 ? "white" : l < 0.3 ? "black" : "grey";
  if (l < 0.2) return "black";
  const hue = ((Math.atan2(yellow, a) * 180) / Math.PI + 360) % 360;
  if (hue < 10 || hue >= 340) return l > 0.72 ? "pink" : "rose";
  if (hue < 45) return l > 0.8 ? "peach" : l < 0.45 ? "brown" : "red";
  if (hue < 75) return l < 0.55 ? "brown" : chroma < 0.07 ? "beige" : "orange";
  if (hue < 112) return l < 0.5 ? "olive" : chroma < 0.06 ? "beige" : "yellow";
  if (hue < 165) return "green";
  if (hue < 215) return "turquoise";
  if (hue < 280) return "blue";
  return "purple";
}

/** Returns up to three colours that cover at least 10 % of the image each, the most common first. */
function commonColours({ red, green, blue }: Raster): string[] {
  const counts = new Map<string, number>();
  for (let at = 0; at < red.length; at += 1) {
    const name = colourName(red[at] ?? 0, green[at] ?? 0, blue[at] ?? 0);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const shares = [...counts].map(([name, count]): Share => ({ name, count }));
  const common = shares.sort((a, b) => b.count - a.count).filter(({ count }) => count > red.length * 0.1);
  return (common.length > 0 ? common : shares).slice(0, 3).map(({ name }) => name);
}

const joinNames = (names: string[]): string =>
  names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : (names[0] ?? "no colour");

/** Describes shape, brightness and colours. It names no object, because it recognises none. */
export function caption(raster: Raster): string {
  const { width, height } = raster;
  const small = shrinkTo(raster, 96);
  const light = luma(small);
  const mean = (from: number, to: number) => {
    const part = light.subarray(Math.floor(from * light.length), Math.floor(to * light.length));
    return part.reduce((sum, value) => sum + value, 0) / Math.max(1, part.length);
  };
  const all = mean(0, 1);
  const difference = mean(0, 0.4) - mean(0.6, 1);
  const shape = width > height * 1.15 ? "wide" : height > width * 1.15 ? "tall" : "square";
  const tone = all > 0.66 ? "light" : all < 0.3 ? "dark" : "evenly lit";
  const lean =
    Math.abs(difference) < 0.12 ? "" : difference > 0 ? ", brighter at the top" : ", brighter at the bottom";
  return `A ${shape}, ${tone} image, mostly ${joinNames(commonColours(small))}${lean}.`;
}
