import { msg } from "@lingui/core/runtime-macro";
import { sql } from "drizzle-orm";
import type { AccountDeletion } from "~/contract/accounts";
import { invalid } from "~/contract/errors";
import { idsOf } from "~/db/ids-of";
import { topics } from "~/platform/realtime";
import { withChatSteps } from "../chat/complete-chat-steps";
import type { MemberCtx } from "../context";
import { sweepRemovals } from "../media/sweep-removals";
import { publishDeletedNotifications } from "../posts/publish-notifications";
import { affectedByDeletion } from "../presence/hub-subscriptions";
import { onlineAudience } from "../presence/online-members";
import { publishClosedAccount } from "../presence/publish-closed-account";
import { blockDeletedEmail } from "../safety/sign-up-blocks";
import { closeAccount, deleteClosed, deletion, isSmall } from "./closed-accounts";
import { confirmOwner } from "./confirm-password";

/**
 * Deletes the viewer's account and everything it owns. One statement deletes all rows of the main database, by foreign
 * keys; of a large account it only closes it, so that nobody finds it any more, and the rows are deleted in steps after
 * the reply. The same transaction queues the stored photos for removal and the steps of the other chat databases. The
 * photos are removed after the reply or, if that is interrupted, by the next sweep. Online connections are notified
 * after the reply. Nobody can sign up with its confirmed address for 7 days.
 * @throws AppError `invalid` when the typed username or the password is wrong; `rate_limited`
 */
export async function deleteAccount(ctx: MemberCtx, input: AccountDeletion): Promise<void> {
  const { viewer } = ctx;
  if (input.confirmation.trim().replace(/^@/, "").toLowerCase() !== viewer.username.toLowerCase()) {
    throw invalid("confirmation", msg`This is not your username`);
  }
  await confirmOwner(ctx, input.currentPassword);
  const [audience, affected, ended, ...others] = await withChatSteps(ctx, [
    onlineAudience(viewer.id),
    affectedByDeletion(viewer.id),
    sql`DELETE FROM sessions WHERE user_id = ${viewer.id} RETURNING id`,
    blockDeletedEmail(ctx, viewer),
    ...deletion(ctx, viewer.id, isSmall(viewer.id)),
    closeAccount(viewer.id),
  ]);
  publishClosedAccount(ctx, viewer.id, {
    sessions: idsOf(ended),
    audience: idsOf(audience),
    affected: idsOf(affected),
  });
  const isClosed = (others.at(-1) ?? []).length > 0;
  ctx.defer(isClosed ? deleteRest(ctx, idsOf(affected)) : sweepRemovals(ctx));
}

/** Deletes the rows of the closed account. Hubs may have read since it was closed, and still count them. */
async function deleteRest(ctx: MemberCtx, affected: string[]): Promise<void> {
  await deleteClosed(ctx, ctx.viewer.id);
  ctx.realtime.changed(affected, topics);
  publishDeletedNotifications(ctx, affected, { fromUserId: ctx.viewer.id });
  await sweepRemovals(ctx);
}
