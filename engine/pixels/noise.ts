import { createRandom } from "./random";

const size = 256;
const mask = size - 1;
const random = createRandom(20_417);
const table = Float32Array.from({ length: size * size }, () => random.next());

/** Value noise in [0, 1] with smoothstep interpolation and a period of 256 units. */
export function noise(x: number, y: number): number {
  const left = Math.floor(x);
  const top = Math.floor(y);
  const tx = x - left;
  const ty = y - top;
  const sx = tx * tx * (3 - 2 * tx);
  const sy = ty * ty * (3 - 2 * ty);
  const column = left & mask;
  const nextColumn = (left + 1) & mask;
  const row = (top & mask) * size;
  const nextRow = ((top + 1) & mask) * size;
  const a = table[row + column] ?? 0;
  const b = table[row + nextColumn] ?? 0;
  const c = table[nextRow + column] ?? 0;
  const d = table[nextRow + nextColumn] ?? 0;
  const upper = a + (b - a) * sx;
  return upper + (c + (d - c) * sx - upper) * sy;
}

/** Fractional Brownian motion: octaves of noise, each rotated to hide the grid. About [0.1, 0.9], mean 0.5. */
export function fbm(x: number, y: number, octaves: number): number {
  let sum = 0;
  let total = 0;
  let weight = 1;
  let px = x;
  let py = y;
  for (let octave = 0; octave < octaves; octave += 1) {
    sum += weight * noise(px, py);
    total += weight;
    weight *= 0.5;
    const turned = px * 1.62 - py * 1.18 + 17.3;
    py = px * 1.18 + py * 1.62 + 41.7;
    px = turned;
  }
  return sum / total;
}

/** Ridged noise in [0, 1] along x: sharp crests and broad valleys, the profile of eroded rock. */
export function ridgeProfile(x: number, y: number, octaves: number): number {
  let sum = 0;
  let total = 0;
  let weight = 1;
  let frequency = 1;
  for (let octave = 0; octave < octaves; octave += 1) {
    const crest = 1 - Math.abs(noise(x * frequency + octave * 31.7, y + octave * 13.1) * 2 - 1);
    sum += weight * crest * crest;
    total += weight;
    weight *= 0.48;
    frequency *= 2.07;
  }
  return sum / total;
}

/** Returns a pseudorandom number in [0, 1) for a grid cell. */
export function cellHash(x: number, y: number): number {
  return table[((y & mask) * size + (x & mask)) | 0] ?? 0;
}

/** Ridged fBm in [0, 1] with ridges in all directions: the face of broken rock. */
export function ridgedFbm(x: number, y: number, octaves: number): number {
  let sum = 0;
  let total = 0;
  let weight = 1;
  let px = x;
  let py = y;
  for (let octave = 0; octave < octaves; octave += 1) {
    const crest = 1 - Math.abs(noise(px, py) * 2 - 1);
    sum += weight * crest;
    total += weight;
    weight *= 0.52;
    const turned = px * 1.7 - py * 1.1 + 31.7;
    py = px * 1.1 + py * 1.7 + 13.1;
    px = turned;
  }
  return sum / total;
}
