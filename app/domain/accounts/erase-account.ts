import { type SQL, sql } from "drizzle-orm";
import { idsOf } from "~/db/ids-of";
import type { DbRow } from "~/db/viewer-query";
import { topics } from "~/platform/realtime";
import { withChatSteps } from "../chat/complete-chat-steps";
import type { Ctx } from "../context";
import { sweepRemovals } from "../media/sweep-removals";
import { publishDeletedNotifications } from "../posts/publish-notifications";
import { affectedByDeletion } from "../presence/hub-subscriptions";
import { onlineAudience } from "../presence/online-members";
import { publishClosedAccount } from "../presence/publish-closed-account";
import { blockDeletedEmail } from "../safety/sign-up-blocks";
import { closeAccount, deleteClosed, deletion, isSmall } from "./closed-accounts";

type EraseCtx = Pick<Ctx, "db" | "chats" | "viewer" | "media" | "realtime" | "fingerprint" | "now" | "defer">;

/**
 * Deletes an account and everything it owns. One statement deletes all rows of the main database, by foreign keys; of a
 * large account it only closes it, so that nobody finds it any more, and the rows are deleted in steps after the reply.
 * The same transaction queues the stored photos for removal and the steps of the other chat databases. The photos are
 * removed after the reply or, if that is interrupted, by the next sweep. Online connections are notified after the
 * reply. Nobody can sign up with its confirmed address for 7 days.
 * @param run runs the transaction, and returns the rows of these statements
 */
export async function eraseAccount(
  ctx: EraseCtx,
  account: { id: string; email: string },
  run: (statements: SQL[]) => Promise<DbRow[][]> = (statements) => withChatSteps(ctx, statements),
): Promise<void> {
  const { id } = account;
  const [audience, affected, ended, ...others] = await run([
    onlineAudience(id),
    affectedByDeletion(id),
    sql`DELETE FROM sessions WHERE user_id = ${id} RETURNING id`,
    blockDeletedEmail(ctx, account),
    ...deletion(ctx, id, isSmall(id)),
    closeAccount(id),
  ]);
  publishClosedAccount(ctx, id, {
    sessions: idsOf(ended),
    audience: idsOf(audience),
    affected: idsOf(affected),
  });
  const isClosed = (others.at(-1) ?? []).length > 0;
  ctx.defer(isClosed ? deleteRest(ctx, id, idsOf(affected)) : sweepRemovals(ctx));
}

/** Deletes the rows of the closed account. Hubs may have read since it was closed, and still count them. */
async function deleteRest(ctx: EraseCtx, id: string, affected: string[]): Promise<void> {
  await deleteClosed(ctx, id);
  ctx.realtime.changed(affected, topics);
  publishDeletedNotifications(ctx, affected, { fromUserId: id });
  await sweepRemovals(ctx);
}
