import { expect, it } from "vitest";
import { isEmojiOnly } from "~/features/chat/emoji-only";

it.each(["🌅", "👩‍👩‍👧 ❤️", "👍🏽", "🏴‍☠️🎉\n🎉"])("%s is nothing but emoji", (text) => {
  expect(isEmojiOnly(text)).toBe(true);
});

it.each(["", " ", "7", "#", "*#*", "1️⃣", "\u200d\ufe0f", "🌅 hi", "🎉".repeat(25)])(
  "%j is not shown larger",
  (text) => {
    expect(isEmojiOnly(text)).toBe(false);
  },
);

it.each(["\u200d", "\ufe0f", "\u200d\ufe0f", "🏽", "❤\ufe0f", "#", " "])(
  "many of %j before a letter are read at once",
  (part) => {
    for (const count of [24, 2000]) {
      const start = performance.now();
      expect(isEmojiOnly(`${part.repeat(count)}x`)).toBe(false);
      // It took seconds where the ways to read a text doubled with each character.
      expect(performance.now() - start).toBeLessThan(200);
    }
  },
);
