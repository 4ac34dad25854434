import { sql } from "drizzle-orm";
import type { ConnectionStatus } from "~/contract/connections";
import { chatFor } from "~/db/chats";
import { areConnected, haveRequest } from "~/db/connections";
import { memberKey } from "~/db/keys";
import { notifyOfChange, readRequestNotification } from "~/db/notify-connection";
import type { MemberCtx } from "../context";
import { requireVoice } from "../moderation/suspension";
import { requireEmail } from "../quota";
import { changeConnection } from "./change-connection";
import { returningRow } from "./read-status";
import { mayRequest, recordRequest, requestLimitError } from "./request-limit";

/**
 * Sends a connection request. When the other member has already sent one, accepts it; a repeated request changes
 * nothing (docs/product.md#connections).
 * @throws AppError `invalid` for oneself; `not_found`; `forbidden` while silenced; `rate_limited`
 */
export async function requestConnection(ctx: MemberCtx, userId: string): Promise<ConnectionStatus> {
  requireVoice(ctx);
  requireEmail(ctx);
  const { viewer } = ctx;
  const me = viewer.id;
  const now = ctx.now();
  const { row, status, didChange } = await changeConnection(
    ctx,
    userId,
    {
      write: sql`
        INSERT INTO connection_sides (member, accepted, other, sent, created_at)
        SELECT ${memberKey(me)}, 0, id, 1, ${now.getTime()} FROM users
        WHERE id = ${userId} AND (${haveRequest(viewer, userId)} OR ${areConnected(viewer, userId)} OR ${mayRequest(ctx, userId)})
        ON CONFLICT (member, accepted, other) DO UPDATE SET accepted = 1, chat = ${chatFor(ctx.chats, me, userId)}
          WHERE connection_sides.sent = 0
        ${returningRow(me, userId)}`,
      alongside: notifyOfChange(
        { to: userId, from: me, now },
        sql`iif(${areConnected(viewer, userId)}, 'connection_accepted', 'connection_request')`,
      ),
      tidy: [recordRequest(ctx, userId, now), readRequestNotification({ to: viewer, from: userId })],
      // It accepts only when both ask at once.
      isOfAccepted: false,
    },
    (row) => (row.status === "accepted" ? "accepted" : "pending"),
  );
  if (row.status === null) throw await requestLimitError(ctx, userId);
  if (didChange && status.isConnected) ctx.realtime.connected(me, userId);
  return status;
}
