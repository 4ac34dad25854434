import { sql } from "drizzle-orm";
import type { SessionView } from "~/contract/accounts";
import { currentTime, readRows, viewerQuery } from "~/db/viewer-query";
import type { MemberCtx } from "../context";

/** Returns the viewer's sessions, at most 100: the current one first, then by last use. */
export async function listSessions(ctx: MemberCtx): Promise<SessionView[]> {
  const [rows] = await readRows(ctx, sessionRows(ctx.viewer.sessionId));
  return rows.map((row) => ({ ...row, isCurrent: row.isCurrent === 1 }));
}

/** The rows of `listSessions`, by the id of the current session. */
export const sessionRows = viewerQuery<string, Omit<SessionView, "isCurrent"> & { isCurrent: number }>({
  text: (viewer) => sql`
    SELECT id AS id, user_agent AS userAgent, created_at AS createdAt, last_seen_at AS lastSeenAt,
      id = ${sql.placeholder("current")} AS isCurrent
    FROM sessions WHERE user_id = ${viewer} AND expires_at > ${currentTime}
    ORDER BY isCurrent DESC, last_seen_at DESC LIMIT 100`,
  values: (current) => ({ current }),
});
