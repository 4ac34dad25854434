import { type SQL, sql } from "drizzle-orm";

/**
 * `LIMIT n`, the number standing in the text: SQLite plans by it, and when it is bound plans the statement anew on every
 * run, which took a quarter of the time of a feed's call.
 */
export function limit(count: number): SQL {
  if (!Number.isSafeInteger(count)) throw new RangeError(`LIMIT ${count}`);
  return sql.raw(`LIMIT ${count}`);
}
