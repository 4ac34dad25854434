import { QUOTED_NAME_MAX } from "~/contract/mail-limits";
import { firstOf, lengthOf } from "~/contract/text-length";
import { cleanLine } from "~/contract/visible-text";

/** Characters without a glyph that are no part of a word, such as marks of direction. Joiners stay. */
const FORMATTING = /(?![\u200c\u200d])\p{Cf}/gu;

/** The dots of domain names (UTS #46, 2.3). */
const DOTS = /[.\u3002\uff0e\uff61]/g;

/** A scheme, a path, a mailbox, or a domain: what mail programs turn into links. */
const LINK = /[/\\@]|\w:\S|www\.|[\p{L}\p{N}]\.[\p{L}\p{N}-]*\p{L}[\p{L}\p{N}]/iu;

/**
 * Returns a member's name for a mail: one line of at most 50 characters without controls and marks of direction. Null
 * for a name that mail programs would turn into a link, in part or whole: its other words may be there for the link.
 */
export function quotedName(name: string): string | null {
  const line = cleanLine(name).replace(FORMATTING, "").replace(/\s+/g, " ").trim();
  if (line === "" || LINK.test(line.normalize("NFKC").replace(DOTS, "."))) return null;
  return lengthOf(line) > QUOTED_NAME_MAX ? `${firstOf(line, QUOTED_NAME_MAX)}…` : line;
}

/** Returns a username for a mail, with a word joiner after each dot: mail programs make no link of it. */
export const quotedUsername = (username: string): string => username.replaceAll(".", ".\u2060");
