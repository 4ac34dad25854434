import { msg } from "@lingui/core/runtime-macro";
import { type SQL, sql } from "drizzle-orm";
import { AppError } from "~/contract/errors";
import { newId } from "~/contract/ids";
import type { ModerationAction, ReviewInput } from "~/contract/moderation";
import type { ReportKind, ReportReason } from "~/contract/safety";
import { batchRows } from "~/db/batch";
import { idsOf } from "~/db/ids-of";
import { isModerator } from "~/db/moderators";
import { mediaOfPost } from "~/db/post-photos";
import { topics } from "~/platform/realtime";
import { withChatSteps } from "../chat/complete-chat-steps";
import type { MemberCtx } from "../context";
import { affectedByDeletion } from "../presence/hub-subscriptions";
import { mayActOn } from "./act";
import { asModerator } from "./as-moderator";
import { completeRemovals, logRemovals } from "./complete-removals";
import { mailDecision, notifyOf, publishDecisionNotifications } from "./decision-notifications";
import type { Decider, DecisionCtx } from "./decision-plan";
import { logUnpublished, publishCount } from "./publish-decision";
import type { Subject } from "./removals";
import { allowFile, mediaOfRemoved, settleVerdicts } from "./removed-files";
import { restore, restoreFiles } from "./restore-content";

/** A decision, as far as its review needs it. */
interface DecisionRow {
  action: ModerationAction;
  memberId: string;
  kind: ReportKind;
  subjectId: string;
  postId: string;
  reason: ReportReason;
  until: string | null;
  hasRemoved: number;
  /** A JSON array. */
  mediaIds: string | null;
  caption: string | null;
  email: string | null;
  createdAt: string;
  /** The earlier decision that held the post; null when none did. */
  holdId: string | null;
}

/**
 * Undoes a decision, or upholds it against an appeal. Another moderator than the one who decided closes an appeal.
 * Undoing restores the removed content, removes a cover, ends a silence or suspension, reopens a dismissed report, and
 * others if the input says so; then a removed post that was held is held again.
 * @throws AppError `not_found`; `forbidden` about oneself or an admin, or one's own decision after an appeal;
 *   `conflict` when the decision is undone, has no open appeal to uphold it against, or its photo is gone
 */
export async function review(ctx: MemberCtx, decisionId: string, input: ReviewInput): Promise<void> {
  await reviewAs(asModerator(ctx).viewer, ctx, decisionId, input);
}

/** Does the same for the operator too, who may undo every decision. The caller has checked who decides. */
export async function reviewAs(
  decider: Decider,
  ctx: DecisionCtx,
  decisionId: string,
  input: ReviewInput,
): Promise<void> {
  const decision = await ctx.db.get<DecisionRow | undefined>(sql`
    SELECT l.action AS action, l.member_id AS memberId, l.kind AS kind, l.subject_id AS subjectId, l.post_id AS postId,
      l.reason AS reason, l.until AS until, l.has_removed AS hasRemoved,
      iif(r.decision_id IS NULL, NULL, ${mediaOfRemoved(sql`r.media_id`, sql`r.content`)}) AS mediaIds, r.content ->> '$.posts.caption' AS caption, u.email AS email,
      l.created_at AS createdAt,
      (SELECT id FROM moderation_log h WHERE h.subject_id = l.subject_id AND h.kind = l.kind AND h.action = 'hold' AND h.id < l.id) AS holdId
    FROM moderation_log l LEFT JOIN removed_content r ON r.decision_id = l.id LEFT JOIN users u ON u.id = l.member_id
    WHERE l.id = ${decisionId} AND l.action IN ('dismiss', 'remove', 'cover', 'warn', 'silence', 'suspend')`);
  if (!decision) throw new AppError("not_found", msg`There is no such decision.`);
  const refusal = await refusalOf(decider, ctx, decisionId, decision, input);
  if (refusal) throw refusal;
  const restores = input.action === "undo" && decision.hasRemoved === 1 && !isHeldAgain(decision, input);
  if (restores) await restoreFiles(ctx, mediaIdsOf(decision), decision.kind);
  const now = ctx.now();
  const id = newId(now.getTime());
  const isLogged = sql`EXISTS (SELECT 1 FROM moderation_log WHERE id = ${id})`;
  const isRestoring = decision.action === "suspend" && input.action === "undo";
  const run = (statements: SQL[]) =>
    isRestoring ? withChatSteps(ctx, statements) : batchRows(ctx.db, statements);
  const results = await run([
    insertReview(decider, id, decisionId, decision, input, now),
    decision.action === "dismiss"
      ? sql`SELECT 1 WHERE 0`
      : notifyOf("moderation", sql`u.id = ${decision.memberId} AND ${isLogged}`, now),
    ...(input.action === "undo" ? undo(decisionId, decision, isLogged, input) : []),
    sql`UPDATE appeals SET closed_at = ${now.toISOString()}, is_granted = ${input.action === "undo" ? 1 : 0}
      WHERE decision_id = ${decisionId} AND closed_at IS NULL AND ${isLogged}`,
    // With the restored connections, whose hubs have cached too little.
    isRestoring ? affectedByDeletion(decision.memberId) : sql`SELECT 1 AS id WHERE 0`,
  ]);
  const [logged = [], notifications] = results;
  const affected = results.at(-1) ?? [];
  if (logged.length === 0)
    throw (
      (await refusalOf(decider, ctx, decisionId, decision, input)) ??
      new AppError("conflict", msg`This decision has changed. Please load the page again.`)
    );
  if (input.action === "undo" && decision.kind === "message" && decision.hasRemoved)
    await completeRemovals(ctx).catch(logRemovals);
  publishDecisionNotifications(ctx, notifications);
  ctx.realtime.changed(idsOf(affected), topics);
  if (decision.kind === "post" && (restores || (input.action === "undo" && decision.action === "cover")))
    ctx.realtime.postsChanged(decision.memberId);
  if (input.action === "undo" && decision.kind === "comment")
    await publishCount(ctx, decision.postId).catch(logUnpublished);
  if (decision.action === "dismiss" || !decision.email) return;
  const { memberId, email } = decision;
  const decided = { ...decision, action: input.action, text: "", hasRemoved: false };
  mailDecision(ctx, { memberId, email, decided, appeal: null });
}

function insertReview(
  decider: Decider,
  id: string,
  decisionId: string,
  { memberId }: DecisionRow,
  { action, note }: ReviewInput,
  now: Date,
): SQL {
  const appeal = sql`EXISTS (SELECT 1 FROM appeals WHERE decision_id = l.id AND closed_at IS NULL)`;
  return sql`
    INSERT INTO moderation_log (id, actor_id, actor_name, action, member_id, member_name, kind, subject_id, post_id, reason, note,
      undoes, created_at)
    SELECT ${id}, ${decider.id}, ${decider.username}, ${action}, member_id, member_name, kind, subject_id, post_id, reason, ${note},
      ${action === "undo" ? decisionId : null}, ${now.toISOString()}
    FROM moderation_log l WHERE id = ${decisionId} AND ${mayActOn(decider, memberId)}
      AND NOT EXISTS (SELECT 1 FROM moderation_log WHERE undoes = ${decisionId})
      AND ${action === "undo" ? sql`(NOT ${appeal} OR ${isAnother(decider)})` : sql`${appeal} AND ${isAnother(decider)}`}
    RETURNING id AS id`;
}

/** The condition that somebody else has made the decision `l`. The operator may review their own. */
const isAnother = ({ id }: Decider): SQL => (id === null ? sql`TRUE` : sql`l.actor_id IS NOT ${id}`);

const mediaIdsOf = ({ mediaIds }: DecisionRow): string[] => JSON.parse(mediaIds ?? "[]");

/** Whether undoing puts a removed post back to those that the image check holds, which nobody sees. */
const isHeldAgain = ({ holdId, hasRemoved }: DecisionRow, { reopens }: ReviewInput): boolean =>
  reopens === true && hasRemoved === 1 && holdId !== null;

/** Returns the writes that undo a decision. */
function undo(decisionId: string, decision: DecisionRow, isLogged: SQL, input: ReviewInput): SQL[] {
  const { action, memberId, kind, subjectId, postId, until, caption } = decision;
  const subject: Subject = { kind, id: subjectId, postId };
  const writes: SQL[] = [];
  if (isHeldAgain(decision, input)) {
    writes.push(
      sql`UPDATE removed_content SET decision_id = ${decision.holdId} WHERE decision_id = ${decisionId} AND ${isLogged}`,
    );
  } else if (decision.hasRemoved) {
    writes.push(
      ...mediaIdsOf(decision).flatMap((mediaId) => allowFile(mediaId, isLogged)),
      ...restore(subject, decisionId, caption ?? "", isLogged),
      settleVerdicts(sql`(SELECT value FROM json_each(${decision.mediaIds}))`, isLogged),
    );
  }
  if (action === "cover")
    writes.push(
      settleVerdicts(mediaOfPost(subjectId), isLogged),
      // Another decision can have covered it too.
      sql`UPDATE posts SET is_covered = EXISTS (
          SELECT 1 FROM moderation_log l WHERE l.subject_id = ${subjectId} AND l.kind = 'post' AND l.action = 'cover'
            AND NOT EXISTS (SELECT 1 FROM moderation_log u WHERE u.undoes = l.id))
        WHERE id = ${subjectId} AND ${isLogged}`,
    );
  if (action === "silence")
    writes.push(
      sql`UPDATE users SET silenced_until = NULL WHERE id = ${memberId} AND silenced_until = ${until} AND ${isLogged}`,
    );
  if (action === "dismiss" || input.reopens) {
    const closedByIt = action === "dismiss" ? sql`TRUE` : sql`closed_at = ${decision.createdAt}`;
    writes.push(sql`UPDATE abuse_reports SET closed_at = NULL, has_led_to_action = NULL
      WHERE kind = ${kind} AND subject_id = ${subjectId} AND ${closedByIt} AND ${isLogged}`);
  }
  if (action === "suspend")
    writes.push(sql`DELETE FROM suspensions WHERE decision_id = ${decisionId} AND ${isLogged}`);
  return writes;
}

/** Returns the error of a review that is not allowed; null when it is. */
async function refusalOf(
  decider: Decider,
  { db }: DecisionCtx,
  decisionId: string,
  { memberId }: DecisionRow,
  { action }: ReviewInput,
): Promise<AppError | null> {
  if (memberId === decider.id)
    return new AppError("forbidden", msg`Nobody decides about their own account or content.`);
  const row = await db.get<{
    role: string | null;
    isModerator: number;
    isUndone: number;
    isOpen: number;
    isOwn: number;
  }>(sql`
    SELECT ${decider.id === null ? sql`1` : isModerator(decider.id)} AS isModerator, (SELECT role FROM users WHERE id = l.member_id) AS role, NOT ${isAnother(decider)} AS isOwn,
      EXISTS (SELECT 1 FROM moderation_log WHERE undoes = l.id) AS isUndone,
      EXISTS (SELECT 1 FROM appeals WHERE decision_id = l.id AND closed_at IS NULL) AS isOpen
    FROM moderation_log l WHERE l.id = ${decisionId}`);
  if (!row.isModerator) throw new AppError("not_found", msg`There is no such page.`);
  if (decider.id !== null && row.role === "admin")
    return new AppError("forbidden", msg`Nobody decides about an admin here.`);
  if (row.isUndone) return new AppError("conflict", msg`This decision has been undone already.`);
  if (action === "uphold" && !row.isOpen) return new AppError("conflict", msg`There is no open appeal.`);
  if (row.isOpen && row.isOwn)
    return new AppError("forbidden", msg`Another moderator decides about an appeal against your decision.`);
  return null;
}
