import { fold } from "~/contract/fold";

/** Characters before the first word of the query that a hit shows. */
const LEAD = 24;

/** Returns the text of a message from a little before the first word of the query, which is found as the search finds it: without accents. */
export function excerptOf(content: string, query: string): string {
  const [word = ""] = fold(query).split(" ");
  const found = [...content.matchAll(/\S+/g)].find(([part]) => fold(part).includes(word));
  if (!found) return content;
  const [part] = found;
  // The word may be inside of a part: scripts without spaces, quotation marks.
  const at = found.index + Math.max(0, part.toLowerCase().indexOf(word));
  if (at <= LEAD) return content;
  const start = content.indexOf(" ", at - LEAD);
  return `… ${content.slice(start >= 0 && start < at ? start + 1 : at)}`;
}
