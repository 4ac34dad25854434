import type { Checkpoint } from "../checkpoint";
import type { Raster } from "../pixels/raster";
import type { Size } from "../pixels/resize";

/** Repaints a photograph. `size` is the requested size; a smaller result is enlarged by the caller. */
export type Style = (source: Raster, size: Size, checkpoint: Checkpoint) => Promise<Raster>;
