import { firstOf, lengthOf, PREVIEW_MAX } from "./limits";

/** The first 30 characters of a message or a comment on one line, with an ellipsis when there is more (spec points 7 and 9). */
export function previewOf(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return lengthOf(line) > PREVIEW_MAX ? `${firstOf(line, PREVIEW_MAX)}…` : line;
}
