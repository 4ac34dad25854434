import { IMAGE_LOAD_TIMEOUT_MS } from "~/contract/limits";
import { retryImport } from "~/ui/retry-import";
import type { InspectedFile } from "./inspect-file.client";
import { decoderMissing, PhotoError, unreadable } from "./photo-problems";
import type { Fit } from "./scale-pixels";

const loadInspection = retryImport(() => import("./inspect-file.client"));
const loadHeicDecoder = retryImport(() => import("./decode-heic.client"));

/**
 * Returns the facts in a file's headers. Null for a type that the server does not take, or without the reading code.
 * @throws PhotoError for too many pixels
 */
export async function inspected(file: Blob): Promise<InspectedFile | null> {
  const inspection = await loadInspection().catch(() => null);
  return inspection?.inspectFile(file) ?? null;
}

/** Decodes a file within the size limit of photos, without applying the EXIF orientation. @throws PhotoError */
export async function decoded(file: Blob, facts: InspectedFile | null): Promise<ImageBitmap> {
  const source = facts?.untagged ?? file;
  let bitmap: ImageBitmap;
  try {
    bitmap = await withinLoadTime(createImageBitmap(source));
  } catch (error) {
    // Safari alone decodes HEIC.
    if (facts?.type !== "image/heic") throw error;
    bitmap = await withinLoadTime(createImageBitmap(await heicAsPng(source)));
  }
  if (facts) return bitmap;
  const inspection = await loadInspection().catch(() => null);
  try {
    inspection?.checkSize(bitmap);
    return bitmap;
  } catch (error) {
    bitmap.close();
    throw error;
  }
}

/** Returns a HEIC photo as an upright PNG. @param fit its largest size, by default the photo's @throws PhotoError */
export async function heicAsPng(file: Blob, fit?: Fit): Promise<Blob> {
  const decoder = await loadHeicDecoder().catch(() => {
    throw new PhotoError(decoderMissing);
  });
  return decoder.decodeHeic(file, fit).catch((error: unknown) => {
    throw new PhotoError(error instanceof decoder.DecoderMissingError ? decoderMissing : unreadable);
  });
}

/** Rejects with `PhotoError` when the promise rejects or does not settle within the load timeout. */
export function withinLoadTime<T>(loading: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new PhotoError(unreadable));
    const timer = setTimeout(fail, IMAGE_LOAD_TIMEOUT_MS);
    loading.then(resolve, fail).finally(() => clearTimeout(timer));
  });
}
