import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";

/** Which of these sessions still hold. For sockets, which outlive the check at their opening. */
export async function listLiveSessions(db: Db, sessionIds: string[], now: Date): Promise<Set<string>> {
  const rows = await db.all<{ id: string }>(sql`
    SELECT id FROM sessions
    WHERE id IN (SELECT value FROM json_each(${JSON.stringify(sessionIds)})) AND expires_at > ${now.toISOString()}`);
  return new Set(rows.map(({ id }) => id));
}
