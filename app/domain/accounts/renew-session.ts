import { type SQL, sql } from "drizzle-orm";
import { RENEWED_SESSION_SECONDS } from "~/contract/account-limits";
import { unauthenticated } from "~/contract/errors";
import { sleep } from "~/contract/time";
import { batchRows } from "~/db/batch";
import { unguarded } from "~/db/client";
import type { MemberCtx } from "../context";
import type { OpenedSession } from "./new-session";
import { newToken, tokenId } from "./session-token";

/** The time after the reply in which the browser gets the new cookie, in milliseconds. Tests do not wait. */
export const renewedToken = { arrivesMs: 2000 };

type Row = Record<string, unknown>;
type Rows = Row[];

/** The values of the cookie of a renewed session. */
export type RenewedSession = Omit<OpenedSession, "browserTokens" | "language">;

/**
 * Prepares a session with another token in place of the viewer's: a copied token is void (OWASP ASVS 5.0, 7.2.4). The
 * lifetime, push notifications and a requested change of the address stay.
 *
 * Requests in flight, and other tabs until the reply arrives, still send the old token: its session proves nothing any
 * more and ends when the browser has the new cookie, or after ten seconds if that work is lost.
 * @param condition of the renewal, which makes `isRenewed` true if it holds
 * @param verifiedAt the time of a new proof of identity
 */
export function renewal(
  ctx: MemberCtx,
  { condition = sql`true`, verifiedAt }: { condition?: SQL; verifiedAt?: string },
) {
  const { viewer } = ctx;
  const old = viewer.sessionId;
  const token = newToken();
  const id = tokenId(token);
  // A session that ends by then has been replaced, or is as good as over.
  const until = new Date(ctx.now().getTime() + RENEWED_SESSION_SECONDS * 1000).toISOString();
  const isRenewed = sql`EXISTS (SELECT 1 FROM sessions WHERE id = ${id})`;
  const statements = [
    sql`INSERT INTO sessions (id, user_id, user_agent, remembered, last_seen_at, expires_at, created_at, verified_at)
        SELECT ${id}, user_id, user_agent, remembered, last_seen_at, expires_at, created_at, ${verifiedAt ?? sql`verified_at`}
        FROM sessions WHERE id = ${old} AND expires_at > ${until} AND ${condition} RETURNING remembered AS remembered`,
    sql`UPDATE push_subscriptions SET session_id = ${id} WHERE session_id = ${old} AND ${isRenewed}`,
    sql`UPDATE email_changes SET session_id = ${id}
        WHERE user_id = ${viewer.id} AND session_id = ${old} AND ${isRenewed}`,
    sql`UPDATE sessions SET expires_at = ${until}, verified_at = NULL WHERE id = ${old} AND ${isRenewed}`,
  ];
  return {
    isRenewed,
    old,
    id,
    /**
     * Renews the session, and runs other statements after that in the same transaction. When the reply of the database
     * is lost, it looks for the new session: nobody else has its token.
     * @returns the rows of the renewal, and of each other statement; of a lost reply the former alone
     */
    run: async (others: readonly SQL[] = []): Promise<[Rows, ...Rows[]]> => {
      try {
        const [rows = [], ...results] = await batchRows(ctx.db, [...statements, ...others]);
        return [rows, ...results.slice(statements.length - 1)];
      } catch (error) {
        const rows = await unguarded(ctx.db).all<Row>(
          sql`SELECT remembered AS remembered FROM sessions WHERE id = ${id}`,
        );
        if (rows.length === 0) throw error;
        return [rows];
      }
    },
    /**
     * Returns the session of the renewal's row, ends the old one after the reply, and makes the rest of the request one
     * of the new session.
     * @throws AppError `unauthenticated` without a row: the session has ended, or another request has renewed it
     */
    finish: (rows: Rows): RenewedSession => {
      const [row] = rows ?? [];
      if (!row) throw unauthenticated();
      viewer.sessionId = id;
      ctx.guard.session = id;
      ctx.defer(sleep(renewedToken.arrivesMs).then(() => endRenewed(ctx, old)));
      return { token, memberId: viewer.id, remembered: row.remembered === 1 };
    },
  };
}

async function endRenewed({ db, realtime, viewer }: MemberCtx, old: string): Promise<void> {
  await unguarded(db).run(sql`DELETE FROM sessions WHERE id = ${old}`);
  await realtime.sessionRenewed(viewer.id, old);
}
