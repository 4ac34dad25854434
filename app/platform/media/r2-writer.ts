import type { RenderedPhoto } from "./photo";
import { PHOTO_TYPE, type StoredPhoto } from "./store";

/** The bindings of a media store, and how it writes objects. */
export interface R2Writer {
  bucket: R2Bucket;
  images: ImagesBinding;
  put: (key: string, bytes: Uint8Array, contentType: string) => Promise<R2Object>;
  /** Waits for all writes under an id, and removes the objects again when one fails. @throws its error */
  putAll: (id: string, puts: Promise<unknown>[]) => Promise<void>;
}

/** Returns the facts of a photo that is stored as it was rendered. */
export function factsOf({ variants: { full }, original, ...facts }: RenderedPhoto): StoredPhoto {
  const stored = { ...facts, contentType: PHOTO_TYPE, size: full.byteLength };
  return original ? { ...stored, originalSize: original.byteLength } : stored;
}
