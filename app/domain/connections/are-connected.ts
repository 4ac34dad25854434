import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { pairKey } from "./read-status";

/** Whether two members are connected. One indexed row. */
export async function areConnected(db: Db, a: string, b: string): Promise<boolean> {
  const row = await db.get(
    sql`SELECT 1 FROM connections WHERE pair = ${pairKey(a, b)} AND status = 'accepted'`,
  );
  return row !== undefined;
}
