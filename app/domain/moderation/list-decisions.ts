import { sql } from "drizzle-orm";
import { IMAGE_CHECK, type OwnDecision, WORD_CHECK } from "~/contract/moderation";
import { readRows, viewerQuery } from "~/db/viewer-query";
import type { MemberCtx } from "../context";

interface DecisionRow extends Omit<OwnDecision, "hasRemoved" | "isUndone" | "isAutomatic" | "appeal"> {
  isAutomatic: number;
  hasRemoved: number;
  isUndone: number;
  hasAppeal: number;
  isGranted: number | null;
}

/** Returns the decisions about the viewer, at most 50, newest first. Notes are for moderators only. */
export async function listDecisions(ctx: MemberCtx): Promise<OwnDecision[]> {
  const [rows] = await readRows(ctx, decisionRows());
  return rows.map(({ hasAppeal, isGranted, ...row }) => ({
    ...row,
    hasRemoved: row.hasRemoved === 1,
    isUndone: row.isUndone === 1,
    isAutomatic: row.isAutomatic === 1,
    appeal: appealState(hasAppeal, isGranted),
  }));
}

/** Returns the state of the appeal against a decision. @param isGranted null while it is open */
export const appealState = (hasAppeal: number, isGranted: number | null): OwnDecision["appeal"] =>
  !hasAppeal ? "none" : isGranted === null ? "open" : isGranted ? "granted" : "upheld";

/** Whether a held post still waits for a moderator. */
const isWaiting = sql`EXISTS (SELECT 1 FROM removed_content WHERE decision_id = l.id)`;
/** Whether a moderator has brought a post back that does not wait any more; else another decision has removed it. */
const isReleased = sql`EXISTS (
  SELECT 1 FROM moderation_log d WHERE d.subject_id = l.subject_id AND d.id > l.id AND d.kind = l.kind
    AND (d.action = 'dismiss' OR (d.action = 'cover' AND NOT d.has_removed)))`;

/** The text that a decision `l` is about. */
export const snapshotText = sql`(
  SELECT r.snapshot ->> 'text' FROM abuse_reports r WHERE r.subject_id = l.subject_id AND r.kind = l.kind LIMIT 1)`;

/** The condition that the member of a decision `l` is shown it. */
export const isShown = sql`CASE l.action
      WHEN 'hold' THEN ${isWaiting} OR ${isReleased}
      ELSE l.action IN ('remove', 'cover', 'warn', 'silence', 'suspend') END`;

/** Whether a decision `l` was undone. */
export const isUndone = sql`CASE l.action WHEN 'hold' THEN NOT ${isWaiting}
        ELSE EXISTS (SELECT 1 FROM moderation_log u WHERE u.undoes = l.id) END`;

/** The rows of `listDecisions`. */
export const decisionRows = viewerQuery<void, DecisionRow>({
  text: (viewer) => sql`
    SELECT l.id AS id, l.action AS action, l.kind AS kind, l.reason AS reason, l.has_removed AS hasRemoved, l.until AS until,
      l.created_at AS createdAt, l.actor_id IS NULL AND l.actor_name IN (${IMAGE_CHECK}, ${WORD_CHECK}) AS isAutomatic,
      ${isUndone} AS isUndone,
      a.decision_id IS NOT NULL AS hasAppeal, a.is_granted AS isGranted,
      iif(l.post_id = '', NULL, (SELECT p.id FROM posts p WHERE p.id = l.post_id)) AS postId,
      (SELECT p.media_url FROM posts p WHERE l.kind = 'post' AND p.id = l.subject_id
        AND NOT p.is_covered AND NOT p.is_sensitive) AS photo,
      ${snapshotText} AS text
    FROM moderation_log l LEFT JOIN appeals a ON a.decision_id = l.id
    WHERE l.member_id = ${viewer} AND ${isShown}
    ORDER BY l.id DESC LIMIT 50`,
});
