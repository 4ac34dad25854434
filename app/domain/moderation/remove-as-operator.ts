import { msg } from "@lingui/core/runtime-macro";
import { sql } from "drizzle-orm";
import { AppError } from "~/contract/errors";
import type { ReportKind, ReportReason } from "~/contract/safety";
import { subjectIn, subjectOf } from "../safety/snapshot";
import { operator } from "./act";
import { decideAs } from "./decide";
import type { DecisionCtx } from "./decision-plan";
import { openOwnReport } from "./own-report";

/** Names the content by a report about it, or a post by its id. */
export type Removable = { reportId: string } | { postId: string };

interface Removed {
  kind: ReportKind;
  /** The username of the author. */
  member: string;
  text: string;
}

/**
 * Removes a post, or what a report is about, as the desk does: hashes stay, the files are deleted from R2, the log has
 * the decision, the author and reporters are notified. A post without the operator's report gets one.
 * @param isDryRun changes nothing
 * @throws AppError `not_found`; `conflict` when the report is closed, or its subject is a member or gone
 */
export async function removeAsOperator(
  ctx: DecisionCtx,
  target: Removable,
  { reason, note, isDryRun }: { reason: ReportReason; note: string; isDryRun: boolean },
): Promise<Removed> {
  const { removed, openReport } =
    "postId" in target ? await postOf(ctx, target.postId, reason) : await reportOf(ctx, target.reportId);
  if (isDryRun) return removed;
  await decideAs(operator, ctx, await openReport(), { action: "remove", reason, note, removes: false });
  return removed;
}

async function reportOf({ db }: DecisionCtx, reportId: string) {
  const removed = await db.get<Removed | undefined>(sql`
    SELECT kind AS kind, snapshot ->> 'username' AS member, snapshot ->> 'text' AS text FROM abuse_reports WHERE id = ${reportId}`);
  if (!removed) throw new AppError("not_found", msg`There is no report ${{ reportId }}.`);
  return { removed, openReport: async () => reportId };
}

async function postOf(ctx: DecisionCtx, postId: string, reason: ReportReason) {
  const named = subjectOf({ postId }, null);
  const row = named.row && (await ctx.db.get<Record<string, unknown> | undefined>(named.row));
  if (!row) throw new AppError("not_found", msg`There is no post ${{ postId }}.`);
  const subject = subjectIn(row);
  const removed: Removed = { kind: "post", member: subject.snapshot.username, text: subject.snapshot.text };
  const openReport = () => openOwnReport(ctx, named, subject, reason);
  return { removed, openReport };
}
