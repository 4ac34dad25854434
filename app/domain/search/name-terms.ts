import { sql } from "drizzle-orm";
import { fold } from "~/contract/fold";
import { SEARCH_MIN } from "~/contract/limits";
import type { Db } from "~/db/client";
import { memberKey } from "~/db/keys";
import { searchTerms } from "~/db/schema";

/** Quality of a hit, best first: at the start of a name, at the start of a word, inside a username. */
export const ranks = [0, 1, 2] as const;
export type Rank = (typeof ranks)[number];

/** Length of a stored term and of a query, in UTF-16 code units. */
export const TERM_MAX = 100;
/** Rows for one member; the least useful ones (inside a username) are dropped first. */
const TERMS_MAX = 64;
/** Of these, terms that begin inside a word of a script without spaces. */
const INNER_MAX = 20;

/** A letter of a script that writes names without spaces. A vowel or final consonant of Hangul begins no syllable. */
const UNSPACED =
  /(?=[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}])(?![\u1160-\u11ff])\p{L}/gu;

/** Returns the terms that a member is found by, best rank first, each term once for each rank. */
export function nameTermsOf(username: string, fullName: string): [Rank, string][] {
  const user = fold(username);
  const full = fold(fullName);
  const terms: [Rank, string][] = [
    [0, user],
    [0, full],
    ...tails(user).map(({ tail }): [Rank, string] => [1, tail]),
    ...tails(full).map(({ head, tail }): [Rank, string] => [1, `${tail} ${head}`]),
    ...innerWords(full).map((inner): [Rank, string] => [1, inner]),
    ...insides(user).map((inside): [Rank, string] => [2, inside]),
  ];
  const unique = new Map(terms.map(([rank, term]) => [`${rank} ${term}`, [rank, term.slice(0, TERM_MAX)]]));
  // The map above holds these pairs.
  return [...unique.values()].slice(0, TERMS_MAX) as [Rank, string][];
}

/**
 * Returns the text from each word but the first, and what is before it: "maria del mar" gives "del mar" and "mar". A
 * full name is stored with the first words behind, because many write the family name first: "mar maria" finds it too.
 */
function tails(name: string): { head: string; tail: string }[] {
  return [...name.matchAll(/[ ._]+(?=.)/g)].map(({ index, 0: gap }) => ({
    head: name.slice(0, index),
    tail: name.slice(index + gap.length),
  }));
}

/** Returns the text from each letter where an unspaced word may begin: "山田太郎" gives "田太郎", "太郎". */
function innerWords(name: string): string[] {
  return [...name.matchAll(UNSPACED)]
    .map(({ index }) => name.slice(index))
    .filter((inner) => inner !== name && Array.from(inner).length >= SEARCH_MIN)
    .slice(0, INNER_MAX);
}

/** Returns the suffixes of a word of at least two characters, without the word itself: "dusk" gives "usk" and "sk". */
function insides(word: string): string[] {
  const characters = Array.from(word);
  return characters.slice(1, -1).map((_, at) => characters.slice(at + 1).join(""));
}

/** Returns the statement that stores a member's terms, for the batch that writes their names. */
export function storeNameTerms(db: Db, userId: string, username: string, fullName: string) {
  const terms = JSON.stringify(nameTermsOf(username, fullName));
  return db
    .insert(searchTerms)
    .select(
      sql`SELECT value ->> 0 AS rank, value ->> 1 AS term, ${memberKey(userId)} AS member FROM json_each(${terms}) WHERE true`,
    )
    .onConflictDoNothing();
}
