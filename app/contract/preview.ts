import { PREVIEW_MAX } from "./limits";

/** The first 30 characters of a message or a comment on one line, with an ellipsis when there is more (spec points 7 and 9). */
export function previewOf(text: string): string {
  const letters = [...text.replace(/\s+/g, " ")];
  return letters.length > PREVIEW_MAX ? `${letters.slice(0, PREVIEW_MAX).join("")}…` : letters.join("");
}
