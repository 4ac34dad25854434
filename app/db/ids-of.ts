import type { SQL } from "drizzle-orm";
import type { Db } from "./client";

/** Returns the ids in rows that have a column `id`; none of a statement that the batch did not have. */
export const idsOf = (rows: readonly Record<string, unknown>[] = []): string[] =>
  rows.map(({ id }) => String(id));

/** Returns the ids that a query selects, as `id`. */
export async function readIds(db: Pick<Db, "all">, query: SQL): Promise<string[]> {
  return idsOf(await db.all<{ id: string }>(query));
}
