import naughty from "big-list-of-naughty-strings";
import { describe, expect, test } from "vitest";
import { hasMutedWord, mutedWordInput, shownWord, wordsOf } from "~/contract/mutes";

const formOf = (word: string) => mutedWordInput.parse({ word }).word;
const hides = (word: string, text: string) => hasMutedWord([formOf(word)], text);

describe("a muted word", () => {
  test.each([
    ["kale", "I love KALE!"],
    ["kale", "#kale and more"],
    ["Kale", "(kale)"],
    ["new york", "New   York, at night"],
    ["café", "Cafe\u0301 at dawn"],
    ["straße", "STRAßE"],
    ["istanbul", "İSTANBUL"],
    ["ﬁre", "fire"],
    ["２０２６", "Happy 2026"],
    ["東京", "昨日東京タワーへ"],
    ["ラーメン", "味噌ラーメン大盛り"],
    ["กาแฟ", "ร้านกาแฟใหม่"],
    ["🐍", "Look🐍!"],
    ["👋", "Hello 👋🏽"],
    ["spoiler", "the\u200bspoiler spo\u200biler"],
    ["كتاب", "قرأت كتاب اليوم"],
    ["hindi हिन्दी", "Hindi-हिन्दी"],
    ["c", "c++"],
  ])("%s hides %s", (word, text) => {
    expect(hides(word, text)).toBe(true);
  });

  test.each([
    ["kale", "kaleidoscope"],
    ["kale", "#kale_salad"],
    ["new york", "new, old york"],
    ["cafe", "café"],
    ["東京", "京東"],
    ["🐍", "🐢"],
    ["a", ""],
  ])("%s does not hide %s", (word, text) => {
    expect(hides(word, text)).toBe(false);
  });

  test.each([
    ["Kale", "kale"],
    ["東京 Tower", "東京 tower"],
    ["new  york", "new york"],
    ["🐍🐍", "🐍🐍"],
  ])("%s is shown as %s", (word, shown) => {
    expect(shownWord(formOf(word))).toBe(shown);
    expect(formOf(shown)).toBe(formOf(word));
  });

  test("has a visible letter, digit or emoji, and at most 50 characters", () => {
    const problemOf = (word: unknown) => mutedWordInput.safeParse({ word }).error?.issues[0]?.message;
    for (const word of [undefined, "", "  ", "\u200b", "!?", "—", "\u202e"]) {
      expect(problemOf(word), JSON.stringify(word)).toBe("Please enter a word");
    }
    expect(problemOf("x".repeat(50))).toBeUndefined();
    expect(problemOf("東".repeat(50))).toBeUndefined();
    const long = "A muted word must not be longer than 50 characters.";
    expect(problemOf("x".repeat(51))).toBe(long);
    // Each becomes eighteen letters.
    expect(problemOf("\ufdfa".repeat(50))).toBe(long);
  });
});

test("a naughty string has one form, however its member reads it", () => {
  for (const text of naughty) {
    const form = wordsOf(text);
    expect(wordsOf(form), JSON.stringify(text)).toBe(form);
    expect(wordsOf(shownWord(form)), JSON.stringify(text)).toBe(form);
    if (form) expect(hasMutedWord([form], `before ${text} after`)).toBe(true);
  }
});

test("no muted word hides nothing", () => {
  expect(hasMutedWord([], "kale")).toBe(false);
  expect(hasMutedWord(["dusk", "kale"], "Dawn", "with kale")).toBe(true);
  expect(wordsOf("  A, b…c  ")).toBe("a b c");
});
