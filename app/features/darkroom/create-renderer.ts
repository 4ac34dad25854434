import { createCanvasRenderer } from "./render-canvas";
import { createWebglRenderer } from "./render-webgl";
import type { Renderer } from "./renderer";
import type { Source } from "./source";

/** Returns a renderer of a photo: WebGL2, or a canvas where that does not work or is slow. Null when it has neither. */
export function createRenderer(source: Source, kind?: Renderer["kind"]): Renderer | null {
  const renderer = (kind === "canvas" ? null : createWebglRenderer(source)) ?? createCanvasRenderer(source);
  if (!renderer) return null;
  const { canvas } = renderer;
  canvas.className = "absolute inset-0 size-full";
  canvas.setAttribute("aria-hidden", "true");
  canvas.dataset.renderer = renderer.kind;
  return renderer;
}
