import type { UserSummary } from "~/contract/accounts";
import { fold } from "~/contract/fold";

/** A mention that is being typed: the letters after `@`, and the place of the whole name in the text. */
export interface TypedMention {
  query: string;
  start: number;
  end: number;
}

/** The characters that are read before the caret: a name of 30 letters, and what may stand before its `@`. */
const READ_BEFORE = 100;

/**
 * Matches `@` and letters before the caret. Before `@`, allows what `textParts` allows: a text that would not become a
 * mention, such as an email address, lists nobody. The letters may be those of a full name in any script.
 */
const BEFORE = /(?<!\p{L}\p{M}*|[\p{N}_/@#＠＃.&])[@＠]((?=.*[\p{L}\p{N}_])[\p{L}\p{M}\p{N}_.]{1,30})$/u;
const AFTER = /^[\p{L}\p{M}\p{N}_.]*/u;

/** Returns the mention at the caret; null when there is none. */
export function typedMention(text: string, caret: number): TypedMention | null {
  const [name, query] = BEFORE.exec(text.slice(Math.max(0, caret - READ_BEFORE), caret)) ?? [];
  if (name === undefined || query === undefined) return null;
  const rest = AFTER.exec(text.slice(caret, caret + READ_BEFORE))?.[0] ?? "";
  // Full stops behind a name end the sentence.
  return { query, start: caret - name.length, end: caret + rest.replace(/\.+$/, "").length };
}

/** Returns whether the username, or a word of the full name, begins with the query. */
export function isNamed({ username, fullName }: UserSummary, query: string): boolean {
  const wanted = fold(query);
  return [username, fullName].some((name) => {
    const folded = fold(name);
    return folded.startsWith(wanted) || [" ", ".", "_"].some((gap) => folded.includes(gap + wanted));
  });
}

/**
 * Returns the members to list, at most `max`: connections first, then others that a search found, each once. Nobody
 * when the only one has exactly the typed name: there is nothing to complete, and Enter sends.
 * @param found the members that a search found, perhaps for an earlier query
 */
export function mentionable(
  query: string,
  connections: readonly UserSummary[],
  found: { query: string; users: readonly UserSummary[] },
  max: number,
): UserSummary[] {
  const own = new Set(connections.map(({ id }) => id));
  const hits = found.users.filter((user) => found.query === query || isNamed(user, query));
  const members = [
    ...connections.filter((user) => isNamed(user, query)),
    ...hits.filter(({ id }) => own.has(id)),
    ...hits,
  ];
  const unique = [...new Map(members.map((user) => [user.id, user])).values()];
  const isComplete = unique.length === 1 && unique[0]?.username.toLowerCase() === query.toLowerCase();
  return isComplete ? [] : unique.slice(0, max);
}
