import { sql } from "drizzle-orm";
import { invalid } from "~/contract/errors";
import { newId } from "~/contract/ids";
import type { ReportInput, ReportReason } from "~/contract/safety";
import { batchRows } from "~/db/batch";
import type { Ctx, MemberCtx } from "../context";
import { keepEvidence } from "../moderation/removals";
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
 * Stores a report with a snapshot of its subject for the moderators. The photo is copied first, so a stored report has its
 * evidence. A repeated report replaces the reason and the details; while the first one is open its snapshot stays, because the
 * author may have edited the subject since. A report that has been closed is opened again, with a new snapshot.
 * @throws AppError `not_found`; `invalid` for oneself and own posts, comments and messages
 */
export async function report(ctx: MemberCtx, input: ReportInput): Promise<void> {
  const named = subjectOf(input, ctx.viewer);
  const row = named.row
    ? (await batchRows(ctx.db, [named.row]))[0]?.[0]
    : await readMessageRow(ctx, named.id);
  if (!row) throw named.notFound();
  const subject = subjectIn(row);
  // An AI image is always the viewer's own: the report is about the engine's result.
  if (subject.memberId === ctx.viewer.id && named.kind !== "ai_image")
    throw invalid("reason", "You cannot report yourself.");
  await storeReport(ctx, ctx.viewer.id, named, subject, input);
}

/** Does the same for a subject that has been read. @param reporterId empty for the operator */
export async function storeReport(
  { db, media, now }: Pick<Ctx, "db" | "media" | "now">,
  reporterId: string,
  { kind, id, postId }: NamedSubject,
  { memberId, mediaId, snapshot }: Subject,
  { reason, details }: Pick<ReportInput, "reason" | "details">,
): Promise<void> {
  const evidence = mediaId && (await media.preserve(mediaId)) ? mediaId : null;
  const later: string[] = [];
  for (const photo of snapshot.photos ?? []) if (await media.preserve(photo.id)) later.push(photo.id);
  const at = now();
  const insert = sql`
    INSERT INTO abuse_reports
      (id, reporter_id, member_id, kind, subject_id, post_id, reason, details, urgency, snapshot, media_id, created_at)
    VALUES (${newId(at.getTime())}, ${reporterId}, ${memberId}, ${kind}, ${id}, ${postId},
      ${reason}, ${details.trim()}, ${urgencies[reason]}, ${JSON.stringify(snapshot)}, ${evidence},
      ${at.toISOString()})
    ON CONFLICT (reporter_id, kind, subject_id) DO UPDATE SET
      reason = excluded.reason, details = excluded.details, urgency = excluded.urgency, created_at = excluded.created_at,
      snapshot = iif(closed_at IS NULL, snapshot, excluded.snapshot),
      media_id = iif(closed_at IS NULL, media_id, excluded.media_id),
      closed_at = NULL, has_led_to_action = NULL`;
  await batchRows(db, later.length === 0 ? [insert] : [insert, keepEvidence(id, later, sql`TRUE`)]);
}
