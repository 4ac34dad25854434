import type { AiResult } from "~/contract/ai";
import { artStyles } from "~/contract/art-styles";

/** Returns the alt text of an AI image. */
export function describeImage({ kind, prompt, style }: Pick<AiResult, "kind" | "prompt" | "style">): string {
  if (kind === "generate") return `AI image of: ${prompt}`;
  if (kind === "edit") return `Photo edited by AI: ${prompt}`;
  return `Photo in the style ${artStyles.find(({ id }) => id === style)?.name ?? style}`;
}
