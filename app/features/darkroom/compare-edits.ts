import { type Adjustments, type Edits, noAdjustments, noEdits } from "./edits";

/** Returns whether two photos have the same colours. Edits are plain data with keys in one order (edits.ts). */
export function isSameAdjustments(a: Adjustments, b: Adjustments): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** Returns whether two edits show the same photo, whichever look the adjustments come from. */
export function isSameEdits(a: Edits, b: Edits): boolean {
  return JSON.stringify({ ...a, look: null }) === JSON.stringify({ ...b, look: null });
}

/** Returns whether the edits leave the photo as it is. */
export function isUnedited(edits: Edits): boolean {
  return isSameEdits(edits, noEdits);
}

export function isUnadjusted(adjustments: Adjustments): boolean {
  return isSameAdjustments(adjustments, noAdjustments);
}
