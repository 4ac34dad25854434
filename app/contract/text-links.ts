/** A part of a text: plain text, a web address, a hashtag or a mention. */
export type TextPart =
  | { kind: "text"; text: string }
  | { kind: "url"; text: string }
  | { kind: "tag"; text: string; tag: string }
  /** `username` can end with full stops that `text` leaves out: they are the name's only if such a member exists. */
  | { kind: "mention"; text: string; username: string };

/**
 * Matches a URL, a hashtag or a mention. The last two must not follow a word character, so that email addresses and
 * paths stay plain text.
 * Full-width signs, which Japanese and Chinese keyboards type, are signs too, and the dot between two l belongs to a
 * word (Catalan). Combining marks belong to words (Hindi, a decomposed é), as do the joiners U+200C and U+200D inside
 * words that are not Latin (Persian, Indic scripts).
 */
const LINK =
  /(?<![\p{L}\p{N}_])([Hh][Tt]{2}[Pp][Ss]?:\/\/[^\s<>"]+)|(?<!\p{L}\p{M}*|[\p{N}_/@#＠＃.&])(?:[#＃]([\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_]|[\u200C\u200D](?=[\p{L}\p{M}])(?!\p{sc=Latn})|(?<=[lL])·(?=[lL])){0,99})|[@＠]([A-Za-z0-9_.]{3,30}))/gu;

/** A text that does not match has no link. Most texts have none, and compiling `LINK` takes a browser long. */
const MAYBE_LINK = /[#@＃＠]|:\/\//;

/**
 * Returns the key of a hashtag for storage and look-up: lower case, in Unicode normal form KC, which has one width of
 * letters. The Turkish İ is an i: its lower case has a dot of its own.
 */
export function tagKey(tag: string): string {
  return tag.toLowerCase().normalize("NFKC").replaceAll("i\u0307", "i");
}

/** Returns whether a text is a hashtag without the sign, in any case. */
export function isTag(text: string): boolean {
  const parts = textParts(`#${text}`);
  return parts.length === 1 && parts[0]?.kind === "tag";
}

/**
 * Splits a text at its URLs, #hashtags and @mentions. URLs have the scheme http or https; punctuation at the end of one
 * is not part of it, nor is a closing bracket that the URL does not open. A hashtag has letters, digits and
 * underscores, at least one letter. Full stops at the end of a mention are not shown as part of it.
 */
export function textParts(text: string): TextPart[] {
  if (text !== "" && !MAYBE_LINK.test(text)) return [{ kind: "text", text }];
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(LINK)) {
    const link = linkOf(match);
    if (!link) continue;
    if (match.index > end) parts.push({ kind: "text", text: text.slice(end, match.index) });
    parts.push(link);
    end = match.index + link.text.length;
  }
  if (end < text.length) parts.push({ kind: "text", text: text.slice(end) });
  return parts;
}

function linkOf([whole, address, tag, name]: RegExpMatchArray): TextPart | null {
  if (address !== undefined) {
    const url = withoutPunctuation(address);
    return URL.canParse(url) ? { kind: "url", text: url } : null;
  }
  if (tag !== undefined) return /\p{L}/u.test(tag) ? { kind: "tag", text: whole, tag: tagKey(tag) } : null;
  const bare = name?.replace(/\.+$/, "") ?? "";
  return name && bare.length >= 3
    ? { kind: "mention", text: whole.slice(0, bare.length + 1), username: name }
    : null;
}

/**
 * Returns a URL as its reader sees it: the host alone if a user or a password precedes it, because
 * `https://bank.example@evil.example/` leads to evil.example.
 */
export function shownUrl(text: string): string {
  const { username, password, host } = new URL(text);
  return username || password ? host : text;
}

const brackets = { ")": "(", "]": "[", "}": "{" };

/** Removes the punctuation that ends a sentence and the brackets around a URL, but not the brackets inside of it. */
function withoutPunctuation(url: string): string {
  const unopened = new Map(
    Object.entries(brackets).map(([close, open]) => [
      close,
      url.split(close).length - url.split(open).length,
    ]),
  );
  let end = url.length;
  for (; end > 0; end -= 1) {
    const last = url.charAt(end - 1);
    const surplus = unopened.get(last);
    if (surplus === undefined ? !/[.,;:!?'’”…。、，！？]/u.test(last) : surplus <= 0) break;
    if (surplus !== undefined) unopened.set(last, surplus - 1);
  }
  return url.slice(0, end);
}

/** Most hashtags and most mentions of one text that are used: a limit on notifications by one text, with its edits. */
export const LINKS_MAX = 30;

/** Returns the distinct hashtags of a text as keys (`tagKey`). */
export function tagsIn(text: string): string[] {
  const tags = textParts(text).flatMap((part) => (part.kind === "tag" ? [part.tag] : []));
  return [...new Set(tags)].slice(0, LINKS_MAX);
}

/**
 * Returns the distinct usernames that a text mentions, in lower case, as they are written. With full stops at the end,
 * a name means the member of exactly this name if there is one, else the member without them (app/db/notify.ts).
 */
export function mentionsIn(text: string): string[] {
  const names = textParts(text).flatMap((part) =>
    part.kind === "mention" ? [part.username.toLowerCase()] : [],
  );
  return [...new Set(names)].slice(0, LINKS_MAX);
}
