import { msg } from "@lingui/core/runtime-macro";
import { sql } from "drizzle-orm";
import { AppError } from "~/contract/errors";
import { DECISION_UNDO_MS } from "~/contract/limits";
import type { LogEntry, UndoableDecision } from "~/contract/moderation-views";
import { beforeId, type Page, type PageRequest, pageOf } from "~/db/cursor";
import { limit } from "~/db/limit";
import { isModerator } from "~/db/moderators";
import { me, naming, readRows, viewerQuery } from "~/db/viewer-query";
import type { MemberCtx } from "../context";
import { asModerator } from "./as-moderator";

/** The columns of a `LogEntry` of `moderation_log l`. */
export const logColumns = sql`
  l.id AS id, l.actor_name AS actor, l.action AS action, l.member_name AS member, l.kind AS kind, l.reason AS reason,
  l.note AS note, l.until AS until, l.has_removed AS hasRemoved, l.created_at AS createdAt,
  EXISTS (SELECT 1 FROM moderation_log u WHERE u.undoes = l.id) AS isUndone`;

/** Returns a page of the audit log, newest first. @throws AppError `not_found` for members */
export async function listLog(ctx: MemberCtx, page: PageRequest): Promise<Page<LogEntry>> {
  asModerator(ctx);
  const [rows] = await readRows(ctx, logRows(page));
  return pageOf(rows, page.limit, ({ id }) => id);
}

/** The rows of one page, and one row more. */
export const logRows = viewerQuery<PageRequest, LogEntry>({
  text: (viewer, page) => sql`
    WITH ${naming(viewer)}
    SELECT ${logColumns} FROM moderation_log l
    WHERE l.id < ${sql.placeholder("before")} AND ${isModerator(me)} ORDER BY l.id DESC ${limit(page.limit + 1)}`,
  values: (page) => ({ before: beforeId(page) }),
  shape: (page) => page.limit,
});

/** A decision with its appeal. */
export interface DecisionPage extends LogEntry {
  actorId: string | null;
  memberId: string;
  subjectId: string;
  /** A report of the subject, which has its snapshot. */
  reportId: string | null;
  text: string | null;
  appeal: string | null;
  appealedAt: string | null;
  appealClosedAt: string | null;
}

/** Returns a decision of the log with its appeal. @throws AppError `not_found` */
export async function readDecision(ctx: MemberCtx, id: string): Promise<DecisionPage> {
  asModerator(ctx);
  const [[row]] = await readRows(ctx, decisionRow(id));
  if (!row) throw new AppError("not_found", msg`There is no such decision.`);
  return row;
}

/**
 * Returns the viewer's own decision of the last seconds, to undo it with one press; null for another one.
 * @throws AppError `not_found`
 */
export async function readUndoable(ctx: MemberCtx, id: string): Promise<UndoableDecision | null> {
  const { actorId, action, kind, member, isUndone, createdAt } = await readDecision(ctx, id);
  const leftMs = Date.parse(createdAt) + DECISION_UNDO_MS - ctx.now().getTime();
  return actorId === ctx.viewer.id && isUndone === 0 && leftMs > 0
    ? { id, action, kind, member, leftMs }
    : null;
}

/** The row of `readDecision`. */
export const decisionRow = viewerQuery<string, DecisionPage>({
  text: (viewer) => sql`
    WITH ${naming(viewer)}
    SELECT ${logColumns}, l.actor_id AS actorId, l.member_id AS memberId, l.subject_id AS subjectId, r.id AS reportId,
      r.snapshot ->> 'text' AS text, a.text AS appeal, a.created_at AS appealedAt, a.closed_at AS appealClosedAt
    FROM moderation_log l LEFT JOIN appeals a ON a.decision_id = l.id
      LEFT JOIN abuse_reports r ON r.id = (
        SELECT min(id) FROM abuse_reports WHERE subject_id = l.subject_id AND kind = l.kind)
    WHERE l.id = ${sql.placeholder("id")} AND ${isModerator(me)}`,
  values: (id) => ({ id }),
});
