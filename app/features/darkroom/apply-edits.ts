import { isUnedited } from "./compare-edits";
import type { Edits } from "./edits";
import { exportPhoto } from "./export-photo";
import { withValidCrop } from "./geometry";
import { openSource } from "./source";

/** Another photo of the post. */
export interface OtherPhoto {
  id: string;
  original: Blob;
  edits: Edits;
}

/** A photo with its edits; null where they leave it as it was. */
export interface EditedPhoto {
  id: string;
  edits: Edits;
  edited: Blob | null;
}

/** Returns the edits of another photo with the adjustments of this one, and with its crop where that is wanted. */
export function copiedEdits(edits: Edits, other: Edits, withCrop: boolean): Edits {
  const { adjustments, look } = edits;
  return withCrop ? edits : { ...other, adjustments, look };
}

/** Applies edits to another photo. @throws when the browser cannot read or draw it */
export async function applyToOther(
  other: OtherPhoto,
  edits: Edits,
  { withCrop, keepsOriginal }: { withCrop: boolean; keepsOriginal: boolean },
  signal?: AbortSignal,
): Promise<EditedPhoto> {
  const source = await openSource(other.original, keepsOriginal);
  try {
    const own = withValidCrop(source.natural, copiedEdits(edits, other.edits, withCrop));
    const edited = isUnedited(own) ? null : await exportPhoto(source, own, signal);
    if (!edited && !isUnedited(own)) throw new Error("The browser cannot encode the photo");
    return { id: other.id, edits: own, edited };
  } finally {
    source.close();
  }
}
