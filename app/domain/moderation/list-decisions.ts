import { sql } from "drizzle-orm";
import type { OwnDecision } from "~/contract/moderation";
import { readRows, viewerQuery } from "~/db/viewer-query";
import type { MemberCtx } from "../context";

interface DecisionRow extends Omit<OwnDecision, "hasRemoved" | "isUndone" | "appeal"> {
  hasRemoved: number;
  isUndone: number;
  hasAppeal: number;
  isGranted: number | null;
}

/** Returns the decisions about the viewer's account and content, at most 50, newest first. Notes are for moderators only. */
export async function listDecisions(ctx: MemberCtx): Promise<OwnDecision[]> {
  const [rows] = await readRows(ctx, decisionRows());
  return rows.map(({ hasAppeal, isGranted, ...row }) => ({
    ...row,
    hasRemoved: row.hasRemoved === 1,
    isUndone: row.isUndone === 1,
    appeal: !hasAppeal ? "none" : isGranted === null ? "open" : isGranted ? "granted" : "upheld",
  }));
}

/** The rows of `listDecisions`. */
export const decisionRows = viewerQuery<void, DecisionRow>({
  text: (viewer) => sql`
    SELECT l.id AS id, l.action AS action, l.kind AS kind, l.reason AS reason, l.has_removed AS hasRemoved, l.until AS until,
      l.created_at AS createdAt, EXISTS (SELECT 1 FROM moderation_log u WHERE u.undoes = l.id) AS isUndone,
      a.decision_id IS NOT NULL AS hasAppeal, a.is_granted AS isGranted,
      (SELECT r.snapshot ->> 'text' FROM abuse_reports r WHERE r.subject_id = l.subject_id AND r.kind = l.kind LIMIT 1) AS text
    FROM moderation_log l LEFT JOIN appeals a ON a.decision_id = l.id
    WHERE l.member_id = ${viewer} AND l.action IN ('remove', 'cover', 'warn', 'silence', 'suspend')
    ORDER BY l.id DESC LIMIT 50`,
});
