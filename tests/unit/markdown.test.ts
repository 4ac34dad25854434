import naughty from "big-list-of-naughty-strings";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { parseMarkdown } from "~/domain/site/markdown";
import { Markdown } from "~/features/pages/markdown";

const html = (text: string) =>
  renderToStaticMarkup(createElement(Markdown, { blocks: parseMarkdown(text), language: "en" }))
    .replace(/ class="[^"]*"/g, "")
    .replace(/^<div lang="en" dir="ltr">|<\/div>$/g, "");

describe("Markdown", () => {
  test("has headings, paragraphs, lists, bold text, emphasis and links", () => {
    expect(html("# Rules\nBe kind.\nAlways.\n\n## More")).toBe(
      "<h2>Rules</h2><p>Be kind.\nAlways.</p><h3>More</h3>",
    );
    expect(html("- one\n  goes on\n* two\n\n1. first\n2) second")).toBe(
      "<ul><li>one\ngoes on</li><li>two</li></ul><ol><li>first</li><li>second</li></ol>",
    );
    expect(html("**bold *x** *em* [page](https://example.com/a?b=1)")).toContain(
      '<a href="https://example.com/a?b=1" rel="noopener nofollow">page</a>',
    );
    expect(html("**bold** and *em*")).toBe("<p><strong>bold</strong> and <em>em</em></p>");
    expect(html("**see [it](mailto:a@b.example)**")).toBe(
      '<p><strong>see <a href="mailto:a@b.example" rel="noopener nofollow">it</a></strong></p>',
    );
    expect(html("\\*no\\* \\[link\\]\\(x\\)")).toBe("<p>*no* [link](x)</p>");
    expect(html("")).toBe("");
  });

  test.each([
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](&#106;avascript:alert(1))",
    "[x](data:text/html,<script>alert(1)</script>)",
    "[x](vbscript:x)",
    "[x](//evil.example)",
    "[x](/logout)",
    "[x](https://bank.example@evil.example)",
    "![x](https://example.com/a.png)",
    '[x](https://example.com/"onmouseover="alert(1))',
    "<a href='javascript:alert(1)'>x</a>",
    "[x]: javascript:alert(1)",
  ])("shows %j as text, or as a harmless link", (text) => {
    const shown = html(text);
    expect(shown).not.toMatch(/<(?!\/?(?:p|a|h2|h3|ul|ol|li|strong|em)\b)/);
    expect(shown).not.toMatch(/<[^>]*\son\w+=/);
    for (const [, href = ""] of shown.matchAll(/href="([^"]*)"/g)) expect(href).toMatch(/^(https?|mailto):/);
  });

  test("shows every naughty string with its own elements alone", () => {
    for (const text of naughty)
      expect(html(text), text).not.toMatch(/<(?!\/?(?:p|a|h2|h3|ul|ol|li|strong|em)\b)/);
  });

  test.each([
    ["brackets", "["],
    ["links without an end", "[a]("],
    ["stars", "*"],
    ["bold openings", "**a "],
    ["bold and emphasis in turn", "**a *b "],
    ["quotes", "> "],
    ["items", "- "],
    ["items on lines", "- a\n"],
    ["headings", "# "],
    ["backslashes", "\\"],
    ["spaces", " "],
    ["nested brackets", "[[](("],
  ])("takes 64 KB of %s in a moment, without deep nesting", (_, part) => {
    const text = part.repeat(Math.ceil((64 * 1024) / part.length));
    const started = performance.now();
    const blocks = parseMarkdown(text);
    // A parser that takes the square of the length would take minutes.
    expect(performance.now() - started).toBeLessThan(5000);
    expect(JSON.stringify(blocks).split('"content":').length).toBeLessThan(64 * 1024);
    renderToStaticMarkup(createElement(Markdown, { blocks, language: "en" }));
  });
});
