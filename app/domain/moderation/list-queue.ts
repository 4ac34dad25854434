import { sql } from "drizzle-orm";
import type { OpenAppeal, QueueItem } from "~/contract/moderation-views";
import { type ReportKind, type ReportReason, reportKinds, reportReasons } from "~/contract/safety";
import { isModerator } from "~/db/moderators";
import { me, naming, readRows, viewerQuery } from "~/db/viewer-query";
import type { MemberCtx } from "../context";
import { asModerator } from "./as-moderator";

/** Selects reports; an empty field selects all. */
export interface QueueFilter {
  kind: ReportKind | "";
  reason: ReportReason | "";
}

/** Returns the filter in a query; an unknown value filters nothing. */
export function queueFilter(query: (name: string) => string): QueueFilter {
  return {
    kind: reportKinds.find((kind) => kind === query("kind")) ?? "",
    reason: reportReasons.find((reason) => reason === query("reason")) ?? "",
  };
}

/**
 * Returns the subjects with open reports, the most urgent first, then those with the most reports, then the oldest; and
 * the open appeals, oldest first. At most 50 of each.
 * @throws AppError `not_found` for members
 */
export async function listQueue(
  ctx: MemberCtx,
  filter: QueueFilter,
): Promise<{ reports: QueueItem[]; appeals: OpenAppeal[] }> {
  asModerator(ctx);
  const [reports, appeals] = await readRows(ctx, ...queueReads(filter));
  return { reports, appeals };
}

/** Returns the reads of `listQueue`. */
export const queueReads = (filter: QueueFilter) => [queueRows(filter), appealRows()] as const;

const queueRows = viewerQuery<QueueFilter, QueueItem>({
  text: (viewer) => sql`
    WITH ${naming(viewer)}
    SELECT r.id AS id, r.kind AS kind, g.urgency AS urgency, g.reports AS reports, r.reason AS reason,
      r.snapshot ->> 'username' AS username, r.snapshot ->> 'text' AS text, r.created_at AS since
    FROM (
      SELECT min(urgency) AS urgency, count(*) AS reports, min(id) AS first FROM abuse_reports
      WHERE closed_at IS NULL AND ${isModerator(me)}
        AND (${sql.placeholder("kind")} = '' OR kind = ${sql.placeholder("kind")})
        AND (${sql.placeholder("reason")} = '' OR reason = ${sql.placeholder("reason")})
      GROUP BY kind, subject_id ORDER BY min(urgency), count(*) DESC, min(id) LIMIT 50
    ) g JOIN abuse_reports r ON r.id = g.first
    ORDER BY g.urgency, g.reports DESC, r.id`,
  values: ({ kind, reason }) => ({ kind, reason }),
});

const appealRows = viewerQuery<void, OpenAppeal>({
  text: (viewer) => sql`
    WITH ${naming(viewer)}
    SELECT a.decision_id AS decisionId, l.action AS action, l.member_name AS username, l.actor_name AS decidedBy,
      l.actor_id IS ${me} AS isOwn, a.created_at AS since
    FROM appeals a JOIN moderation_log l ON l.id = a.decision_id
    WHERE a.closed_at IS NULL AND ${isModerator(me)} ORDER BY a.created_at LIMIT 50`,
});
