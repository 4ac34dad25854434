import { fold } from "~/contract/fold";

/** Characters before the first word of the query that a hit shows. */
const LEAD = 24;

/** Returns the message text from shortly before the query's first word, which is matched without accents. */
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
