import { Fragment } from "react";

const ADDRESS = /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]}'])/g;
/** One class: with alternatives that overlap, a message could be made that takes hours to be told from an emoji. */
const EMOJI_ONLY = /^[\p{Extended_Pictographic}\p{Emoji_Component}\s]{1,24}$/u;

/** A message of nothing but emoji is shown larger. Digits, # and * are emoji components too, so one real emoji is needed. */
export function isEmojiOnly(text: string): boolean {
  return EMOJI_ONLY.test(text) && /\p{Extended_Pictographic}/u.test(text) && !/[\d#*]/.test(text);
}

/** A message with its web addresses as links, which tell nothing about where they were pressed. */
export function MessageText({ text }: { text: string }) {
  return text.split(ADDRESS).map((part, place) =>
    place % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places.
      <a key={place} href={part} target="_blank" rel="noopener noreferrer nofollow" className="underline">
        {part}
      </a>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above.
      <Fragment key={place}>{part}</Fragment>
    ),
  );
}
