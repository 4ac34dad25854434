import type { Pixels } from "./dominant-color";

/** A perceptual hash of 64 bits, in two halves: SQLite and JavaScript share no unsigned 64-bit integer. */
export interface PerceptualHash {
  lookHigh: number;
  lookLow: number;
}

/** A decoded image. */
interface Bitmap extends Pixels {
  width: number;
  height: number;
}

/** Side in pixels of the grey square that is transformed. */
const SIDE = 32;
/** Frequencies of each direction that are compared, the lowest ones. */
const FREQUENCIES = 8;
/**
 * Median magnitude of the compared frequencies under which an image has too little structure: plain colours and
 * gradients would look alike. Photographs have 150 and more, gradients at most 40 (decision 82).
 */
const STRUCTURE = 100;

/** `cosines[k][n]` of the discrete cosine transform (DCT-II). */
const cosines = Array.from({ length: FREQUENCIES }, (_, k) =>
  Array.from({ length: SIDE }, (_, n) => Math.cos(((2 * n + 1) * k * Math.PI) / (2 * SIDE))),
);

/**
 * Returns the perceptual hash of an image (pHash): whether each of its 63 lowest frequencies but the mean is above
 * their median. Scaling, compression and brightness change few bits, other images about half of them. Null for an image
 * with too little structure, which would be compared by its noise.
 */
export function perceptualHashOf(image: Bitmap): PerceptualHash | null {
  const levels = greySquare(image);
  const rows = Array.from({ length: SIDE }, (_, y) => transform(levels.slice(y * SIDE, (y + 1) * SIDE)));
  const columns = Array.from({ length: FREQUENCIES }, (_, u) => transform(rows.map((row) => row[u] ?? 0)));
  const [, ...frequencies] = columns.flat();
  if (medianOf(frequencies.map(Math.abs)) < STRUCTURE) return null;
  const median = medianOf(frequencies);
  const bits = [0, ...frequencies.map((value) => Number(value > median))];
  return { lookHigh: integerOf(bits.slice(0, 32)), lookLow: integerOf(bits.slice(32)) };
}

/** Returns the number of bits in which two perceptual hashes differ. */
export function hammingDistance(a: PerceptualHash, b: PerceptualHash): number {
  return bitsIn(a.lookHigh ^ b.lookHigh) + bitsIn(a.lookLow ^ b.lookLow);
}

const transform = (values: readonly number[]) =>
  cosines.map((cosine) => cosine.reduce((sum, factor, n) => sum + factor * (values[n] ?? 0), 0));

const medianOf = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

/** Returns the integer of 32 bits, the highest first. */
const integerOf = (bits: readonly number[]) => bits.reduce((value, bit) => value * 2 + bit, 0);

const bitsIn = (value: number) => (value >>> 0).toString(2).replaceAll("0", "").length;

/** Returns the grey levels of an image, from 0 to 255, stretched to a square; transparent parts are white. */
function greySquare({ data, channels, width, height }: Bitmap): number[] {
  const grey = greyAt(data, channels);
  return Array.from({ length: SIDE * SIDE }, (_, at) => {
    const [left, right] = rangeOf(at % SIDE, width);
    const [top, bottom] = rangeOf(Math.floor(at / SIDE), height);
    let sum = 0;
    for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) sum += grey(y * width + x);
    return sum / ((right - left) * (bottom - top));
  });
}

/** Returns the pixels of a line that a cell of the square covers, at least one. */
function rangeOf(cell: number, length: number): [from: number, to: number] {
  const from = Math.floor((cell * length) / SIDE);
  return [from, Math.max(from + 1, Math.floor(((cell + 1) * length) / SIDE))];
}

/** Returns the luma (ITU-R BT.601) of the pixel at an index. */
const greyAt = (data: ArrayLike<number>, channels: number) => (pixel: number) => {
  const at = pixel * channels;
  const red = data[at] ?? 0;
  const [green, blue] = channels < 3 ? [red, red] : [data[at + 1] ?? 0, data[at + 2] ?? 0];
  const opacity = channels % 2 === 0 ? (data[at + channels - 1] ?? 0) / 255 : 1;
  return (0.299 * red + 0.587 * green + 0.114 * blue) * opacity + 255 * (1 - opacity);
};
