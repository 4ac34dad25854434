/** One character class, because overlapping alternatives backtrack exponentially. */
const EMOJI_ONLY = /^[\p{Extended_Pictographic}\p{Emoji_Component}\s]{1,24}$/u;

/**
 * Returns whether a message consists of emoji only, at most 24 code points; it is rendered larger. Digits, # and * are emoji
 * components too, so one real emoji is needed.
 */
export function isEmojiOnly(text: string): boolean {
  return EMOJI_ONLY.test(text) && /\p{Extended_Pictographic}/u.test(text) && !/[\d#*]/.test(text);
}
