import type { Size } from "~/ui/crop";
import type { Edits } from "./edits";
import type { Part } from "./geometry";

/** A part of an edited photo in a size. */
export interface Drawing {
  /** Pixels of the drawing. */
  size: Size;
  /** The part of the edited photo that fills it. */
  part: Part;
  /** Whether pixels that have lost their details are highlighted: white ones in red, black ones in blue. */
  showsClipping?: boolean;
}

/** Draws a photo with edits. */
export interface Renderer {
  /** The way in which it draws. */
  kind: "webgl" | "canvas";
  /** Shows what was drawn last. */
  canvas: HTMLCanvasElement;
  draw: (edits: Edits, drawing: Drawing) => void;
  /** Whether the system took its memory, so that it draws nothing any more. */
  isLost: () => boolean;
  dispose: () => void;
}

/** Returns whether the colours depend on the layer of details. */
export function needsDetails({ adjustments }: Edits): boolean {
  return adjustments.clarity !== 0 || adjustments.sharpness !== 0;
}
