import { type SQL, sql } from "drizzle-orm";
import { QUERY_WORDS_MAX } from "~/contract/limits";
import type { WordQuery } from "./words";

const names = Array.from({ length: QUERY_WORDS_MAX }, (_, nth) => `part${nth}`);

/** The condition that a column of `joined` words has every word of a query; its values are `partValues`. */
export const hasParts = (words: SQL): SQL =>
  sql.join(
    names.map((name) => sql`instr(${words}, ${sql.placeholder(name)})`),
    sql` AND `,
  );

/** Returns the values of the placeholders. Every text has an empty part. */
export const partValues = ({ parts }: WordQuery): Record<string, string> =>
  Object.fromEntries(names.map((name, nth) => [name, parts[nth] ?? ""]));
