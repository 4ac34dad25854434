import { describe, expect, it } from "vitest";
import { mentionsIn, shownUrl, tagsIn, textParts } from "~/contract/text-links";

describe("hashtags and mentions", () => {
  it.each([
    ["#dusk", ["dusk"], []],
    ["At #Dusk, with @mara_lind. And #dusk again", ["dusk"], ["mara_lind."]],
    ["#été #Über_uns #写真", ["été", "über_uns", "写真"], []],
    ["#हिन्दी और #ภาษาไทยที่ดี", ["हिन्दी", "ภาษาไทยที่ดี"], []],
    ["#Cafe\u0301 is #caf\u00e9", ["caf\u00e9"], []],
    // Joiners inside of words: Persian, Hindi, Bengali.
    ["#می\u200cخواهم #क्\u200dष #র\u200d্যাব", ["می\u200cخواهم", "क्\u200dष", "র\u200d্যাব"], []],
    ["#du\u200dsk #می\u200c ends before what does not show", ["du", "می"], []],
    ["#👩\u200d🚀 #\u0301accent begin with no letter", [], []],
    ["e\u0301#a हि#b ❤\ufe0f#c 1\ufe0f\u20e3#d", ["c", "d"], []],
    ["＃夕焼け と ＠mara_lind さん", ["夕焼け"], ["mara_lind"]],
    ["#ＤＵＳＫ is #dusk", ["dusk"], []],
    ["#İstanbul, #ISTANBUL, #istanbul and #ısı", ["istanbul", "ısı"], []],
    ["#col·legi #a·b", ["col·legi", "a"], []],
    ["##double ＃＃double ＠＠double a＃b", [], []],
    ["#2026 is a number", [], []],
    ["mail me@example.com, see /a#b, a#b and &#39;", [], []],
    ["@ab is too short, @Mara.Lind... is not", [], ["mara.lind..."]],
    ["##double @@double", [], []],
    ['(#inside) "@quoted"', ["inside"], ["quoted"]],
    ["<script>alert(1)</script>", [], []],
    ["https://example.com/#dusk and https://example.com/@mara_lind?a=(#b)", [], []],
    ["@mara.lind.", [], ["mara.lind."]],
  ])("%s", (text, tags, mentions) => {
    expect(tagsIn(text)).toEqual(tags);
    expect(mentionsIn(text)).toEqual(mentions);
    expect(
      textParts(text)
        .map((part) => part.text)
        .join(""),
    ).toBe(text);
  });

  it("show a mention without the full stops after it, and link to the name with them", () => {
    expect(textParts("By @mara.lind.")).toEqual([
      { kind: "text", text: "By " },
      { kind: "mention", text: "@mara.lind", username: "mara.lind." },
      { kind: "text", text: "." },
    ]);
  });

  it("are at most 30 of a text", () => {
    const many = Array.from({ length: 100 }, (_, n) => `#tag${n} @name${n}`).join(" ");
    expect([tagsIn(many).length, mentionsIn(many).length]).toEqual([30, 30]);
  });
});

describe("URLs", () => {
  const urlsIn = (text: string) =>
    textParts(text).flatMap((part) => (part.kind === "url" ? [part.text] : []));

  it.each([
    ["https://example.com", ["https://example.com"]],
    ["See https://example.com/a?b=1. Then", ["https://example.com/a?b=1"]],
    [
      "(https://example.com/a), “https://example.com/b”!?",
      ["https://example.com/a", "https://example.com/b"],
    ],
    ["https://en.wikipedia.org/wiki/Dusk_(film)", ["https://en.wikipedia.org/wiki/Dusk_(film)"]],
    ["(https://en.wikipedia.org/wiki/Dusk_(film))", ["https://en.wikipedia.org/wiki/Dusk_(film)"]],
    ["[https://example.com/x]. {https://example.com/y}", ["https://example.com/x", "https://example.com/y"]],
    ["<https://example.com/a>https://example.com/b", ["https://example.com/a", "https://example.com/b"]],
    ["https://example.com/écran#写真…", ["https://example.com/écran#写真"]],
    ["Https://example.com on a phone", ["Https://example.com"]],
    ["HTTP://EXAMPLE.COM", ["HTTP://EXAMPLE.COM"]],
    ["http://localhost:8787/a'b'", ["http://localhost:8787/a'b"]],
    ["javascript:alert(1) ftp://example.com xhttps://example.com", []],
    ["https:// and http://.", []],
  ])("%s", (text, urls) => {
    expect(urlsIn(text)).toEqual(urls);
    expect(
      textParts(text)
        .map((part) => part.text)
        .join(""),
    ).toBe(text);
  });

  // In quadratic time, 9 × 10¹⁰ steps, it would reach the timeout.
  it("takes linear time for many closing brackets", () => {
    expect(urlsIn(`https://example.com/${")".repeat(300_000)}`)).toEqual(["https://example.com/"]);
  });
});

it.each([
  ["https://bank.example@evil.example/log-in", "evil.example"],
  ["https://bank.example:pass@evil.example:8443/", "evil.example:8443"],
  ["http://:pass@evil.example", "evil.example"],
  ["https://evil.example/@bank.example", "https://evil.example/@bank.example"],
  ["https://example.com/a?b=c@d", "https://example.com/a?b=c@d"],
])("the link %s is shown as %s", (url, shown) => {
  expect(textParts(url)).toEqual([{ kind: "url", text: url }]);
  expect(shownUrl(url)).toBe(shown);
});
