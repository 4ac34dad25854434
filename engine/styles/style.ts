import type { Checkpoint } from "../checkpoint";
import type { Raster } from "../pixels/raster";
import type { Size } from "../pixels/resize";

/** Repaints a photograph. `size` is what is asked for; the result may be smaller, and is then enlarged smoothly. */
export type Style = (source: Raster, size: Size, checkpoint: Checkpoint) => Promise<Raster>;
