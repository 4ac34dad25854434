import { msg } from "@lingui/core/runtime-macro";
import { sql } from "drizzle-orm";
import { AppError } from "~/contract/errors";
import { IMAGE_CHECK, WORD_CHECK } from "~/contract/moderation";
import type {
  LogEntry,
  ReportedMember,
  ReportView,
  Snapshot,
  SubjectReport,
} from "~/contract/moderation-views";
import { isModerator } from "~/db/moderators";
import { me, naming, readRows, viewerQuery } from "~/db/viewer-query";
import type { StoredVariant } from "~/platform/media/store";
import type { MemberCtx } from "../context";
import { asModerator } from "./as-moderator";
import { logColumns } from "./list-log";

interface ReportRow extends Omit<ReportView, "snapshot" | "hasPhoto" | "reports" | "member" | "history"> {
  snapshot: string;
  hasPhoto: number;
}

/** Returns a report with its subject, author and earlier decisions about them. @throws AppError `not_found` */
export async function readReport(ctx: MemberCtx, id: string): Promise<ReportView> {
  asModerator(ctx);
  const [[report], reports, [member], history] = await readRows(ctx, ...reportReads(id));
  if (!report) throw new AppError("not_found", msg`There is no such report.`);
  return {
    ...report,
    // app/domain/safety/report.ts writes this form.
    snapshot: JSON.parse(report.snapshot) as Snapshot,
    hasPhoto: report.hasPhoto === 1,
    reports,
    member: member ?? null,
    history,
  };
}

/** Returns the copy of a reported photo. @param at its place in the post, from 0 @throws AppError `not_found` */
export async function readEvidence(ctx: MemberCtx, reportId: string, at = 0): Promise<StoredVariant> {
  asModerator(ctx);
  const mediaId = at === 0 ? sql`media_id` : sql`snapshot ->> ${`$.photos[${at - 1}].id`}`;
  const row = await ctx.db.get<{ mediaId: string | null } | undefined>(
    sql`SELECT ${mediaId} AS mediaId FROM abuse_reports WHERE id = ${reportId} AND ${isModerator(ctx.viewer.id)}`,
  );
  const photo = row?.mediaId ? await ctx.media.getEvidence(row.mediaId) : null;
  if (!photo) throw new AppError("not_found", msg`There is no such photo.`);
  return photo;
}

/** Returns the reads of `readReport`. */
export const reportReads = (id: string) =>
  [reportRow(id), subjectRows(id), reportedMember(id), historyRows(id)] as const;

const wanted = sql`abuse_reports WHERE id = ${sql.placeholder("id")} AND ${isModerator(me)}`;
const values = (id: string) => ({ id });

const reportRow = viewerQuery<string, ReportRow>({
  text: (viewer) => sql`
    WITH ${naming(viewer)}
    SELECT id AS id, kind AS kind, subject_id AS subjectId, post_id AS postId, member_id AS memberId, snapshot AS snapshot,
      media_id IS NOT NULL AS hasPhoto
    FROM ${wanted}`,
  values,
});

const subjectRows = viewerQuery<string, SubjectReport>({
  text: (viewer) => sql`
    WITH ${naming(viewer)}, wanted AS (SELECT kind, subject_id FROM ${wanted})
    SELECT r.id AS id, r.reason AS reason, r.details AS details, coalesce(u.username, iif(r.reporter_id IN (${IMAGE_CHECK}, ${WORD_CHECK}), r.reporter_id, NULL)) AS reporter, r.created_at AS createdAt,
      r.closed_at AS closedAt
    FROM wanted w JOIN abuse_reports r ON r.subject_id = w.subject_id AND r.kind = w.kind
      LEFT JOIN users u ON u.id = r.reporter_id
    ORDER BY r.closed_at IS NOT NULL, r.urgency, r.id LIMIT 50`,
  values,
});

const reportedMember = viewerQuery<string, ReportedMember>({
  text: (viewer) => sql`
    WITH ${naming(viewer)}
    SELECT u.username AS username, u.full_name AS fullName, u.created_at AS createdAt, u.role AS role,
      u.post_count AS postCount, u.follower_count AS followerCount, u.following_count AS followingCount,
      u.silenced_until AS silencedUntil, s.member_id IS NOT NULL AS isSuspended, s.until AS suspendedUntil,
      (SELECT count(*) FROM (SELECT 1 FROM abuse_reports WHERE member_id = u.id LIMIT 1000)) AS reports,
      (SELECT coalesce(i.username, '') FROM invited_members j LEFT JOIN users i ON i.id = j.invited_by AND i.username <> i.id
        WHERE j.member_id = u.id) AS invitedBy
    FROM users u LEFT JOIN suspensions s ON s.member_id = u.id WHERE u.id = (SELECT member_id FROM ${wanted})`,
  values,
});

const historyRows = viewerQuery<string, LogEntry>({
  text: (viewer) => sql`
    WITH ${naming(viewer)}
    SELECT ${logColumns} FROM moderation_log l WHERE l.member_id = (SELECT member_id FROM ${wanted})
    ORDER BY l.id DESC LIMIT 20`,
  values,
});
