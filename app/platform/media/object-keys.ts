import { type MediaVariant, mediaVariants, type ServedVariant } from "~/contract/media-address";
import type { MediaKind, PrivateVariant } from "./store";

/** The names of the variants. The keys of a const object are those of its type. */
export const variants = Object.keys(mediaVariants) as MediaVariant[];
export const privateVariants: PrivateVariant[] = ["feed", "full", "file"];

export const folder = (kind: MediaKind, id: string) => `${kind}/${id}/`;

export const objectKey = (id: string, variant: ServedVariant) => `${folder("photos", id)}${variant}.webp`;

export const privateKey = (id: string, variant: PrivateVariant) => `${folder("attachments", id)}${variant}`;

const EVIDENCE = "evidence/";

/** Returns the name by which `remove` removes the copy of a photo that `preserve` made. Triggers write it too. */
export const evidenceName = (id: string) => `${EVIDENCE}${id}`;

export const isEvidenceName = (id: string) => id.startsWith(EVIDENCE);

/** Returns the keys of everything that is stored under an id, or of the copy that `evidenceName` names. */
export function keysOf(id: string): string[] {
  if (isEvidenceName(id)) return [id];
  const served: ServedVariant[] = ["avatar", ...variants, "original"];
  return [
    ...served.map((variant) => objectKey(id, variant)),
    ...privateVariants.map((variant) => privateKey(id, variant)),
  ];
}
