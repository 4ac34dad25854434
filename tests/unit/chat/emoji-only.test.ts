import { expect, it } from "vitest";
import { isEmojiOnly } from "~/features/chat/emoji-only";

it.each(["🌅", "👩‍👩‍👧 ❤️", "👍🏽", "🏴‍☠️🎉\n🎉"])("recognises %s as emoji only", (text) => {
  expect(isEmojiOnly(text)).toBe(true);
});

it.each(["", " ", "7", "#", "*#*", "1️⃣", "\u200d\ufe0f", "🌅 hi", "🎉".repeat(25)])(
  "does not recognise %j",
  (text) => {
    expect(isEmojiOnly(text)).toBe(false);
  },
);

it.each(["\u200d", "\ufe0f", "\u200d\ufe0f", "🏽", "❤\ufe0f", "#", " "])(
  "matches many of %j before a letter in linear time",
  (part) => {
    // Exponential backtracking would never end.
    expect(isEmojiOnly(`${part.repeat(2000)}x`)).toBe(false);
  },
);
