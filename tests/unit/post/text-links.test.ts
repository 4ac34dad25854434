import { describe, expect, it } from "vitest";
import { mentionsIn, tagsIn, textParts } from "~/contract/text-links";

describe("links in a text", () => {
  it.each([
    ["#dusk", ["dusk"], []],
    ["At #Dusk, with @mara_lind. And #dusk again", ["dusk"], ["mara_lind"]],
    ["#été #Über_uns #写真", ["été", "über_uns", "写真"], []],
    ["#हिन्दी और #ภาษาไทยที่ดี", ["हिन्दी", "ภาษาไทยที่ดี"], []],
    ["#Cafe\u0301 is #caf\u00e9", ["caf\u00e9"], []],
    // The joiners spell these words: Persian, Hindi, Bengali.
    ["#می\u200cخواهم #क्\u200dष #র\u200d্যাব", ["می\u200cخواهم", "क्\u200dष", "র\u200d্যাব"], []],
    ["#du\u200dsk #می\u200c ends before what does not show", ["du", "می"], []],
    ["#👩\u200d🚀 #\u0301accent begin with no letter", [], []],
    ["e\u0301#a हि#b ❤\ufe0f#c 1\ufe0f\u20e3#d", ["c", "d"], []],
    ["#2026 is a number", [], []],
    ["mail me@example.com, see /a#b, a#b and &#39;", [], []],
    ["@ab is too short, @Mara.Lind... is not", [], ["mara.lind"]],
    ["##double @@double", [], []],
    ['(#inside) "@quoted"', ["inside"], ["quoted"]],
    ["<script>alert(1)</script>", [], []],
  ])("%s", (text, tags, mentions) => {
    expect(tagsIn(text)).toEqual(tags);
    expect(mentionsIn(text)).toEqual(mentions);
    expect(
      textParts(text)
        .map((part) => part.text)
        .join(""),
    ).toBe(text);
  });

  it("are limited in number", () => {
    const many = Array.from({ length: 100 }, (_, n) => `#tag${n} @name${n}`).join(" ");
    expect([tagsIn(many).length, mentionsIn(many).length]).toEqual([30, 30]);
  });
});
