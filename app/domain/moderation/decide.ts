import { type SQL, sql } from "drizzle-orm";
import { AppError, invalid } from "~/contract/errors";
import { newId } from "~/contract/ids";
import type { Decision, DecisionInput } from "~/contract/moderation";
import type { ReportKind } from "~/contract/safety";
import { DAY_MS } from "~/contract/time";
import { batchRows } from "~/db/batch";
import { chatOfMessage } from "~/db/chats";
import { mayModerate } from "~/db/moderators";
import { mediaOfPost } from "~/db/post-photos";
import { logError } from "~/platform/log";
import { type Envelope, topics } from "~/platform/realtime";
import { withChatSteps } from "../chat/complete-chat-steps";
import type { Ctx, MemberCtx } from "../context";
import type { MailCtx } from "../mail/send-mail";
import { sweepRemovals } from "../media/sweep-removals";
import { affectedByDeletion, notifiedOf } from "../presence/hub-subscriptions";
import { onlineAudience } from "../presence/online-members";
import { asModerator } from "./as-moderator";
import { completeRemovals } from "./complete-removals";
import { mailDecision, notifyOf, publishNotices } from "./notices";
import {
  allowFile,
  keepEvidence,
  mediaOfRemoved,
  refuseFile,
  removableOf,
  restore,
  restoreFiles,
  type Subject,
  settleVerdicts,
} from "./removals";

/** A moderator, or the operator, who has no account. */
export interface Decider {
  id: string | null;
  username: string;
}

/** The context of a decision. The operator's has no viewer. */
export type DecisionCtx = Pick<
  Ctx,
  "db" | "chats" | "viewer" | "media" | "realtime" | "urlOf" | "now" | "defer"
> &
  MailCtx;

/** A report, as far as a decision needs it. */
interface ReportRow {
  memberId: string;
  kind: ReportKind;
  subjectId: string;
  postId: string;
  text: string;
  /** Whether its subject has an open report about which the decider may decide. */
  mayDecide: number;
}

/** The input of the writes of a decision. */
interface Plan {
  id: string;
  decider: Decider;
  report: ReportRow;
  subject: Subject;
  input: DecisionInput;
  /** The end of a silence or suspension. */
  until: string | null;
  now: Date;
  /** True in the batch once the log has the decision. */
  isLogged: SQL;
}

/**
 * Decides about a report and all open ones of the same subject: dismisses them, removes the subject, covers its photo, warns, silences or suspends its
 * author. One transaction writes the decision to the log and all of its consequences; a removed photo is copied before, and its
 * files are deleted before the reply or, if that is interrupted, by the next sweep.
 * @throws AppError `not_found`; `forbidden` about oneself or an admin; `invalid` for the cover of another subject
 *   than a post; `conflict` when the report is closed or its subject is gone
 */
export async function decide(ctx: MemberCtx, reportId: string, input: DecisionInput): Promise<void> {
  return decideAs(asModerator(ctx).viewer, ctx, reportId, input);
}

/** Does the same for the operator too, who may decide about everybody. The caller has checked who decides. */
export async function decideAs(
  decider: Decider,
  ctx: DecisionCtx,
  reportId: string,
  input: DecisionInput,
): Promise<void> {
  const report = await ctx.db.get<ReportRow | undefined>(sql`
    SELECT member_id AS memberId, kind AS kind, subject_id AS subjectId, post_id AS postId, snapshot ->> 'text' AS text,
      ${isAllowed(decider, sql`r.member_id`)} AND EXISTS (
        SELECT 1 FROM abuse_reports o WHERE o.kind = r.kind AND o.subject_id = r.subject_id AND o.closed_at IS NULL
      ) AS mayDecide
    FROM abuse_reports r WHERE id = ${reportId}`);
  if (!report) throw new AppError("not_found", "There is no such report.");
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
    throw invalid("action", "Only the photo of a post can be covered.");
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
    throw new AppError("conflict", "This is gone already. Please choose another decision.");
  if (held && !removal) await restoreFiles(ctx, held.mediaIds, report.kind);
  const done = await write(ctx, plan, removal, release);
  if (!done) throw await refusalOf(ctx, plan);
  await publish(ctx, plan, removal, done);
  if (held && !removal) publishPosts(ctx, report.memberId);
}

/** A post that the image check holds. */
interface HeldPost {
  decisionId: string;
  mediaIds: string[];
  caption: string;
}

async function heldPost({ db }: DecisionCtx, { kind, id }: Subject): Promise<HeldPost | undefined> {
  if (kind !== "post") return undefined;
  const row = await db.get<(Omit<HeldPost, "mediaIds"> & { mediaIds: string }) | undefined>(sql`
    SELECT c.decision_id AS decisionId, ${mediaOfRemoved(sql`c.media_id`, sql`c.content`)} AS mediaIds,
      c.content ->> '$.posts.caption' AS caption
    FROM moderation_log l JOIN removed_content c ON c.decision_id = l.id
    WHERE l.subject_id = ${id} AND l.kind = 'post' AND l.action = 'hold'`);
  return row && { ...row, mediaIds: JSON.parse(row.mediaIds) };
}

/** Returns the removal of a held post, which is put away already. Null for the decisions that bring it back. */
function removalOfHeld({ id, input, isLogged }: Plan, { decisionId }: HeldPost): Removal | null {
  if (input.action === "dismiss" || (input.action === "cover" && !input.removes)) return null;
  const statement = sql`UPDATE removed_content SET decision_id = ${id} WHERE decision_id = ${decisionId} AND ${isLogged}`;
  return { mediaIds: [], statements: [statement] };
}

/** Returns the statements that bring a held post back. Its photos are not judged again. */
function releaseOf({ subject, isLogged }: Plan, { decisionId, mediaIds, caption }: HeldPost): SQL[] {
  return [
    ...mediaIds.flatMap((id) => allowFile(id, isLogged)),
    ...restore(subject, decisionId, caption, isLogged),
    settleVerdicts(mediaOfPost(subject.id), isLogged),
    sql`DELETE FROM removed_content WHERE decision_id = ${decisionId} AND ${isLogged}`,
  ];
}

async function isStored({ db }: DecisionCtx, { subjectId }: ReportRow): Promise<boolean> {
  return (await db.get(sql`SELECT 1 AS id FROM posts WHERE id = ${subjectId}`)) !== undefined;
}

function untilOf({ action, days }: DecisionInput, now: Date): string | null {
  const isLimited = (action === "silence" || action === "suspend") && days !== undefined;
  return isLimited ? new Date(now.getTime() + days * DAY_MS).toISOString() : null;
}

interface Removal {
  mediaIds: string[];
  statements: SQL[];
}

/** Copies the photos and hashes the files of a subject that is to be removed. Returns null when it is gone or cannot be removed. */
async function prepareRemoval(
  ctx: DecisionCtx,
  { id, subject, isLogged, now }: Plan,
): Promise<Removal | null> {
  const removable = await removableOf(ctx, subject, id);
  const found =
    removable &&
    (await ctx.db.get<{ mediaIds: string } | undefined>(
      sql`SELECT ${mediaOfRemoved(sql`mediaId`, sql`content`)} AS mediaIds FROM (${removable.content})`,
    ));
  if (!removable || !found) return null;
  const mediaIds = JSON.parse(found.mediaIds) as string[];
  const refusals: SQL[] = [];
  for (const mediaId of mediaIds) {
    await ctx.media.preserve(mediaId);
    refusals.push(...refuseFile(mediaId, await ctx.media.hashes(mediaId), isLogged));
  }
  const statements = [
    sql`INSERT INTO removed_content (decision_id, kind, content, media_id, created_at)
      SELECT ${id}, ${subject.kind}, content, mediaId, ${now.toISOString()} FROM (${removable.content}) WHERE ${isLogged}`,
    ...refusals,
    ...(subject.kind === "post" ? [keepEvidence(subject.id, mediaIds.slice(1), isLogged)] : []),
    ...removable.remove(mediaIds, isLogged),
  ];
  return { mediaIds, statements };
}

/** Rows of the writes that are published. */
interface Done {
  email: string | null;
  notices: Record<string, unknown>[][];
  sessions: string[];
  audience: string[];
  affected: string[];
  notified: string[];
}

const idsOf = (rows: Record<string, unknown>[] = []) => rows.map(({ id }) => String(id));

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
  const none = sql`SELECT 1 AS id WHERE 0`;
  const run = (statements: SQL[]) =>
    isSuspending ? withChatSteps(ctx, statements) : batchRows(ctx.db, statements);
  const [logged = [], member = [], sessions, audience, affected, notified, reporters = [], own = []] =
    await run([
      insertDecision(plan, removal !== null, ofSubject),
      sql`SELECT email AS email FROM users WHERE id = ${memberId}`,
      isSuspending ? sql`SELECT id FROM sessions WHERE user_id = ${memberId}` : none,
      isSuspending ? onlineAudience(memberId) : none,
      isSuspending ? affectedByDeletion(memberId) : none,
      report.kind === "post" && removal ? notifiedOf(report.subjectId) : none,
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
    notices: [reporters, own],
    sessions: idsOf(sessions),
    audience: idsOf(audience),
    affected: idsOf(affected),
    notified: idsOf(notified),
  };
}

/** Logs that the hourly run has to complete removals. */
export const logRemovals = (error: unknown) => logError(error, { event: "removals not completed" });

/** Logs that open pages show a change of a decision late. */
export const logUnpublished = (error: unknown) => logError(error, { event: "decision not published" });

/** The condition that a decider may decide about a member. The operator, who has no account, may decide about everybody. */
const isAllowed = ({ id }: Decider, memberId: SQL | string): SQL =>
  id === null ? sql`TRUE` : sql`(${mayModerate(id, memberId)})`;

/** Stores the decision in the log while the report is open and its decider may decide. */
function insertDecision(plan: Plan, removes: boolean, ofSubject: SQL): SQL {
  const { id, decider, report, input, until, now } = plan;
  return sql`
    INSERT INTO moderation_log (id, actor_id, actor_name, action, member_id, member_name, kind, subject_id, post_id, reason, note,
      until, has_removed, created_at)
    SELECT ${id}, ${decider.id}, ${decider.username}, ${input.action}, member_id,
      coalesce((SELECT username FROM users WHERE id = member_id), snapshot ->> 'username'), kind, subject_id, post_id,
      ${input.reason}, ${input.note}, ${until}, ${removes ? 1 : 0}, ${now.toISOString()}
    FROM abuse_reports WHERE ${ofSubject} AND ${isAllowed(decider, report.memberId)}
    ORDER BY id LIMIT 1
    RETURNING id AS id`;
}

/** Returns the error of a decision that was not stored. */
async function refusalOf({ db }: DecisionCtx, { report, decider }: Plan): Promise<AppError> {
  if (report.memberId === decider.id)
    return new AppError("forbidden", "Nobody decides about their own account or content.");
  const [member, last] = await batchRows(db, [
    sql`SELECT role AS role FROM users WHERE id = ${report.memberId}`,
    sql`SELECT actor_name AS name FROM moderation_log
      WHERE subject_id = ${report.subjectId} AND kind = ${report.kind} ORDER BY id DESC LIMIT 1`,
  ]);
  if (decider.id !== null && member?.[0]?.role === "admin")
    return new AppError("forbidden", "Nobody decides about an admin here.");
  return new AppError("conflict", `${last?.[0]?.name ?? "Somebody"} has already decided about this report.`);
}

async function publish(ctx: DecisionCtx, plan: Plan, removal: Removal | null, done: Done): Promise<void> {
  const { report, input, until } = plan;
  if (removal && removal.mediaIds.length > 0) {
    // Before the reply: removed photos are not served any more. The next sweep repeats it.
    await ctx.media
      .remove(removal.mediaIds)
      .catch((error: unknown) => logError(error, { event: "removed file not deleted" }));
    ctx.defer(sweepRemovals(ctx));
  }
  for (const rows of done.notices) publishNotices(ctx, rows);
  // The decision is stored: what follows does not depend on these reads.
  if (removal) await publishRemoval(ctx, plan, done).catch(logUnpublished);
  if (input.action === "cover") publishPosts(ctx, report.memberId);
  if (input.action === "suspend") closeAccount(ctx, report.memberId, done);
  if (input.action === "dismiss" || !done.email) return;
  const { action, reason } = { ...input, action: input.action as Exclude<Decision, "dismiss"> };
  const where = ctx.urlOf(action === "suspend" ? "/appeal" : "/settings#decisions");
  const decided = { ...report, action, reason, hasRemoved: removal !== null, until };
  mailDecision(ctx, { memberId: report.memberId, email: done.email, decided, appeal: where });
}

/** Removes the subject from open pages and from what hubs hold. */
async function publishRemoval(ctx: DecisionCtx, { report }: Plan, { notified }: Done): Promise<void> {
  if (report.kind === "post") {
    publishPosts(ctx, report.memberId);
    ctx.realtime.changed(notified, ["notifications"]);
  }
  if (report.kind === "comment") await publishCount(ctx, report.postId);
  if (report.kind === "message") await publishDeletedMessage(ctx, report);
}

/** Drops a member's posts from what their hub and those of their connections hold. */
export function publishPosts(ctx: Pick<Ctx, "realtime">, memberId: string): void {
  ctx.realtime.postsChanged(memberId);
  ctx.realtime.changed([memberId], ["posts"]);
}

/** Publishes the number of a post's comments. */
export async function publishCount(ctx: DecisionCtx, postId: string): Promise<void> {
  const post = await ctx.db.get<{ ownerId: string } | undefined>(
    sql`SELECT user_id AS ownerId FROM posts WHERE id = ${postId}`,
  );
  if (post) ctx.realtime.countsChanged(post.ownerId, postId, "comments");
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

/** Ends the sessions and sockets of a suspended member, and removes the member from open pages and from what hubs hold. */
function closeAccount(ctx: DecisionCtx, memberId: string, { sessions, audience, affected }: Done): void {
  ctx.realtime.accountClosed(memberId, sessions, [
    ...audience.flatMap((to): Envelope[] => {
      const payload = { fromUserId: memberId, toUserId: to, status: "disconnected" } as const;
      return [
        { to, frame: { type: "connection_status", payload } },
        { to, frame: { type: "offline", payload: { userId: memberId } } },
      ];
    }),
    ...affected.map((to): Envelope => ({ to, frame: { type: "changed", payload: { topics } } })),
  ]);
}
