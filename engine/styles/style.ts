import type { Picture } from "../pixels/picture";
import type { Size } from "../pixels/resize";

/** Lets other work of the process have its turn, and ends a job that nobody waits for any more. */
export type Breathe = () => Promise<void>;

/** Repaints a photograph. `size` is what is asked for; the result may be smaller, and is then enlarged smoothly. */
export type Style = (source: Picture, size: Size, breathe: Breathe) => Promise<Picture>;
