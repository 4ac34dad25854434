import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { nameTerms } from "~/db/schema";
import { fold } from "./fold";

/** How good a hit is: it begins a name, begins a word of one, or lies inside a username. */
export const ranks = [0, 1, 2] as const;
export type Rank = (typeof ranks)[number];

/** What is stored of one name, and compared of one query, in UTF-16 code units. */
export const TERM_MAX = 100;
/** Rows a member may take; the least useful ones (inside a username) are left out first. */
const TERMS_MAX = 64;

/** All that a member is found by, best first, each term once a rank. */
export function nameTermsOf(username: string, fullName: string): [Rank, string][] {
  const user = fold(username);
  const full = fold(fullName);
  const terms: [Rank, string][] = [
    [0, user],
    [0, full],
    ...[user, full].flatMap(tails).map((tail): [Rank, string] => [1, tail]),
    ...insides(user).map((inside): [Rank, string] => [2, inside]),
  ];
  const unique = new Map(terms.map(([rank, term]) => [`${rank} ${term}`, [rank, term.slice(0, TERM_MAX)]]));
  // Built of the same pairs just above.
  return [...unique.values()].slice(0, TERMS_MAX) as [Rank, string][];
}

/** What begins at each word but the first: of "maria del mar", "del mar" and "mar"; of "golden.hour", "hour". */
function tails(name: string): string[] {
  return [...name.matchAll(/[ ._]+(?=.)/g)].map(({ index, 0: gap }) => name.slice(index + gap.length));
}

/** What begins inside a word, two characters or longer: of "dusk", "usk" and "sk". */
function insides(word: string): string[] {
  const characters = Array.from(word);
  return characters.slice(1, -1).map((_, at) => characters.slice(at + 1).join(""));
}

/** The statement that stores what a member is found by; goes into one batch with the write of their names. */
export function storeNameTerms(db: Db, userId: string, username: string, fullName: string) {
  const terms = JSON.stringify(nameTermsOf(username, fullName));
  return db
    .insert(nameTerms)
    .select(sql`SELECT value ->> 0, value ->> 1, ${userId} FROM json_each(${terms}) WHERE true`)
    .onConflictDoNothing();
}
