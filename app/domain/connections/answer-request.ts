import { msg } from "@lingui/core/runtime-macro";
import { type SQL, sql } from "drizzle-orm";
import type { ConnectionStatus } from "~/contract/connections";
import { AppError } from "~/contract/errors";
import { chatFor } from "~/db/chats";
import { keyOf } from "~/db/keys";
import { notifyOfChange, readRequestNotification } from "~/db/notify-connection";
import type { MemberCtx } from "../context";
import { type Changed, changeConnection } from "./change-connection";
import { returningNoRow, returningRow } from "./read-status";

/**
 * Accepts a member's connection request. Without a request nothing changes, and the current status is returned.
 * @throws AppError `forbidden` for the sender of the request; `invalid` for oneself; `not_found`
 */
export async function acceptRequest(ctx: MemberCtx, fromUserId: string): Promise<ConnectionStatus> {
  const changed = await answer(ctx, fromUserId, "accepted", {
    write: sql`UPDATE connection_sides SET accepted = 1, chat = ${chatFor(ctx.chats, ctx.viewer.id, fromUserId)}`,
    returning: returningRow(ctx.viewer.id, fromUserId),
  });
  if (changed.didChange) ctx.realtime.connected(ctx.viewer.id, fromUserId);
  return changed.status;
}

/**
 * Rejects a member's connection request. Its row is deleted, so that a new request can follow. Without a request
 * nothing changes, and the current status is returned.
 * @throws AppError `forbidden` for the sender of the request; `invalid` for oneself; `not_found`
 */
export async function rejectRequest(ctx: MemberCtx, fromUserId: string): Promise<ConnectionStatus> {
  const write = sql`DELETE FROM connection_sides`;
  return (await answer(ctx, fromUserId, "rejected", { write, returning: returningNoRow })).status;
}

/** @param write the statement without its WHERE */
async function answer(
  ctx: MemberCtx,
  fromUserId: string,
  step: "accepted" | "rejected",
  { write, returning }: { write: SQL; returning: SQL },
): Promise<Changed> {
  const me = ctx.viewer.id;
  const changed = await changeConnection(
    ctx,
    fromUserId,
    {
      write: sql`
        ${write} WHERE member = ${keyOf(ctx.viewer)} AND accepted = 0 AND other = ${fromUserId} AND sent = 0 ${returning}`,
      alongside: notifyOfChange({ to: fromUserId, from: me, now: ctx.now() }, sql`${`connection_${step}`}`),
      tidy: [readRequestNotification({ to: ctx.viewer, from: fromUserId })],
      isOfAccepted: step === "accepted",
    },
    () => step,
  );
  if (changed.status.isPending) {
    throw new AppError("forbidden", msg`Only its recipient can accept or reject a connection request.`);
  }
  return changed;
}
