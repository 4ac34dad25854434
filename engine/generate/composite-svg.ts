import { linear } from "../pixels/colour";
import { free } from "../pixels/free";
import { mix } from "../pixels/interpolation";
import type { RgbaImage } from "../pixels/raster";
import type { Frame } from "./frame";

/** Renders SVG to RGBA at a width in pixels. A parameter, so that unit tests can load resvg without a bundler. */
export type DrawSvg = (svg: string, width: number) => Promise<RgbaImage>;

const linearOf = Float32Array.from({ length: 256 }, (_, byte) => linear(byte / 255));

/** Composites SVG elements over the frame in linear light. Their coordinate system is 1000 units high. */
export async function compositeSvg(frame: Frame, elements: string, draw: DrawSvg): Promise<void> {
  if (elements === "") return;
  const { width, height, red, green, blue } = frame;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${((width / height) * 1000).toFixed(1)} 1000">${elements}</svg>`;
  const { data } = await draw(svg, width);
  for (let at = 0, byte = 0; at < red.length; at += 1, byte += 4) {
    const alpha = data[byte + 3] ?? 0;
    if (alpha === 0) continue;
    const cover = alpha / 255;
    red[at] = mix(red[at] ?? 0, linearOf[data[byte] ?? 0] ?? 0, cover);
    green[at] = mix(green[at] ?? 0, linearOf[data[byte + 1] ?? 0] ?? 0, cover);
    blue[at] = mix(blue[at] ?? 0, linearOf[data[byte + 2] ?? 0] ?? 0, cover);
  }
  free(data);
}
