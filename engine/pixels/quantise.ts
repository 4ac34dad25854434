import { type Oklab, toOklab } from "./oklab";
import type { Random } from "./random";
import type { Raster } from "./raster";

const squaredDistance = (one: Oklab, other: Oklab) =>
  (one.l - other.l) ** 2 + (one.a - other.a) ** 2 + (one.b - other.b) ** 2;

/** Converts every pixel to Oklab. */
export function oklabPixels({ red, green, blue }: Raster): Oklab[] {
  return Array.from(red, (r, at) => toOklab({ r, g: green[at] ?? 0, b: blue[at] ?? 0 }));
}

/** Returns the two palette entries nearest to a colour, and how far the colour lies towards the second (0 to 0.5). */
export function nearestTwo(
  colour: Oklab,
  palette: readonly Oklab[],
): { first: number; second: number; share: number } {
  let first = 0;
  let second = 0;
  let best = Number.POSITIVE_INFINITY;
  let next = Number.POSITIVE_INFINITY;
  for (let index = 0; index < palette.length; index += 1) {
    const entry = palette[index];
    if (!entry) continue;
    const away = squaredDistance(colour, entry);
    if (away < best) {
      [next, second] = [best, first];
      [best, first] = [away, index];
    } else if (away < next) {
      [next, second] = [away, index];
    }
  }
  const [near, far] = [Math.sqrt(best), Math.sqrt(next)];
  return { first, second, share: near + far > 0 ? near / (near + far) : 0 };
}

/** Returns a random index with probability proportional to its weight. */
function weightedIndex(weights: readonly number[], random: Random): number {
  let left = random.next() * weights.reduce((sum, one) => sum + one, 0);
  for (let index = 0; index < weights.length; index += 1) {
    left -= weights[index] ?? 0;
    if (left <= 0) return index;
  }
  return 0;
}

/**
 * Returns a palette of at most `count` colours: k-means in Oklab with k-means++ initialisation, on at most 4000
 * samples.
 */
export function kMeansPalette(colours: readonly Oklab[], count: number, random: Random): Oklab[] {
  const step = Math.max(1, Math.floor(colours.length / 4000));
  const sample = colours.filter((_, at) => at % step === 0);
  const start = sample[Math.floor(random.next() * sample.length)];
  let centres: Oklab[] = start ? [start] : [];
  const away = sample.map((colour) => (start ? squaredDistance(colour, start) : 0));
  while (centres.length < Math.min(count, sample.length)) {
    const chosen = sample[weightedIndex(away, random)];
    if (!chosen) break;
    centres.push(chosen);
    sample.forEach((colour, at) => {
      away[at] = Math.min(away[at] ?? 0, squaredDistance(colour, chosen));
    });
  }
  for (let round = 0; round < 8; round += 1) {
    const sums = centres.map(() => ({ l: 0, a: 0, b: 0, count: 0 }));
    for (const colour of sample) {
      const sum = sums[nearestTwo(colour, centres).first];
      if (!sum) continue;
      sum.l += colour.l;
      sum.a += colour.a;
      sum.b += colour.b;
      sum.count += 1;
    }
    centres = centres.map((centre, index) => {
      const sum = sums[index];
      return sum?.count ? { l: sum.l / sum.count, a: sum.a / sum.count, b: sum.b / sum.count } : centre;
    });
  }
  return centres;
}
