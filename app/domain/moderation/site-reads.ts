import { sql } from "drizzle-orm";
import { WAITING } from "../accounts/admission";
import type { Ctx } from "../context";

type ReadCtx = Pick<Ctx, "db">;
type Row = Record<string, unknown>;

/** Returns the open reports for the command line, one row for each subject, the most urgent first, at most 50. */
export const listOpenReports = ({ db }: ReadCtx): Promise<Row[]> =>
  db.all<Row>(sql`
    SELECT min(id) AS id, kind AS kind, count(*) AS reports, min(urgency) AS urgency, reason AS reason,
      snapshot ->> 'username' AS member, substr(snapshot ->> 'text', 1, 60) AS text, min(created_at) AS since
    FROM abuse_reports WHERE closed_at IS NULL GROUP BY kind, subject_id ORDER BY min(urgency), count(*) DESC, min(id) LIMIT 50`);

/** Returns a report with its snapshot; no row for an unknown one. */
export const showReport = ({ db }: ReadCtx, id: string): Promise<Row[]> =>
  db.all<Row>(sql`
    SELECT r.id AS id, r.kind AS kind, r.subject_id AS subject_id, r.post_id AS post_id, r.reason AS reason, r.details AS details,
      (SELECT username FROM users WHERE id = r.reporter_id) AS reporter, r.snapshot AS snapshot, r.created_at AS created_at,
      r.closed_at AS closed_at, r.has_led_to_action AS has_led_to_action
    FROM abuse_reports r WHERE r.id = ${id}`);

/** Returns counts of the site. Accounts that wait for approval or are being deleted are not suspended members. */
export const countSite = ({ db }: ReadCtx): Promise<Row[]> =>
  db.all<Row>(sql`
    SELECT (SELECT count(*) FROM users) AS members,
      (SELECT count(*) FROM users WHERE role <> 'member') AS moderators,
      (SELECT count(*) FROM suspensions WHERE decision_id NOT IN ('', ${WAITING})) AS suspended,
      (SELECT count(*) FROM waiting_members) AS waiting,
      (SELECT count(*) FROM abuse_reports WHERE closed_at IS NULL) AS openReports,
      (SELECT count(*) FROM appeals WHERE closed_at IS NULL) AS openAppeals,
      (SELECT count(*) FROM moderation_log) AS decisions`);
