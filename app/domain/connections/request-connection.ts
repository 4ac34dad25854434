import { sql } from "drizzle-orm";
import type { ConnectionStatus } from "~/contract/connections";
import { newId } from "~/contract/ids";
import { notifyOfChange, readRequestNotification, removeOlderRequests } from "~/db/notify-connection";
import type { MemberCtx } from "../context";
import { changeConnection } from "./change-connection";
import { pairKey } from "./read-status";
import { mayRequest, recordRequest, requestLimitError } from "./request-limit";

/**
 * Sends a connection request. When the other member has already sent one, accepts it; a repeated request changes nothing
 * (docs/product.md#connections).
 * @throws AppError `invalid` for oneself; `not_found`; `rate_limited` after too many requests
 */
export async function requestConnection(ctx: MemberCtx, userId: string): Promise<ConnectionStatus> {
  const me = ctx.viewer.id;
  const now = ctx.now();
  const id = newId(now.getTime());
  const pair = pairKey(me, userId);
  const { row, status, didChange } = await changeConnection(
    ctx,
    userId,
    {
      write: sql`
        INSERT INTO connections (id, follower_id, following_id, status, created_at)
        SELECT ${id}, ${me}, id, 'pending', ${now.toISOString()} FROM users
        WHERE id = ${userId} AND (EXISTS (SELECT 1 FROM connections WHERE pair = ${pair}) OR ${mayRequest(ctx, userId)})
        ON CONFLICT (pair) DO UPDATE SET status = 'accepted'
          WHERE connections.status = 'pending' AND connections.follower_id = ${userId}`,
      alongside: notifyOfChange(
        { to: userId, from: me, now },
        sql`(SELECT CASE status WHEN 'accepted' THEN 'connection_accepted' ELSE 'connection_request' END
          FROM connections WHERE pair = ${pair})`,
      ),
      tidy: [
        recordRequest(id),
        readRequestNotification({ to: me, from: userId }),
        removeOlderRequests({ to: userId, from: me }),
      ],
    },
    (row) => (row.status === "accepted" ? "accepted" : "pending"),
  );
  if (row.status === null) throw await requestLimitError(ctx, userId);
  if (didChange && status.isConnected) ctx.realtime.connected(me, userId);
  return status;
}
