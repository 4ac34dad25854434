import { msg } from "@lingui/core/runtime-macro";
export const REACTION_NOT_EMOJI = msg`Please choose one emoji`;

/** Selects the coloured form of a character that also has a monochrome one. Keyboards may leave it out. */
const VARIATION = "\uFE0F";

/**
 * Returns a text as one emoji in its complete form, "❤" as "❤️"; null for anything else. One emoji can have
 * several code points (Unicode Technical Standard 51, "RGI emoji").
 */
export function emojiOf(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed.length > 40) return null;
  // biome-ignore lint/complexity/useRegexLiterals: a browser without the flag must not fail at import.
  const oneEmoji = new RegExp("^\\p{RGI_Emoji}$", "v");
  return [trimmed, trimmed + VARIATION].find((form) => oneEmoji.test(form)) ?? null;
}
