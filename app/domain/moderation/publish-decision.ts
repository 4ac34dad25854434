import { sql } from "drizzle-orm";
import type { Decision } from "~/contract/moderation";
import { chatOfMessage } from "~/db/chats";
import { logError } from "~/platform/log";
import type { Ctx } from "../context";
import { sweepRemovals } from "../media/sweep-removals";
import { publishDeletedNotifications } from "../posts/publish-notifications";
import { withOwner } from "../presence/hub-subscriptions";
import { type Concerned, publishClosedAccount } from "../presence/publish-closed-account";
import { mailDecision, publishDecisionNotifications } from "./decision-notifications";
import type { DecisionCtx, Plan, ReportRow } from "./decision-plan";
import type { Removal } from "./prepare-removal";

/** Rows of the writes that are published. */
export interface Done extends Concerned {
  email: string | null;
  notifications: Record<string, unknown>[][];
  notified: string[];
}

/** Logs that open pages show a change of a decision late. */
export const logUnpublished = (error: unknown) => logError(error, { event: "decision not published" });

/** Publishes a stored decision, and mails it to the member concerned. */
export async function publishDecision(
  ctx: DecisionCtx,
  plan: Plan,
  removal: Removal | null,
  done: Done,
): Promise<void> {
  const { report, input, until } = plan;
  if (removal && removal.mediaIds.length > 0) {
    // Before the reply: removed photos are not served any more. The next sweep repeats it.
    await ctx.media
      .remove(removal.mediaIds)
      .catch((error: unknown) => logError(error, { event: "removed file not deleted" }));
    ctx.defer(sweepRemovals(ctx));
  }
  for (const rows of done.notifications) publishDecisionNotifications(ctx, rows);
  // The decision is stored: what follows does not depend on these reads.
  if (removal) await publishRemoval(ctx, plan, done).catch(logUnpublished);
  if (input.action === "cover") ctx.realtime.postsChanged(report.memberId);
  if (input.action === "suspend") publishClosedAccount(ctx, report.memberId, done);
  if (input.action === "dismiss" || !done.email) return;
  const { action, reason } = { ...input, action: input.action as Exclude<Decision, "dismiss"> };
  const where = ctx.urlOf(action === "suspend" ? "/appeal" : "/settings/reports#decisions");
  const decided = { ...report, action, reason, hasRemoved: removal !== null, until };
  mailDecision(ctx, { memberId: report.memberId, email: done.email, decided, appeal: where });
}

/** Removes the subject from open pages and from the caches of hubs. */
async function publishRemoval(ctx: DecisionCtx, { report }: Plan, { notified }: Done): Promise<void> {
  if (report.kind === "post") publishRemovedPost(ctx, report.memberId, report.subjectId, notified);
  if (report.kind === "comment") {
    const ownerId = await publishCount(ctx, report.postId);
    const to = ownerId ? withOwner(ownerId, notified) : notified;
    publishDeletedNotifications(ctx, to, { commentId: report.subjectId });
  }
  if (report.kind === "message") await publishDeletedMessage(ctx, report);
}

/** Removes a post and the notifications about it from open pages and hubs. @param notified see `notifiedOf` */
export function publishRemovedPost(
  ctx: Pick<Ctx, "realtime">,
  memberId: string,
  postId: string,
  notified: readonly string[],
): void {
  ctx.realtime.postRemoved(memberId, postId);
  publishDeletedNotifications(ctx, notified, { entityId: postId });
}

/** Publishes the number of a post's comments. @returns the post's owner, if it still exists */
export async function publishCount(ctx: DecisionCtx, postId: string): Promise<string | undefined> {
  const post = await ctx.db.get<{ ownerId: string } | undefined>(
    sql`SELECT user_id AS ownerId FROM posts WHERE id = ${postId}`,
  );
  if (post) ctx.realtime.countsChanged(post.ownerId, postId, "comments");
  return post?.ownerId;
}

async function publishDeletedMessage(ctx: DecisionCtx, { subjectId, memberId }: ReportRow): Promise<void> {
  const pair = await chatOfMessage(ctx.chats, Number(subjectId)).get<
    { low: string; high: string } | undefined
  >(sql`
    SELECT c.low_id AS low, c.high_id AS high FROM chat_messages m JOIN conversations c ON c.key = m.conversation
    WHERE m.id = ${Number(subjectId)}`);
  if (!pair) return;
  const receiverId = pair.low === memberId ? pair.high : pair.low;
  const frame = {
    type: "message_deleted",
    payload: { id: subjectId, senderId: memberId, receiverId },
  } as const;
  for (const to of [receiverId, memberId]) ctx.realtime.publish(to, frame);
}
