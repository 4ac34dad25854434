import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { AiImageView } from "~/contract/ai";
import { artStyles } from "~/contract/art-styles";

/** Returns an AI image as a photo with alt text. */
export function photoOf<Image extends AiImageView>(i18n: I18n, image: Image) {
  return { ...image, mediaUrl: image.imageUrl, altText: describeImage(i18n, image) };
}

/** Returns the alt text of an AI image. */
export function describeImage(
  i18n: I18n,
  { kind, prompt, style }: Pick<AiImageView, "kind" | "prompt" | "style">,
): string {
  if (kind === "generate") return i18n._(msg`AI image of: ${{ prompt: prompt ?? "" }}`);
  if (kind === "edit") return i18n._(msg`Photo edited by AI: ${{ prompt: prompt ?? "" }}`);
  const known = artStyles.find(({ id }) => id === style);
  const styleName = known ? i18n._(known.name) : (style ?? "");
  return i18n._(msg`Photo in the style ${styleName}`);
}
