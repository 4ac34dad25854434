/** A piece of a caption or comment: plain, or something to follow. */
export type TextPart =
  | { kind: "text"; text: string }
  | { kind: "tag"; text: string; tag: string }
  | { kind: "mention"; text: string; username: string };

/**
 * A tag or a mention starts where no word is running, so that addresses of e-mail and pages stay as they are. Marks
 * spell words as letters do, in Hindi or in an é of two parts, and so do, within a word that is not Latin, the joiners of
 * Indic scripts and Persian (U+200C, U+200D).
 */
const LINK =
  /(?<!\p{L}\p{M}*|[\p{N}_/@#.&])(?:#([\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_]|[\u200C\u200D](?=[\p{L}\p{M}])(?!\p{sc=Latn})){0,99})|@([A-Za-z0-9_.]{3,30}))/gu;

/** A tag as posts are stored and looked up under it: however it is written, or put together in Unicode. */
export function tagKey(tag: string): string {
  return tag.toLowerCase().normalize();
}

/**
 * Splits a text at its #hashtags and @mentions. A tag is letters, digits and underscores, with at least one letter; a
 * full stop at a mention's end belongs to the sentence.
 */
export function textParts(text: string): TextPart[] {
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

function linkOf([whole, tag, name]: RegExpMatchArray): TextPart | null {
  if (tag !== undefined) return /\p{L}/u.test(tag) ? { kind: "tag", text: whole, tag: tagKey(tag) } : null;
  const username = name?.replace(/\.+$/, "") ?? "";
  return username.length >= 3 ? { kind: "mention", text: `@${username}`, username } : null;
}

/** More tags or mentions in one text than this is noise, and a way to ring many bells at once. */
const LINKS_MAX = 30;

/** The different hashtags of a text, each as its `tagKey`. */
export function tagsIn(text: string): string[] {
  const tags = textParts(text).flatMap((part) => (part.kind === "tag" ? [part.tag] : []));
  return [...new Set(tags)].slice(0, LINKS_MAX);
}

/** The different usernames a text mentions. */
export function mentionsIn(text: string): string[] {
  const names = textParts(text).flatMap((part) =>
    part.kind === "mention" ? [part.username.toLowerCase()] : [],
  );
  return [...new Set(names)].slice(0, LINKS_MAX);
}
