/** Interleaved 8-bit samples: grey, grey+alpha, RGB or RGBA. */
export interface Pixels {
  data: ArrayLike<number>;
  channels: number;
}

/** Leaves 3 bits (8 steps) per channel: coarse enough to keep a sky in one bucket, fine enough to exclude the sea. */
const SHIFT = 5;

/**
 * Returns the most frequent colour of an image as `#rrggbb`: the mean of the fullest bucket of a coarse histogram. The
 * mean of all pixels would be a colour that the image lacks. Transparent pixels are ignored.
 */
export function dominantColor({ data, channels }: Pixels): string {
  const isGrey = channels < 3;
  const hasAlpha = channels % 2 === 0;
  const buckets = new Map<number, [weight: number, red: number, green: number, blue: number]>();
  for (let at = 0; at + channels <= data.length; at += channels) {
    const red = data[at] ?? 0;
    const green = isGrey ? red : (data[at + 1] ?? 0);
    const blue = isGrey ? red : (data[at + 2] ?? 0);
    const weight = hasAlpha ? (data[at + channels - 1] ?? 0) / 255 : 1;
    const key = ((red >> SHIFT) << 6) | ((green >> SHIFT) << 3) | (blue >> SHIFT);
    const sum = buckets.get(key) ?? [0, 0, 0, 0];
    buckets.set(key, [
      sum[0] + weight,
      sum[1] + red * weight,
      sum[2] + green * weight,
      sum[3] + blue * weight,
    ]);
  }
  let fullest: [number, number, number, number] = [0, 0, 0, 0];
  for (const sum of buckets.values()) if (sum[0] > fullest[0]) fullest = sum;
  const [weight, ...sums] = fullest;
  const hex = sums.map((sum) =>
    Math.round(sum / (weight || 1))
      .toString(16)
      .padStart(2, "0"),
  );
  return `#${hex.join("")}`;
}
