import type { Size } from "~/ui/crop";

/** Side of the squares, in pixels, whose means are blurred for the clarity, and the radius of that blur in squares. */
const SQUARE = 16;
const RADIUS = 2;

/**
 * Replaces RGBA pixels, in place, by how much brighter each is than its surroundings: red compares it with its
 * neighbours (sharpness), green with a wide region (clarity). 128 is no difference.
 */
export function toDetails(pixels: Uint8ClampedArray, size: Size): void {
  const { width, height } = size;
  const luma = lumaOf(pixels);
  const wide = blurredSquares(luma, size);
  for (let y = 0; y < height; y++) {
    const above = Math.max(y - 1, 0) * width;
    const below = Math.min(y + 1, height - 1) * width;
    const row = y * width;
    const wideRow = wide.row(y);
    for (let x = 0; x < width; x++) {
      const left = x > 0 ? x - 1 : 0;
      const right = x < width - 1 ? x + 1 : x;
      const own = luma[row + x] as number;
      const cross =
        (luma[row + left] as number) +
        (luma[row + right] as number) +
        (luma[above + x] as number) +
        (luma[below + x] as number);
      const diagonal =
        (luma[above + left] as number) +
        (luma[above + right] as number) +
        (luma[below + left] as number) +
        (luma[below + right] as number);
      const at = (row + x) * 4;
      // The weights of a binomial blur of 3 × 3 pixels.
      pixels[at] = 128 + own - (4 * own + 2 * cross + diagonal) / 16;
      pixels[at + 1] = 128 + own - wideRow(x);
      pixels[at + 2] = 128;
      pixels[at + 3] = 255;
    }
  }
}

function lumaOf(pixels: Uint8ClampedArray): Float32Array {
  const luma = new Float32Array(pixels.length / 4);
  for (let n = 0, at = 0; n < luma.length; n++, at += 4) {
    luma[n] =
      0.2126 * (pixels[at] as number) +
      0.7152 * (pixels[at + 1] as number) +
      0.0722 * (pixels[at + 2] as number);
  }
  return luma;
}

/** Returns the brightness around each pixel: the means of squares, blurred, with straight lines between them. */
function blurredSquares(luma: Float32Array, { width, height }: Size) {
  const columns = Math.ceil(width / SQUARE);
  const rows = Math.ceil(height / SQUARE);
  const sums = new Float32Array(columns * rows);
  const counts = new Float32Array(columns * rows);
  for (let y = 0, n = 0; y < height; y++) {
    const start = Math.floor(y / SQUARE) * columns;
    for (let x = 0; x < width; x++, n++) {
      const square = start + Math.floor(x / SQUARE);
      sums[square] = (sums[square] as number) + (luma[n] as number);
      counts[square] = (counts[square] as number) + 1;
    }
  }
  let means = sums.map((sum, square) => sum / (counts[square] as number));
  // Two blurs with equal weights are about one with weights that fall off.
  for (let pass = 0; pass < 2; pass++) {
    means = boxBlur(means, { rows, columns, step: 1, line: columns });
    means = boxBlur(means, { rows: columns, columns: rows, step: columns, line: 1 });
  }
  const places = linePlaces(width, columns);
  const lines = linePlaces(height, rows);
  const row = (y: number) => {
    const { from, to, share } = lines[y] as Place;
    return (x: number) => {
      const column = places[x] as Place;
      const at = (line: number) => {
        const left = means[line * columns + column.from] as number;
        return left + ((means[line * columns + column.to] as number) - left) * column.share;
      };
      const upper = at(from);
      return upper + (at(to) - upper) * share;
    };
  };
  return { row };
}

/** The two squares between whose middles a pixel lies, and how near it is to the second one. */
interface Place {
  from: number;
  to: number;
  share: number;
}

function linePlaces(pixels: number, squares: number): Place[] {
  return Array.from({ length: pixels }, (_, at) => {
    const place = Math.min(Math.max((at + 0.5) / SQUARE - 0.5, 0), squares - 1);
    const from = Math.floor(place);
    return { from, to: Math.min(from + 1, squares - 1), share: place - from };
  });
}

interface Lines {
  rows: number;
  columns: number;
  /** Distance of neighbours in a row, and of rows. */
  step: number;
  line: number;
}

/** Returns the means of neighbours in a row. */
function boxBlur(values: Float32Array, { rows, columns, step, line }: Lines): Float32Array<ArrayBuffer> {
  const blurred = new Float32Array(values.length);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      let sum = 0;
      for (let by = -RADIUS; by <= RADIUS; by++) {
        const near = Math.min(Math.max(column + by, 0), columns - 1);
        sum += values[row * line + near * step] as number;
      }
      blurred[row * line + column * step] = sum / (2 * RADIUS + 1);
    }
  }
  return blurred;
}
