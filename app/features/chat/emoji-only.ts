/** One character class, because overlapping alternatives backtrack exponentially. */
const EMOJI_ONLY = /^[\p{Extended_Pictographic}\p{Emoji_Component}\s]{1,24}$/u;

/**
 * Returns whether a message is at most 24 code points of emoji, which render larger. Digits, # and * are emoji
 * components too, so at least one pictograph is required.
 */
export function isEmojiOnly(text: string): boolean {
  return EMOJI_ONLY.test(text) && /\p{Extended_Pictographic}/u.test(text) && !/[\d#*]/.test(text);
}
