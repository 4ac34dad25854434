import { POST_IMAGE_MAX_BYTES } from "~/contract/limits";
import { encodePhoto } from "~/features/photo/encode-photo";
import { createRenderer } from "./create-renderer";
import type { Edits } from "./edits";
import { createPen, releaseCanvas } from "./pen";
import type { Renderer } from "./renderer";
import { type Source, storedSizeOf } from "./source";

/** Pixels that are drawn at a time: an original of 12 megapixels would take several times its memory at once. */
const STRIP_PIXELS = 1_000_000;

/**
 * Returns the edited photo in its stored size, encoded for an upload; null if the browser cannot draw it.
 * @throws when the signal is aborted
 */
export async function exportPhoto(source: Source, edits: Edits, signal?: AbortSignal): Promise<Blob | null> {
  const canvas =
    (await drawn(source, edits, createRenderer(source), signal)) ??
    (await drawn(source, edits, createRenderer(source, "canvas"), signal));
  if (!canvas) return null;
  const file = await encodePhoto(canvas, POST_IMAGE_MAX_BYTES, source.isOpaque);
  releaseCanvas(canvas);
  return file;
}

/** Draws the photo on a canvas of its own; null when the renderer was lost meanwhile. */
async function drawn(
  source: Source,
  edits: Edits,
  renderer: Renderer | null,
  signal?: AbortSignal,
): Promise<HTMLCanvasElement | null> {
  const size = storedSizeOf(source, edits);
  const copy = createPen(size);
  if (!renderer || !copy) return null;
  const rows = Math.max(1, Math.floor(STRIP_PIXELS / size.width));
  try {
    for (let y = 0; y < size.height; y += rows) {
      const height = Math.min(rows, size.height - y);
      const part = { x: 0, y: y / size.height, width: 1, height: height / size.height };
      renderer.draw(edits, { size: { width: size.width, height }, part });
      // A WebGL canvas is empty after this task, and its pixels cannot be read as those of a 2D canvas.
      copy.drawImage(renderer.canvas, 0, y);
      await nextTask();
      signal?.throwIfAborted();
    }
    return renderer.isLost() ? null : copy.canvas;
  } finally {
    renderer.dispose();
  }
}

/** Resolves after the input that waits, so that the page can be left between two strips. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
