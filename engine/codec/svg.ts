import { initWasm, Resvg } from "@resvg/resvg-wasm";
import wasm from "@resvg/resvg-wasm/index_bg.wasm";
import type { DrawSvg } from "../generate/composite-svg";
import { free } from "../pixels/free";
import { straightAlpha } from "./straight-alpha";

let ready: Promise<void> | null = null;

/** Renders SVG with resvg. Workers cannot compile WebAssembly at run time, so the module is a static import. */
export const drawSvg: DrawSvg = async (svg) => {
  ready ??= initWasm(wasm);
  await ready;
  const drawing = new Resvg(svg, { font: { loadSystemFonts: false } });
  const image = drawing.render();
  const { width, height } = image;
  const { pixels } = image;
  const data = straightAlpha(pixels);
  free(pixels);
  image.free();
  drawing.free();
  return { width, height, data };
};
