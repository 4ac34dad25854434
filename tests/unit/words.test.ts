import { describe, expect, test } from "vitest";
import { postWordsOf, wordQuery } from "~/domain/search/words";

const wordsOf = (caption: string, location = "") =>
  postWordsOf({ caption, location }).normalize("NFC").split(" ").slice(1, -1);

describe("the words of a post", () => {
  test.each([
    ["Golden hour, at last!", ["golden", "hour", "at", "last"]],
    ["Café CAFE cafe\u0301 Strauß", ["cafe", "strauss"]],
    ["#golden_hour @ada.lovelace don't", ["golden", "hour", "ada", "lovelace", "don", "t"]],
    ["Sunset 🌅🌅 in 🇵🇹", ["sunset", "🌅", "in", "🇵🇹"]],
    ["👩‍👩‍👧 ❤️ 👍🏽", ["👩", "👧", "❤", "👍"]],
    ["山田太郎", ["山田", "田太", "太郎"]],
    ["海 の写真 2026年", ["海", "の写", "写真", "2026", "年"]],
    ["がぎ สิริ", ["がぎ", "สิริ"]],
    ["바다에서 본 노을", ["바다에서", "본", "노을"]],
    ["غروبُ الشَّمْس", ["غروب", "الشمس"]],
    ["שָׁלוֹם עולם", ["שלום", "עולם"]],
    ["नमस्ते दुनिया", ["नमस्ते", "दुनिया"]],
    ["می‌خواهم", ["میخواهم"]],
    ["100% 1,000", ["100", "1", "000"]],
    ["\ud83c broken \u0000\u0301 \\ \" ' --", ["broken"]],
  ])("of %j are distinct and folded", (caption, words) => {
    expect(wordsOf(caption)).toEqual(words);
  });

  test("are none without letters, digits and emoji", () => {
    for (const caption of ["", "  ", "!?…", "\u0301\u0301", "__", "\u200d"]) {
      expect(postWordsOf({ caption, location: "" }), JSON.stringify(caption)).toBe("");
    }
  });

  test("are at most 40, those of the place first, each of at most 32 characters", () => {
    const caption = Array.from({ length: 100 }, (_, n) => `word${n}`).join(" ");
    const words = wordsOf(caption, "Porto, Portugal");
    expect(words.slice(0, 3)).toEqual(["porto", "portugal", "word0"]);
    expect(words).toHaveLength(40);
    expect(wordsOf("x".repeat(2200))).toEqual(["x".repeat(32)]);
    expect(wordsOf("𝒻".repeat(100))).toEqual(["f".repeat(32)]);
    expect(wordsOf("𐐨".repeat(100))).toEqual(["𐐨".repeat(32)]);
  });
});

describe("the words of a query", () => {
  test("are its words, the last one as a beginning", () => {
    expect(wordQuery("Café light")).toEqual({
      whole: ["cafe"],
      start: "light",
      end: "light\u{10FFFF}",
      parts: [" cafe ", " light"],
    });
    expect(wordQuery("太郎")?.parts).toEqual([" 太郎"]);
  });

  test("are at most 8, and cut as those of posts", () => {
    expect(wordQuery("a b c d e f g h i j")?.parts).toHaveLength(8);
    const long = wordQuery("é".repeat(10_000));
    expect(long).toEqual({
      whole: [],
      start: "e".repeat(32),
      end: `${"e".repeat(32)}\u{10FFFF}`,
      parts: [` ${"e".repeat(32)}`],
    });
  });

  test("are none under two characters or without a word", () => {
    for (const query of ["", " ", "a", " a ", "%%", "__", "' -- \"", "\u0000\u0000"]) {
      expect(wordQuery(query), JSON.stringify(query)).toBeNull();
    }
  });
});
