import { sql } from "drizzle-orm";
import type { ConnectionStatus } from "~/contract/connections";
import { AppError } from "~/contract/errors";
import { notifyOfChange, readRequestNotification } from "~/db/notify-connection";
import type { MemberCtx } from "../context";
import { type Changed, changeConnection } from "./change-connection";

/**
 * Accepts a member's request. Harmless when there is none any more: the reply says how things stand.
 * @throws AppError `forbidden` for who asked: only the recipient answers; `invalid` for oneself, `not_found`
 */
export async function acceptRequest(ctx: MemberCtx, fromUserId: string): Promise<ConnectionStatus> {
  const me = ctx.viewer.id;
  const between = { to: fromUserId, from: me, now: ctx.now() };
  const changed = await changeConnection(
    ctx,
    fromUserId,
    {
      write: sql`
        UPDATE connections SET status = 'accepted'
        WHERE follower_id = ${fromUserId} AND following_id = ${me} AND status = 'pending'`,
      alongside: notifyOfChange(between, sql`'connection_accepted'`),
      tidy: [readRequestNotification({ to: me, from: fromUserId })],
    },
    () => "accepted",
  );
  if (changed.didChange) ctx.realtime.connected(me, fromUserId);
  return answered(changed);
}

/**
 * Rejects a member's request: the row goes, so that a new request can follow. Harmless when there is none any more.
 * @throws AppError `forbidden` for who asked: only the recipient answers; `invalid` for oneself, `not_found`
 */
export async function rejectRequest(ctx: MemberCtx, fromUserId: string): Promise<ConnectionStatus> {
  const me = ctx.viewer.id;
  const between = { to: fromUserId, from: me, now: ctx.now() };
  const changed = await changeConnection(
    ctx,
    fromUserId,
    {
      write: sql`
        DELETE FROM connections
        WHERE follower_id = ${fromUserId} AND following_id = ${me} AND status = 'pending'`,
      alongside: notifyOfChange(between, sql`'connection_rejected'`),
      tidy: [readRequestNotification({ to: me, from: fromUserId })],
    },
    () => "rejected",
  );
  return answered(changed);
}

function answered({ status }: Changed): ConnectionStatus {
  if (status.isPending) {
    throw new AppError("forbidden", "Only its recipient can accept or reject a connection request.");
  }
  return status;
}
