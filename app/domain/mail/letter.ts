import type { I18n } from "@lingui/core";
import { languageFor } from "~/contract/languages";
import { nameOf } from "~/contract/site-name";
import { cleanLine } from "~/contract/visible-text";
import type { Letter } from "~/platform/mail";

/** A part of a mail. */
export type Part =
  | { text: string }
  /** A text with a code to type, which in HTML is large on a line of its own. */
  | { code: string; text: string }
  /** A button; the text has the URL. */
  | { link: string; label: string }
  /** A list of links. */
  | { items: { text: string; url: string }[] };

/** The values of the tokens of app/app.css, which mail programs do not know, for each theme. A test compares them. */
export const colours = {
  light: {
    paper: "#fdf9f4",
    surface: "#ffffff",
    ink: "#211928",
    muted: "#685f70",
    line: "#e7e0d9",
    "ember-strong": "#bc3e0d",
    "on-ember": "#ffffff",
  },
  dark: {
    paper: "#110d18",
    surface: "#1b1724",
    ink: "#f4ede6",
    muted: "#a8a1ae",
    line: "#302a3b",
    "ember-strong": "#fd9057",
    "on-ember": "#110d18",
  },
} as const;

/** The stops of the signature gradient. */
export const glow = ["#f7bc50", "#f56333", "#e3406d", "#593888"] as const;

/** The condition of the dark colours, which the previews on `/design` replace. */
export const DARK_QUERY = "@media (prefers-color-scheme: dark)";

const { light, dark } = colours;
const SANS = "Figtree,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const SERIF = "Fraunces,Georgia,'Times New Roman',serif";
const RULE = "—".repeat(20);

/** A mail without its layout. */
interface Draft {
  subject: string;
  parts: Part[];
  /** The reason for which the member gets the mail, and how to end that. */
  footer: Part[];
}

/**
 * Returns a mail as plain text and as HTML. The HTML has styles inline, for mail programs that know no others, and
 * loads nothing: no photos, no fonts, no tracking image. Texts of members are one line each, and escaped.
 * @param i18n texts of the recipient's language, which the parts are in
 */
export function letter(i18n: I18n, { subject, parts, footer }: Draft): Letter {
  const text = [...parts.map(textOf), RULE, ...footer.map(textOf)].join("\n\n");
  return { subject: cleanLine(subject), text, html: documentOf(i18n, subject, parts, footer) };
}

function textOf(part: Part): string {
  if ("link" in part) return part.link;
  if ("items" in part) return part.items.map(({ text, url }) => `- ${cleanLine(text)}\n  ${url}`).join("\n");
  return cleanLine(part.text);
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Returns a text as HTML, for elements and quoted attributes. */
export const escaped = (text: string): string =>
  cleanLine(text).replace(/[&<>"']/g, (one) => entities[one] ?? "");

const link = (url: string, html: string, style: string, className: string) =>
  `<a class="${className}" href="${escaped(url)}" style="${style}">${html}</a>`;

/** The end of the sentence before a code that has a line of its own. */
const FULL_STOP = /^\s*[.。।]?\s*/;

function htmlOf(part: Part): string {
  const p = (html: string, style = "") =>
    `<p class="ink" style="margin:0 0 20px;color:${light.ink};${style}">${html}</p>`;
  if ("link" in part) {
    const style = `display:inline-block;padding:13px 24px;border-radius:10px;background-color:${light["ember-strong"]};color:${light["on-ember"]};font-weight:600;text-decoration:none`;
    return `<p style="margin:0 0 24px">${link(part.link, escaped(part.label), style, "button")}</p>`;
  }
  if ("code" in part) {
    const big = `<strong style="display:block;margin:8px 0;font-size:30px;line-height:1.3;letter-spacing:6px">${escaped(part.code)}</strong>`;
    const [before = "", ...after] = part.text.split(part.code);
    return p(`${escaped(before.trim())}${big}${escaped(after.join(part.code).replace(FULL_STOP, ""))}`);
  }
  if ("items" in part) {
    const rows = part.items.map(
      ({ text, url }) =>
        `<li class="line" style="margin:0;padding:10px 0;border-bottom:1px solid ${light.line};overflow-wrap:anywhere">${link(url, escaped(text), `color:${light.ink};text-decoration:none`, "ink")}</li>`,
    );
    return `<ul style="margin:0 0 20px;padding:0;list-style:none">${rows.join("")}</ul>`;
  }
  return p(escaped(part.text), "overflow-wrap:anywhere");
}

function footerOf(part: Part): string {
  const style = `color:${light.muted}`;
  const html =
    "link" in part
      ? link(part.link, escaped(part.label), `${style};text-decoration:underline`, "muted")
      : escaped(textOf(part));
  return `<p class="muted" style="margin:0 0 8px;${style};font-size:13px;line-height:1.5">${html}</p>`;
}

const darkRules = [
  `.paper{background-color:${dark.paper}!important}`,
  `.surface{background-color:${dark.surface}!important;border-color:${dark.line}!important}`,
  `.ink{color:${dark.ink}!important}`,
  `.muted{color:${dark.muted}!important}`,
  `.line{border-color:${dark.line}!important}`,
  `.button{background-color:${dark["ember-strong"]}!important;color:${dark["on-ember"]}!important}`,
].join("");

const isRightToLeft = (locale: string) => languageFor(locale)?.dir === "rtl";

const logoOf = (i18n: I18n) => `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
<td style="padding-${isRightToLeft(i18n.locale) ? "left" : "right"}:8px"><div style="width:22px;height:22px;border-radius:11px;background-color:${glow[1]};background-image:linear-gradient(150deg,${glow.join(",")})"></div></td>
<td class="ink" style="color:${light.ink};font-family:${SERIF};font-size:22px;font-weight:600;line-height:1.2">${escaped(nameOf(i18n))}</td>
</tr></table>`;

function documentOf(i18n: I18n, subject: string, parts: Part[], footer: Part[]): string {
  // Some mail programs keep no attribute of the document, others none of its body.
  const { locale } = i18n;
  const dir = isRightToLeft(locale) ? ' dir="rtl"' : "";
  return `<!doctype html>
<html lang="${locale}"${dir}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>${DARK_QUERY}{${darkRules}}</style>
</head>
<body class="paper" style="margin:0;padding:0;background-color:${light.paper}">
<table class="paper" role="presentation"${dir} width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:${light.paper}"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;text-align:start;font-family:${SANS};font-size:16px;line-height:1.55">
<tr><td style="padding:0 4px 20px">${logoOf(i18n)}</td></tr>
<tr><td class="surface" style="padding:28px 24px 8px;background-color:${light.surface};border:1px solid ${light.line};border-radius:16px">
${parts.map(htmlOf).join("\n")}
</td></tr>
<tr><td style="padding:20px 4px 0">
${footer.map(footerOf).join("\n")}
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}
