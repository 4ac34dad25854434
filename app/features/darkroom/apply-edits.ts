import { loadImage } from "~/features/photo/load-photo";
import { isUnedited } from "./compare-edits";
import type { Edits } from "./edits";
import { exportPhoto } from "./export-photo";
import { withValidCrop } from "./geometry";
import { createSource } from "./source";

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
): Promise<EditedPhoto> {
  const url = URL.createObjectURL(other.original);
  try {
    const source = createSource(await loadImage(url), keepsOriginal);
    if (!source) throw new Error("The browser cannot draw the photo");
    const own = withValidCrop(source.natural, copiedEdits(edits, other.edits, withCrop));
    const edited = isUnedited(own) ? null : await exportPhoto(source, own);
    if (!edited && !isUnedited(own)) throw new Error("The browser cannot encode the photo");
    return { id: other.id, edits: own, edited };
  } finally {
    URL.revokeObjectURL(url);
  }
}
