import { msg } from "@lingui/core/runtime-macro";
import { type SQL, sql } from "drizzle-orm";
import { invalid } from "~/contract/errors";
import { newId } from "~/contract/ids";
import { FIRST_REPORTS_PER_DAY } from "~/contract/limits";
import type { ReportInput } from "~/contract/reports";
import type { ReportReason } from "~/contract/safety";
import { DAY_MS } from "~/contract/time";
import { batchRows } from "~/db/batch";
import type { Ctx, MemberCtx } from "../context";
import { keepEvidence } from "../moderation/removed-files";
import { withinQuota } from "../quota";
import { type NamedSubject, readMessageRow, type Subject, subjectIn, subjectOf } from "./snapshot";

/** The order in which moderators see reports, by reason: 0 first. */
export const urgencies: Record<ReportReason, number> = {
  child: 0,
  self_harm: 0,
  violence: 1,
  hate: 2,
  harassment: 2,
  nudity: 2,
  impersonation: 3,
  copyright: 3,
  spam: 3,
  other: 3,
};

/**
 * Stores a report with a snapshot of its subject for the moderators. The photo is copied first, so a stored report has
 * its evidence. A repeated report replaces the reason and the details; while the first one is open its snapshot stays,
 * because the author may have edited the subject since, and nothing is copied or counted. A report that has been closed
 * is opened again, with a new snapshot.
 * @throws AppError `not_found`; `invalid` for oneself and own content; `rate_limited` beyond the quota
 */
export async function report(ctx: MemberCtx, input: ReportInput): Promise<void> {
  const reporterId = ctx.viewer.id;
  const named = subjectOf(input, ctx.viewer);
  const [[open] = [], [stored] = []] = await batchRows(ctx.db, [
    openReport(reporterId, named),
    ...(named.row ? [named.row] : []),
  ]);
  const row = named.row ? stored : await readMessageRow(ctx, named.id);
  if (!row) throw named.notFound();
  const subject = subjectIn(row);
  // An AI image is always the viewer's own: the report is about the engine's result.
  if (subject.memberId === reporterId && named.kind !== "ai_image")
    throw invalid("reason", msg`You cannot report yourself.`);
  if (open) await changeReport(ctx, reporterId, named, input);
  else
    await withinQuota(ctx, [{ quota: "reports", count: 1 }], () =>
      storeReport(ctx, reporterId, named, subject, input),
    );
}

type StoreCtx = Pick<Ctx, "db" | "media" | "now">;
type Reason = Pick<ReportInput, "reason" | "details">;

const ofReporter = (reporterId: string, { kind, id }: NamedSubject): SQL =>
  sql`reporter_id = ${reporterId} AND kind = ${kind} AND subject_id = ${id}`;

const openReport = (reporterId: string, named: NamedSubject): SQL =>
  sql`SELECT id FROM abuse_reports WHERE ${ofReporter(reporterId, named)} AND closed_at IS NULL`;

/**
 * Returns the urgency of a report, as SQL. One member cannot fill the head of the queue: after the first reports of a
 * day that come before all others, theirs come behind those of everybody else.
 */
function urgencyOf({ now }: StoreCtx, reporterId: string, named: NamedSubject, { reason }: Reason): SQL {
  const urgency = urgencies[reason];
  if (urgency > 0) return sql`${urgency}`;
  const since = new Date(now().getTime() - DAY_MS).toISOString();
  return sql`iif((
    SELECT count(*) FROM abuse_reports WHERE reporter_id = ${reporterId} AND urgency = 0 AND created_at > ${since}
      AND NOT (kind = ${named.kind} AND subject_id = ${named.id})
  ) < ${FIRST_REPORTS_PER_DAY}, 0, 1)`;
}

/** Replaces the reason and the details of an open report. */
async function changeReport(
  ctx: StoreCtx,
  reporterId: string,
  named: NamedSubject,
  input: Reason,
): Promise<void> {
  await ctx.db.run(sql`
    UPDATE abuse_reports SET reason = ${input.reason}, details = ${input.details.trim()},
      urgency = ${urgencyOf(ctx, reporterId, named, input)}, created_at = ${ctx.now().toISOString()}
    WHERE ${ofReporter(reporterId, named)} AND closed_at IS NULL`);
}

/** Stores a report of a subject that has been read. @param reporterId empty for the operator */
export async function storeReport(
  ctx: StoreCtx,
  reporterId: string,
  named: NamedSubject,
  { memberId, mediaId, snapshot }: Subject,
  input: Reason,
): Promise<void> {
  const { db, media } = ctx;
  const { kind, id, postId } = named;
  const evidence = mediaId && (await media.preserve(mediaId)) ? mediaId : null;
  const later: string[] = [];
  for (const photo of snapshot.photos ?? []) if (await media.preserve(photo.id)) later.push(photo.id);
  const at = ctx.now();
  const insert = sql`
    INSERT INTO abuse_reports
      (id, reporter_id, member_id, kind, subject_id, post_id, reason, details, urgency, snapshot, media_id, created_at)
    VALUES (${newId(at.getTime())}, ${reporterId}, ${memberId}, ${kind}, ${id}, ${postId}, ${input.reason},
      ${input.details.trim()}, ${urgencyOf(ctx, reporterId, named, input)}, ${JSON.stringify(snapshot)}, ${evidence},
      ${at.toISOString()})
    ON CONFLICT (reporter_id, kind, subject_id) DO UPDATE SET
      reason = excluded.reason, details = excluded.details, urgency = excluded.urgency, created_at = excluded.created_at,
      snapshot = iif(closed_at IS NULL, snapshot, excluded.snapshot),
      media_id = iif(closed_at IS NULL, media_id, excluded.media_id),
      closed_at = NULL, has_led_to_action = NULL`;
  await batchRows(db, later.length === 0 ? [insert] : [insert, keepEvidence(id, later, sql`TRUE`)]);
}
