import type { Checkpoint } from "../checkpoint";
import { edgeTangents } from "./edges";
import { free } from "./free";
import { createRaster, luma, type Raster } from "./raster";

const SECTORS = 8;
/** Side of the look-up table over the unit disc. */
const TABLE = 33;

interface SectorWeight {
  sector: number;
  weight: number;
}

/**
 * Sector weights by position on the unit disc: each position belongs to its two nearest sectors, with a Gaussian
 * fall-off.
 */
const sectorWeights: readonly (readonly [SectorWeight, SectorWeight])[] = Array.from(
  { length: TABLE * TABLE },
  (_, index) => {
    const x = ((index % TABLE) / (TABLE - 1)) * 2 - 1;
    const y = (Math.floor(index / TABLE) / (TABLE - 1)) * 2 - 1;
    const turn = ((Math.atan2(y, x) / (2 * Math.PI) + 1) % 1) * SECTORS;
    const sector = Math.floor(turn) % SECTORS;
    const fall = Math.exp(-2 * (x * x + y * y));
    return [
      { sector, weight: fall * (1 - (turn % 1)) },
      { sector: (sector + 1) % SECTORS, weight: fall * (turn % 1) },
    ];
  },
);
const firstSector = Uint8Array.from(sectorWeights, ([first]) => first.sector * 5);
const firstWeight = Float32Array.from(sectorWeights, ([first]) => first.weight);
const secondSector = Uint8Array.from(sectorWeights, ([, second]) => second.sector * 5);
const secondWeight = Float32Array.from(sectorWeights, ([, second]) => second.weight);

export interface KuwaharaOptions {
  /** Radius of the window in pixels. */
  radius: number;
  /** Exponent of the variance weighting: 4 is soft, 8 and above hard-edged. */
  hardness: number;
}

/**
 * The anisotropic Kuwahara filter (Kyprianidis 2009): each pixel takes the mean of the sectors with the least
 * variance in an ellipse along the edge. Surfaces flatten into dabs, edges stay.
 */
export async function kuwahara(
  raster: Raster,
  { radius, hardness }: KuwaharaOptions,
  checkpoint: Checkpoint,
): Promise<Raster> {
  const { width, height, red, green, blue } = raster;
  const light = luma(raster);
  const { tx, ty, anisotropy } = edgeTangents(light, width, height, 2);
  const target = createRaster(width, height);
  const sums = new Float64Array(SECTORS * 5);
  const half = (TABLE - 1) / 2;
  for (let y = 0, at = 0; y < height; y += 1) {
    if (y % 24 === 0) await checkpoint();
    for (let x = 0; x < width; x += 1, at += 1) {
      const stretch = 1 + (anisotropy[at] ?? 0);
      const along = radius * stretch;
      const across = radius / stretch;
      const cos = tx[at] ?? 1;
      const sin = ty[at] ?? 0;
      const reachX = Math.ceil(Math.sqrt(along * along * cos * cos + across * across * sin * sin));
      const reachY = Math.ceil(Math.sqrt(along * along * sin * sin + across * across * cos * cos));
      sums.fill(0);
      for (let dy = -reachY; dy <= reachY; dy += 1) {
        const sy = y + dy < 0 ? 0 : y + dy >= height ? height - 1 : y + dy;
        const row = sy * width;
        for (let dx = -reachX; dx <= reachX; dx += 1) {
          const u = (cos * dx + sin * dy) / along;
          const v = (cos * dy - sin * dx) / across;
          if (u * u + v * v > 1) continue;
          const sx = x + dx < 0 ? 0 : x + dx >= width ? width - 1 : x + dx;
          const from = row + sx;
          const r = red[from] ?? 0;
          const g = green[from] ?? 0;
          const b = blue[from] ?? 0;
          const l = light[from] ?? 0;
          const entry = (((v + 1) * half + 0.5) | 0) * TABLE + (((u + 1) * half + 0.5) | 0);
          const a = firstSector[entry] ?? 0;
          const c = secondSector[entry] ?? 0;
          const wa = firstWeight[entry] ?? 0;
          const wc = secondWeight[entry] ?? 0;
          sums[a] = (sums[a] ?? 0) + wa;
          sums[a + 1] = (sums[a + 1] ?? 0) + wa * r;
          sums[a + 2] = (sums[a + 2] ?? 0) + wa * g;
          sums[a + 3] = (sums[a + 3] ?? 0) + wa * b;
          sums[a + 4] = (sums[a + 4] ?? 0) + wa * l * l;
          sums[c] = (sums[c] ?? 0) + wc;
          sums[c + 1] = (sums[c + 1] ?? 0) + wc * r;
          sums[c + 2] = (sums[c + 2] ?? 0) + wc * g;
          sums[c + 3] = (sums[c + 3] ?? 0) + wc * b;
          sums[c + 4] = (sums[c + 4] ?? 0) + wc * l * l;
        }
      }
      mixCalmSectors(sums, hardness, target, at);
    }
  }
  free(light, tx, ty, anisotropy);
  return target;
}

/** Sets a pixel to the mean of the sectors' means, weighted by how little each varies. */
function mixCalmSectors(sums: Float64Array, hardness: number, target: Raster, at: number): void {
  let [total, r, g, b] = [0, 0, 0, 0];
  for (let sector = 0; sector < SECTORS * 5; sector += 5) {
    const weight = sums[sector] ?? 0;
    if (weight < 1e-6) continue;
    const mr = (sums[sector + 1] ?? 0) / weight;
    const mg = (sums[sector + 2] ?? 0) / weight;
    const mb = (sums[sector + 3] ?? 0) / weight;
    const ml = 0.2126 * mr + 0.7152 * mg + 0.0722 * mb;
    const spread = Math.sqrt(Math.abs((sums[sector + 4] ?? 0) / weight - ml * ml));
    const calm = 1 / (1 + (spread * 90) ** hardness);
    total += calm;
    r += mr * calm;
    g += mg * calm;
    b += mb * calm;
  }
  target.red[at] = r / total;
  target.green[at] = g / total;
  target.blue[at] = b / total;
}
