import { sql } from "drizzle-orm";
import { RENEWED_SESSION_SECONDS } from "~/contract/account-limits";
import type { SessionView } from "~/contract/accounts";
import { readRows, viewerQuery } from "~/db/viewer-query";
import type { MemberCtx } from "../context";

/** Returns the viewer's sessions, at most 100: the current one first, then by last use. */
export async function listSessions(ctx: MemberCtx): Promise<SessionView[]> {
  const [rows] = await readRows(ctx, sessionRows(ctx.viewer.sessionId));
  return rows.map((row) => ({ ...row, isCurrent: row.isCurrent === 1 }));
}

/** Later than the end of every session that another one has replaced (`renewal`). */
const afterReplaced = sql.raw(`strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '+${RENEWED_SESSION_SECONDS} seconds')`);

/** The rows of `listSessions`, by the id of the current session. */
export const sessionRows = viewerQuery<string, Omit<SessionView, "isCurrent"> & { isCurrent: number }>({
  text: (viewer) => sql`
    SELECT id AS id, user_agent AS userAgent, created_at AS createdAt, last_seen_at AS lastSeenAt,
      id = ${sql.placeholder("current")} AS isCurrent
    FROM sessions WHERE user_id = ${viewer} AND expires_at > ${afterReplaced}
    ORDER BY isCurrent DESC, last_seen_at DESC LIMIT 100`,
  values: (current) => ({ current }),
});
