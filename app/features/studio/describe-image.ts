import type { AiImageView } from "~/contract/ai";
import { artStyles } from "~/contract/art-styles";

/** Returns an AI image as a photo with alt text. */
export function photoOf<Image extends AiImageView>(image: Image) {
  return { ...image, mediaUrl: image.imageUrl, altText: describeImage(image) };
}

/** Returns the alt text of an AI image. */
export function describeImage({
  kind,
  prompt,
  style,
}: Pick<AiImageView, "kind" | "prompt" | "style">): string {
  if (kind === "generate") return `AI image of: ${prompt}`;
  if (kind === "edit") return `Photo edited by AI: ${prompt}`;
  return `Photo in the style ${artStyles.find(({ id }) => id === style)?.name ?? style}`;
}
