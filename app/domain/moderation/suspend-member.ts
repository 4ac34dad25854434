import { msg } from "@lingui/core/runtime-macro";
import { sql } from "drizzle-orm";
import { AppError, invalid } from "~/contract/errors";
import type { MemberActionInput } from "~/contract/member-actions";
import { WAITING } from "../accounts/admission";
import { memberNotFound } from "../not-found";
import { subjectIn, subjectOf } from "../safety/snapshot";
import { decideAs } from "./decide";
import type { Decider, DecisionCtx } from "./decision-plan";
import { openOwnReport } from "./own-report";
import { reviewAs } from "./review";

/**
 * Suspends a member without a report, as a decision about a report does, and closes open reports about them. Of a
 * suspended member it changes the reason and the end.
 * @throws AppError as `decideAs`; `invalid` without a reason
 */
export async function suspendMember(
  decider: Decider,
  ctx: DecisionCtx,
  memberId: string,
  { reason, days, note }: Pick<MemberActionInput, "reason" | "days" | "note">,
): Promise<void> {
  if (!reason) throw invalid("reason", msg`Please choose a reason.`);
  const named = subjectOf({ userId: memberId }, null);
  const row = named.row && (await ctx.db.get<Record<string, unknown> | undefined>(named.row));
  if (!row) throw memberNotFound();
  const reportId = await openOwnReport(ctx, named, subjectIn(row), reason);
  await decideAs(decider, ctx, reportId, { action: "suspend", reason, note, days, removes: false });
}

/**
 * Ends a suspension by undoing its decision, which closes an open appeal.
 * @throws AppError as `reviewAs`; `conflict` when the member is not suspended
 */
export async function unsuspendMember(
  decider: Decider,
  ctx: DecisionCtx,
  memberId: string,
  { note }: Pick<MemberActionInput, "note">,
): Promise<void> {
  const suspension = await ctx.db.get<{ decisionId: string } | undefined>(sql`
    SELECT decision_id AS decisionId FROM suspensions WHERE member_id = ${memberId} AND decision_id NOT IN ('', ${WAITING})`);
  if (!suspension) throw new AppError("conflict", msg`This account is not suspended.`);
  await reviewAs(decider, ctx, suspension.decisionId, { action: "undo", note });
}
