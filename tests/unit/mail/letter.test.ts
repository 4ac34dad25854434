import { readFileSync } from "node:fs";
import { setupI18n } from "@lingui/core";
import { describe, expect, test } from "vitest";
import { languageFor } from "~/contract/languages";
import { DIGEST_NEWS_MAX } from "~/contract/mail-limits";
import { nameSite } from "~/contract/site-name";
import { digestLetter } from "~/domain/mail/digest-letter";
import { colours, DARK_QUERY, glow, letter } from "~/domain/mail/letter";
import { sampleLetters } from "~/domain/mail/sample-letters";
import { english } from "../../factories/english";

const draft = { subject: "A subject", parts: [{ text: "Hello" }], footer: [{ text: "Why" }] };
const css = readFileSync(new URL("../../../app/app.css", import.meta.url), "utf8");

/** Returns an OKLCH colour of the style sheet as hex digits, clipped to sRGB. */
function hexOf(oklch: string): string {
  const [lightness = 0, chroma = 0, hue = 0] = oklch.split(" ").map(Number);
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const digits = linear.map((value) => {
    const light = Math.min(1, Math.max(0, value));
    const encoded = light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055;
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, "0");
  });
  return `#${digits.join("")}`;
}

describe("the colours are those of the style sheet", () => {
  // The keys of a record are its own.
  test.each(Object.keys(colours.light) as (keyof typeof colours.light)[])("%s", (name) => {
    const [, light = "", dark = ""] =
      new RegExp(`--${name}: light-dark\\(oklch\\(([\\d. ]+)\\), oklch\\(([\\d. ]+)\\)\\)`).exec(css) ?? [];
    expect(colours.light[name]).toBe(hexOf(light));
    expect(colours.dark[name]).toBe(hexOf(dark));
  });

  test("the gradient", () => {
    const stops = ["amber", "ember", "rose", "dusk"].map((name) =>
      hexOf(new RegExp(`--glow-${name}: oklch\\(([\\d. ]+)\\)`).exec(css)?.[1] ?? ""),
    );
    expect(glow).toEqual(stops);
  });
});

describe("a mail", () => {
  const hostile = `<script>alert(1)</script> "quoted" 'single' &amp;\r\nBcc: eve@example.com\u2028\u202Eevil\u0000`;

  test("escapes the texts of members, each in one line", () => {
    const { subject, text, html } = letter(english, {
      subject: hostile,
      parts: [
        { text: hostile },
        { items: [{ text: hostile, url: `https://a.example/?q="><b>` }] },
        { code: hostile, text: `${hostile} ${hostile}. ${hostile}` },
      ],
      footer: [{ text: hostile }],
    });
    expect(subject).not.toMatch(/[\p{Cc}\u2028\u202E]/u);
    expect(text).not.toMatch(/(?!\n)[\p{Cc}\u2028\u202E]/u);
    expect(text).not.toMatch(/^Bcc/m);
    expect(html).not.toMatch(/<script|<b>|(?!\n)[\p{Cc}\u202E]/u);
    expect(html).toContain(
      "&lt;script&gt;alert(1)&lt;/script&gt; &quot;quoted&quot; &#39;single&#39; &amp;amp; Bcc:",
    );
    expect(html).toContain('href="https://a.example/?q=&quot;&gt;&lt;b&gt;"');
  });

  test("has the address of a link in its text, and a button in its HTML", () => {
    const url = "https://photos.example.com/reset-password?token=one";
    const { text, html } = letter(english, { ...draft, parts: [{ link: url, label: "Set a new password" }] });
    expect(text).toMatch(new RegExp(`^${url.replace(/[?.]/g, "\\$&")}$`, "m"));
    expect(html).toContain(`href="${url}"`);
    expect(html).toContain(">Set a new password</a>");
  });
});

test("a code is large in HTML, without the full stop after it", () => {
  const parts = [{ code: "204816", text: "Your code is 204816. Enter it." }];
  const { text, html } = letter(english, { ...draft, parts });
  expect(text).toContain("Your code is 204816. Enter it.");
  expect(html).toMatch(/>Your code is<strong [^>]*>204816<\/strong>Enter it\.<\/p>/);
});

test("a mail names its language, and the direction of one from right to left", () => {
  expect(letter(english, draft).html).toContain('<html lang="en">');
  const { html } = letter(setupI18n({ locale: "ar" }), draft);
  // Arabic is not among the languages of every version.
  const dir = languageFor("ar")?.dir === "rtl" ? ' dir="rtl"' : "";
  expect(html).toContain(`<html lang="ar"${dir}>`);
  expect(html).toContain(`role="presentation"${dir} width`);
});

test("a digest lists ten groups, and counts the other notifications", () => {
  const { mail } = sampleLetters(english, "https://photos.example.com")[0] ?? expect.unreachable();
  expect(mail.subject).toMatch(/^42 new notifications/);
  // Likes, comments, shares and saves of two posts, and of the others each on its own.
  const lines = mail.text.match(/^- .*/gm) ?? [];
  expect(lines).toHaveLength(10);
  expect(lines[0]).toBe("- noah.\u2060lind, mira.\u2060sol and 1 other liked your post");
  expect(mail.text).toMatch(/^And \d+ more\.$/m);
});

test.each([
  [0, 2, "2 unread messages at Afterglow"],
  [1, 0, "1 new notification at Afterglow"],
  [2, 1, "2 new notifications and 1 unread message at Afterglow"],
  [DIGEST_NEWS_MAX, 0, "100+ new notifications at Afterglow"],
  [DIGEST_NEWS_MAX, 1, "100+ new notifications and 1 unread message at Afterglow"],
])("a digest of %i notifications and %i messages has the subject %s", (notifications, count, subject) => {
  const notification = { type: "like", commentId: null, parentId: null, username: "noah" } as const;
  const news = {
    notifications: Array.from({ length: notifications }, (_, id) => ({
      ...notification,
      id,
      postId: String(id),
    })),
    messages: count > 0 ? [{ username: "mira", count }] : [],
  };
  const reader = { fullName: "", frequency: "daily", unsubscribeUrl: "", urlOf: String } as const;
  expect(digestLetter(english, news, reader).subject).toBe(subject);
});

describe.each(
  sampleLetters(english, "https://photos.example.com").map(({ name, mail }) => [name, mail] as const),
)("the mail %s", (_, { subject, text, html, headers }) => {
  test("is plain text and HTML with the same links, and no others", () => {
    const site = "https://photos.example.com";
    const inText = text.match(/https?:\/\/\S+/g) ?? [];
    const inHtml = [...html.matchAll(/href="([^"]+)"/g)].map(([, url]) => url?.replaceAll("&amp;", "&"));
    expect(inHtml).toEqual(inText);
    expect(inText.every((url) => url.startsWith(`${site}/`))).toBe(true);
    expect(subject).toMatch(/^[\x20-\x7E]{5,80}$/);
    expect(text.length).toBeGreaterThan(100);
  });

  test("loads nothing and runs nothing", () => {
    expect(html).not.toMatch(
      /<(img|script|link|iframe|form|input|object|video)|url\(|@import|@font-face|\son\w+=/i,
    );
  });

  test("has both themes", () => {
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain(`<style>${DARK_QUERY}{`);
    // Mail programs cut off longer ones.
    expect(html.length).toBeLessThan(20_000);
  });

  test("can be unsubscribed from only if it is a digest", () => {
    const isDigest = subject.includes("notification");
    expect(headers !== undefined).toBe(isDigest);
    expect(text.includes("/unsubscribe?")).toBe(isDigest);
  });
});

test("mails have the name of the site in place of the product's", () => {
  const i18n = nameSite(setupI18n({ locale: "en", messages: { en: {} } }), "Skylark");
  const mails = sampleLetters(i18n, "https://photos.example.com").map(({ mail }) => JSON.stringify(mail));
  expect(mails.filter((mail) => mail.includes("Afterglow"))).toEqual([]);
  expect(mails.some((mail) => mail.includes("Skylark"))).toBe(true);
});
