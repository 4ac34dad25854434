import { sql } from "drizzle-orm";
import type { ReportView } from "~/contract/reports";
import { readRows, viewerQuery } from "~/db/viewer-query";
import type { MemberCtx } from "../context";

interface ReportRow extends Omit<ReportView, "hasLedToAction"> {
  hasLedToAction: number | null;
}

/** Returns the viewer's own reports and their state, at most 100, newest first. */
export async function listReports(ctx: MemberCtx): Promise<ReportView[]> {
  const [rows] = await readRows(ctx, reportRows());
  return rows.map((row) => ({
    ...row,
    hasLedToAction: row.hasLedToAction === null ? null : row.hasLedToAction === 1,
  }));
}

/** The rows of `listReports`. */
export const reportRows = viewerQuery<void, ReportRow>({
  text: (viewer) => sql`
    SELECT id AS id, kind AS kind, snapshot ->> 'username' AS username, reason AS reason, details AS details,
      created_at AS createdAt, closed_at AS closedAt, has_led_to_action AS hasLedToAction
    FROM abuse_reports WHERE reporter_id = ${viewer} ORDER BY created_at DESC, id DESC LIMIT 100`,
});
