import { sql } from "drizzle-orm";
import type { ReportReason } from "~/contract/safety";
import { storeReport } from "../safety/report";
import type { NamedSubject, Subject } from "../safety/snapshot";
import type { DecisionCtx } from "./decision-plan";

/** The reporter of a subject that nobody else has reported. */
const NOBODY = "";

/** Reports a subject for a decision that no report has asked for. @returns the id of the report */
export async function openOwnReport(
  ctx: DecisionCtx,
  named: NamedSubject,
  subject: Subject,
  reason: ReportReason,
): Promise<string> {
  await storeReport(ctx, NOBODY, named, subject, { reason, details: "" });
  const { id } = await ctx.db.get<{ id: string }>(sql`
    SELECT id AS id FROM abuse_reports WHERE reporter_id = ${NOBODY} AND kind = ${named.kind} AND subject_id = ${named.id}`);
  return id;
}
