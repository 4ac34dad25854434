import { FILE_REMOVED } from "~/contract/texts";
import { retryImport } from "~/ui/retry-import";

const loadRedrawing = retryImport(() => import("./redraw-file.client"));

/**
 * Sends an image, and again as the browser shows it when the server cannot read it (415): decoders differ in tolerance.
 * @throws what `send` throws, the first time if the browser cannot read the file either
 */
export async function sendReadable<Reply>(
  image: Blob,
  send: (image: Blob) => Promise<Reply>,
  maxBytes?: number,
): Promise<Reply> {
  try {
    return await send(image);
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    const encode = async () => (await loadRedrawing()).redrawFile(image, maxBytes);
    return send(
      await encode().catch(() => {
        throw error;
      }),
    );
  }
}

/** Returns whether the server could not read a file. A removed photo has the same status, but must not be redrawn. */
const isUnreadable = (error: unknown): boolean =>
  error instanceof Error &&
  "status" in error &&
  error.status === 415 &&
  !("messageCode" in error && error.messageCode === FILE_REMOVED.id);
