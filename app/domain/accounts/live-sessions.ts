import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";

/** Returns those of the sessions that have not ended. For sockets, which are checked only when they open. */
export async function listLiveSessions(db: Db, sessionIds: string[], now: Date): Promise<Set<string>> {
  const rows = await db.all<{ id: string }>(sql`
    SELECT id FROM sessions
    WHERE id IN (SELECT value FROM json_each(${JSON.stringify(sessionIds)})) AND expires_at > ${now.toISOString()}`);
  return new Set(rows.map(({ id }) => id));
}
