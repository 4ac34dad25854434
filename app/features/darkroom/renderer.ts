import type { Size } from "~/ui/crop";
import type { Edits } from "./edits";

/** Draws a photo with edits. */
export interface Renderer {
  /** The way in which it draws. */
  kind: "webgl" | "canvas";
  /** Shows what was drawn last. */
  canvas: HTMLCanvasElement;
  /** Draws at a size in pixels. */
  draw: (edits: Edits, size: Size) => void;
  dispose: () => void;
}
