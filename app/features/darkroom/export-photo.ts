import { POST_IMAGE_MAX_BYTES } from "~/contract/limits";
import { encodePhoto } from "~/features/photo/encode-photo";
import { createRenderer } from "./create-renderer";
import { type Edits, editedSize } from "./edits";

/** Returns the edited photo at the original's resolution, encoded for an upload; null if the browser cannot draw it. */
export async function exportPhoto(image: HTMLImageElement, edits: Edits): Promise<Blob | null> {
  const size = editedSize({ width: image.naturalWidth, height: image.naturalHeight }, edits);
  const renderer = createRenderer(image);
  const copy = document.createElement("canvas");
  copy.width = size.width;
  copy.height = size.height;
  const context = copy.getContext("2d");
  if (!renderer || !context) return null;
  renderer.draw(edits, size);
  // A WebGL canvas is empty after this task, and its pixels cannot be read as those of a 2D canvas.
  context.drawImage(renderer.canvas, 0, 0);
  renderer.dispose();
  return encodePhoto(copy, POST_IMAGE_MAX_BYTES);
}
