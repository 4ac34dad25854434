import { msg } from "@lingui/core/runtime-macro";
import { type SQL, sql } from "drizzle-orm";
import { AppError, invalid } from "~/contract/errors";
import { newId } from "~/contract/ids";
import type { DecisionInput } from "~/contract/moderation";
import { DAY_MS } from "~/contract/time";
import { batchRows } from "~/db/batch";
import { idsOf } from "~/db/ids-of";
import { withChatSteps } from "../chat/complete-chat-steps";
import type { MemberCtx } from "../context";
import { affectedByDeletion, notifiedOf, notifiedOfComment } from "../presence/hub-subscriptions";
import { onlineAudience } from "../presence/online-members";
import { mayActOn } from "./act";
import { asModerator } from "./as-moderator";
import { completeRemovals, logRemovals } from "./complete-removals";
import { notifyOf } from "./decision-notifications";
import type { Decider, DecisionCtx, Plan, ReportRow } from "./decision-plan";
import { heldPost, prepareRemoval, type Removal, releaseOf, removalOfHeld } from "./prepare-removal";
import { type Done, publishDecision } from "./publish-decision";
import { restoreFiles } from "./restore-content";

/**
 * Decides about a report and all open ones of the same subject: dismisses them, removes the subject, covers its photo,
 * warns, silences or suspends its author. One transaction writes the decision to the log and all of its consequences; a
 * removed photo is copied before, and its files are deleted before the reply or by the next sweep.
 * @throws AppError `not_found`; `forbidden` about oneself or an admin; `invalid` for the cover of another subject
 *   than a post; `conflict` when the report is closed or its subject is gone
 * @returns the id of the decision; null when undoing it would not restore what was: a held post that it has released
 */
export async function decide(ctx: MemberCtx, reportId: string, input: DecisionInput): Promise<string | null> {
  return decideAs(asModerator(ctx).viewer, ctx, reportId, input);
}

/** Does the same for the operator too, who may decide about everybody. The caller has checked who decides. */
export async function decideAs(
  decider: Decider,
  ctx: DecisionCtx,
  reportId: string,
  input: DecisionInput,
): Promise<string | null> {
  const report = await ctx.db.get<ReportRow | undefined>(sql`
    SELECT member_id AS memberId, kind AS kind, subject_id AS subjectId, post_id AS postId, snapshot ->> 'text' AS text,
      ${mayActOn(decider, sql`r.member_id`)} AND EXISTS (
        SELECT 1 FROM abuse_reports o WHERE o.kind = r.kind AND o.subject_id = r.subject_id AND o.closed_at IS NULL
      ) AS mayDecide
    FROM abuse_reports r WHERE id = ${reportId}`);
  if (!report) throw new AppError("not_found", msg`There is no such report.`);
  const now = ctx.now();
  const id = newId(now.getTime());
  const plan: Plan = {
    id,
    decider,
    report,
    subject: { kind: report.kind, id: report.subjectId, postId: report.postId },
    input,
    until: untilOf(input, now),
    now,
    isLogged: sql`EXISTS (SELECT 1 FROM moderation_log WHERE id = ${id})`,
  };
  if (input.action === "cover" && report.kind !== "post")
    throw invalid("action", msg`Only the photo of a post can be covered.`);
  // Before files are copied or restored. The statement that stores the decision checks it again.
  if (!report.mayDecide) throw await refusalOf(ctx, plan);
  const held = await heldPost(ctx, plan.subject);
  const removal = held
    ? removalOfHeld(plan, held)
    : input.action === "remove" || input.removes
      ? await prepareRemoval(ctx, plan)
      : null;
  const release = held && !removal ? releaseOf(plan, held) : [];
  if (
    input.action === "remove" ? !removal : input.action === "cover" && !held && !(await isStored(ctx, report))
  )
    throw new AppError("conflict", msg`This is gone already. Please choose another decision.`);
  if (held && !removal) await restoreFiles(ctx, held.mediaIds, report.kind);
  const done = await write(ctx, plan, removal, release);
  if (!done) throw await refusalOf(ctx, plan);
  await publishDecision(ctx, plan, removal, done);
  if (!held || removal) return id;
  ctx.realtime.postsChanged(report.memberId);
  return null;
}

async function isStored({ db }: DecisionCtx, { subjectId }: ReportRow): Promise<boolean> {
  return (await db.get(sql`SELECT 1 AS id FROM posts WHERE id = ${subjectId}`)) !== undefined;
}

function untilOf({ action, days }: DecisionInput, now: Date): string | null {
  const isLimited = (action === "silence" || action === "suspend") && days !== undefined;
  return isLimited ? new Date(now.getTime() + days * DAY_MS).toISOString() : null;
}

const none = sql`SELECT 1 AS id WHERE 0`;

/** @returns null when nothing was stored */
async function write(
  ctx: DecisionCtx,
  plan: Plan,
  removal: Removal | null,
  release: SQL[],
): Promise<Done | null> {
  const { id, report, input, until, now, isLogged } = plan;
  const { memberId } = report;
  const ofSubject = sql`kind = ${report.kind} AND subject_id = ${report.subjectId} AND closed_at IS NULL`;
  const isSuspending = input.action === "suspend";
  const run = (statements: SQL[]) =>
    isSuspending ? withChatSteps(ctx, statements) : batchRows(ctx.db, statements);
  const [logged = [], member = [], sessions, audience, affected, notified, reporters = [], own = []] =
    await run([
      insertDecision(plan, removal !== null, ofSubject),
      sql`SELECT email AS email FROM users WHERE id = ${memberId}`,
      isSuspending ? sql`SELECT id FROM sessions WHERE user_id = ${memberId}` : none,
      isSuspending ? onlineAudience(memberId) : none,
      isSuspending ? affectedByDeletion(memberId) : none,
      removal ? notifiedOfSubject(report) : none,
      notifyOf(
        "report_reviewed",
        sql`u.id IN (SELECT reporter_id FROM abuse_reports WHERE ${ofSubject}) AND ${isLogged}`,
        now,
      ),
      // The member of a held post learns that it is back.
      input.action === "dismiss" && release.length === 0
        ? none
        : notifyOf("moderation", sql`u.id = ${memberId} AND ${isLogged}`, now),
      sql`UPDATE abuse_reports SET closed_at = ${now.toISOString()}, has_led_to_action = ${input.action === "dismiss" ? 0 : 1}
        WHERE ${ofSubject} AND ${isLogged}`,
      ...(removal?.statements ?? []),
      ...release,
      ...(input.action === "cover"
        ? [sql`UPDATE posts SET is_covered = 1 WHERE id = ${report.subjectId} AND ${isLogged}`]
        : []),
      ...(input.action === "silence"
        ? [sql`UPDATE users SET silenced_until = ${until} WHERE id = ${memberId} AND ${isLogged}`]
        : []),
      ...(isSuspending
        ? [
            sql`INSERT INTO suspensions (member_id, decision_id, reason, until)
              SELECT id, ${id}, ${input.reason}, ${until} FROM users WHERE id = ${memberId} AND ${isLogged}
              ON CONFLICT (member_id) DO UPDATE SET decision_id = excluded.decision_id, reason = excluded.reason, until = excluded.until`,
          ]
        : []),
    ]);
  if (logged.length === 0) return null;
  if (removal && report.kind === "message") await completeRemovals(ctx).catch(logRemovals);
  return {
    email: member[0] ? String(member[0].email) : null,
    notifications: [reporters, own],
    sessions: idsOf(sessions),
    audience: idsOf(audience),
    affected: idsOf(affected),
    notified: idsOf(notified),
  };
}

/** Selects the members whose hubs have cached notifications about a post or comment that is removed. */
function notifiedOfSubject({ kind, subjectId, postId }: ReportRow): SQL {
  if (kind === "post") return notifiedOf(subjectId);
  return kind === "comment" ? notifiedOfComment(postId, subjectId) : none;
}

/** Stores the decision in the log while the report is open and its decider may decide. */
function insertDecision(plan: Plan, removes: boolean, ofSubject: SQL): SQL {
  const { id, decider, report, input, until, now } = plan;
  return sql`
    INSERT INTO moderation_log (id, actor_id, actor_name, action, member_id, member_name, kind, subject_id, post_id, reason, note,
      until, has_removed, created_at)
    SELECT ${id}, ${decider.id}, ${decider.username}, ${input.action}, member_id,
      coalesce((SELECT username FROM users WHERE id = member_id), snapshot ->> 'username'), kind, subject_id, post_id,
      ${input.reason}, ${input.note}, ${until}, ${removes ? 1 : 0}, ${now.toISOString()}
    FROM abuse_reports WHERE ${ofSubject} AND ${mayActOn(decider, report.memberId)}
    ORDER BY id LIMIT 1
    RETURNING id AS id`;
}

/** Returns the error of a decision that was not stored. */
async function refusalOf({ db }: DecisionCtx, { report, decider }: Plan): Promise<AppError> {
  if (report.memberId === decider.id)
    return new AppError("forbidden", msg`Nobody decides about their own account or content.`);
  const [member, last] = await batchRows(db, [
    sql`SELECT role AS role FROM users WHERE id = ${report.memberId}`,
    sql`SELECT actor_name AS name FROM moderation_log
      WHERE subject_id = ${report.subjectId} AND kind = ${report.kind} ORDER BY id DESC LIMIT 1`,
  ]);
  if (decider.id !== null && member?.[0]?.role === "admin")
    return new AppError("forbidden", msg`Nobody decides about an admin here.`);
  const name = last?.[0]?.name;
  const text = name
    ? msg`${{ name }} has already decided about this report.`
    : msg`Somebody has already decided about this report.`;
  return new AppError("conflict", text);
}
