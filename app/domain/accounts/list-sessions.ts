import { sql } from "drizzle-orm";
import type { SessionView } from "~/contract/accounts";
import type { MemberCtx } from "../context";

/** Returns the viewer's sessions, at most 100: the current one first, then by last use. */
export async function listSessions({ db, viewer, now }: MemberCtx): Promise<SessionView[]> {
  const rows = await db.all<Omit<SessionView, "isCurrent"> & { isCurrent: number }>(sql`
    SELECT id AS id, user_agent AS userAgent, created_at AS createdAt, last_seen_at AS lastSeenAt,
      id = ${viewer.sessionId} AS isCurrent
    FROM sessions WHERE user_id = ${viewer.id} AND expires_at > ${now().toISOString()}
    ORDER BY isCurrent DESC, last_seen_at DESC LIMIT 100`);
  return rows.map((row) => ({ ...row, isCurrent: row.isCurrent === 1 }));
}
