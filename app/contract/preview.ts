import { PREVIEW_MAX } from "./limits";
import { firstOf, lengthOf } from "./text-length";

/** Returns the first 30 characters on one line, with an ellipsis if the text is longer (docs/product.md#words). */
export function previewOf(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return lengthOf(line) > PREVIEW_MAX ? `${firstOf(line, PREVIEW_MAX)}…` : line;
}
