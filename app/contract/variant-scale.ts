import { type MediaVariant, mediaVariants } from "./media-address";

/** The largest width of `original`, in pixels: of photos larger than `full`, if their members keep originals. */
export const ORIGINAL_WIDTH = 4096;

/**
 * Largest number of pixels of each variant. A limit on the width alone would let tall photos through: a 12-megapixel
 * portrait at 2048 wide has 5.6 megapixels and takes over a second to encode. One on the longer side would make a tall
 * screenshot too narrow to read.
 */
const MAX_PIXELS = {
  thumb: 320 * 640,
  feed: 1080 * 1620,
  full: 2048 * 1536,
  original: ORIGINAL_WIDTH * 3072,
} satisfies Record<MediaVariant | "original", number>;

/** Returns the scale, at most 1, at which a photo has the size of a variant. @param size in pixels, upright */
export function variantScale(
  { width, height }: { width: number; height: number },
  variant: MediaVariant | "original",
): number {
  const widest = variant === "original" ? ORIGINAL_WIDTH : mediaVariants[variant];
  return Math.min(1, widest / width, Math.sqrt(MAX_PIXELS[variant] / (width * height)));
}
