import { bloom } from "../pixels/blur";
import { gradient, type Rgb, rgb, tint } from "../pixels/colour";
import { free } from "../pixels/free";
import { guidedFilter } from "../pixels/guided-filter";
import { clamp, mix, smoothstep } from "../pixels/interpolation";
import { equaliseHistogram, stretchLevels } from "../pixels/levels";
import { createRaster, luma, planesOf, type Raster, shadePixels } from "../pixels/raster";
import { shrinkTo } from "../pixels/resize";
import { detectBackdrop } from "./backdrop";
import type { Style } from "./style";

const SIDE = 900;

const gradientMap = gradient(
  [0, "#120434"],
  [0.22, "#3b0f70"],
  [0.42, "#a0269e"],
  [0.6, "#ff5cae"],
  [0.78, "#ffa9c6"],
  [0.9, "#a9f1ff"],
  [1, "#f4fdff"],
);
const sunColours = gradient([0, "#fff37a"], [0.45, "#ff9a5a"], [0.75, "#ff3f93"], [1, "#c81fb0"]);
const dusk = gradient([0, "#1a0b4e"], [0.5, "#7a1fa0"], [0.8, "#ff5fa8"], [1, "#ffb38a"]);
const cyan = rgb("#4df3ff");
const floor = rgb("#1c0545");

/** Share of the image above which a backdrop has room for the sun; a strip of table behind a plate has none. */
const MIN_SUN_ROOM = 0.2;
/** A backdrop down to this share of the height is the floor too: a page, or a product on white. */
const FLOOR = 0.95;

/** A magenta and cyan gradient map, a striped sun, a perspective grid and the artefacts of a video tape. */
export const vaporwave: Style = async (source, _size, checkpoint) => {
  const raster = shrinkTo(source, SIDE);
  const { width, height } = raster;
  const calmed = guidedFilter(raster, 3, 0.002);
  const light = equaliseHistogram(stretchLevels(luma(calmed)), 0.5);
  free(...planesOf(calmed));
  // The sun sets behind the objects in front of the backdrop; without one, it would cover a face or a plate.
  const backdrop = detectBackdrop(raster);
  const open = (backdrop?.share ?? 0) > MIN_SUN_ROOM ? backdrop?.mask : undefined;
  const isFloor = open !== undefined && (backdrop?.bottom ?? 0) > height * FLOOR;
  await checkpoint();
  const horizon = height * 0.74;
  const radius = Math.min(width, height) * 0.34;
  const sky = Math.min(horizon, backdrop?.bottom ?? horizon);
  const [sunX, sunY] = [width * 0.5, Math.max(radius * 0.72, Math.min(height * 0.42, sky - radius * 0.35))];
  shadePixels(raster, (pixel, x, y, at) => {
    Object.assign(pixel, gradientMap(light[at] ?? 0));
    const behind = open?.[at] ?? 0;
    tint(pixel, dusk(y / horizon), behind * 0.85);
    const away = Math.hypot(x - sunX, y - sunY) / radius;
    const down = (y - (sunY - radius)) / (2 * radius);
    const gap =
      down > 0.42 ? smoothstep(0.5, 0.56, Math.abs(((down * 11) % 1) - 0.5) + 0.62 - down * 0.42) : 1;
    const disc = smoothstep(1.01, 0.99, away) * gap;
    tint(pixel, sunColours(down), disc * behind * 0.97);
    const halo = Math.exp(-((Math.max(0, away - 1) * 2.6) ** 2)) * 0.4 * behind;
    tint(pixel, sunColours(0.75), halo);
    if (y > horizon)
      drawGrid(pixel, x / width - 0.5, (y - horizon) / (height - horizon), isFloor ? behind : 1);
  });
  await checkpoint();
  bloom(raster, 0.72, width / 60, 0.5);
  await checkpoint();
  free(light, ...(backdrop ? [backdrop.mask] : []));
  return addTapeArtefacts(raster);
};

/** Draws the grid at a distance from the middle, in image widths, and from the horizon, in grid heights. */
function drawGrid(pixel: Rgb, fromMiddle: number, near: number, strength: number): void {
  const depth = 1 / (near + 0.06);
  const across = (fromMiddle * depth * 5.2) % 1;
  const along = (depth * 1.9) % 1;
  const thickness = 0.016 * depth * 0.5 + 0.02;
  const distance = Math.min(
    Math.abs(Math.abs(across) > 0.5 ? 1 - Math.abs(across) : across) / thickness,
    Math.min(along, 1 - along) / (thickness * depth * 0.55),
  );
  tint(pixel, floor, smoothstep(0, 0.35, near) * 0.72 * strength);
  const line = Math.exp(-distance * distance) + 0.3 * Math.exp(-distance * 0.5);
  tint(pixel, cyan, clamp(line) * smoothstep(0, 0.12, near) * 0.9 * strength);
}

/** Video tape artefacts: red and blue are shifted apart, and every third line is darker. */
function addTapeArtefacts(raster: Raster): Raster {
  const { width, height } = raster;
  const target = createRaster(width, height);
  const slip = Math.max(2, Math.round(width / 190));
  for (let y = 0, at = 0; y < height; y += 1) {
    const line = y % 3 === 0 ? 0.9 : 1.02;
    const row = y * width;
    for (let x = 0; x < width; x += 1, at += 1) {
      const left = raster.red[row + Math.max(0, x - slip)] ?? 0;
      const right = raster.blue[row + Math.min(width - 1, x + slip)] ?? 0;
      target.red[at] = mix(raster.red[at] ?? 0, left, 0.8) * line;
      target.green[at] = (raster.green[at] ?? 0) * line;
      target.blue[at] = mix(raster.blue[at] ?? 0, right, 0.8) * line;
    }
  }
  return target;
}
