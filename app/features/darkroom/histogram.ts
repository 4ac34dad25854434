/** Number of bars of each colour. */
export const BINS = 64;
/** Share of the pixels from which lost details are worth an indicator. */
export const CLIPPED_MIN = 0.002;

export interface Histogram {
  /** Numbers of pixels of each brightness of red, green and blue, as fractions of the most common one. */
  channels: readonly [red: readonly number[], green: readonly number[], blue: readonly number[]];
  /** Shares of the pixels that have lost their details: black, and with a channel at its end. */
  black: number;
  white: number;
}

/** Counts the colours of RGBA pixels. Transparent ones do not count. */
export function histogramOf(pixels: Uint8ClampedArray): Histogram {
  const counts = [0, 1, 2].map(() => new Array<number>(BINS).fill(0));
  let [seen, black, white] = [0, 0, 0];
  for (let at = 0; at < pixels.length; at += 4) {
    if (pixels[at + 3] === 0) continue;
    seen++;
    let most = 0;
    for (let channel = 0; channel < 3; channel++) {
      const value = pixels[at + channel] as number;
      const bins = counts[channel] as number[];
      const bin = (value * BINS) >> 8;
      bins[bin] = (bins[bin] as number) + 1;
      if (value > most) most = value;
    }
    if (most === 0) black++;
    if (most === 255) white++;
  }
  // The ends would hide all others in a photo with much black or white.
  const highest = Math.max(1, ...counts.flatMap((bins) => bins.slice(1, -1)));
  const [red = [], green = [], blue = []] = counts.map((bins) =>
    bins.map((count) => Math.min(1, count / highest)),
  );
  return { channels: [red, green, blue], black: black / Math.max(seen, 1), white: white / Math.max(seen, 1) };
}
