import { msg } from "@lingui/core/runtime-macro";
import { sql } from "drizzle-orm";
import { AppError, SuspendedError } from "~/contract/errors";
import { type ReportReason, reasonNames } from "~/contract/safety";
import { batchRows } from "~/db/batch";
import { idsOf } from "~/db/ids-of";
import { isRaisedBy } from "~/db/violations";
import { logError } from "~/platform/log";
import { topics } from "~/platform/realtime";
import { WAITING } from "../accounts/admission";
import { completeChatSteps } from "../chat/complete-chat-steps";
import type { Ctx, MemberCtx } from "../context";
import { affectedByDeletion } from "../presence/hub-subscriptions";

/**
 * Runs the write that opens a session. A trigger refuses one of a suspended member; when the time of the suspension is
 * over, it ends and the write runs again.
 * @throws SuspendedError with the reason and the end; AppError `forbidden` for an account that waits for approval
 */
export async function unlessSuspended<T>(
  ctx: Pick<Ctx, "db" | "chats" | "now" | "realtime">,
  memberId: string,
  openSession: () => Promise<T>,
): Promise<T> {
  try {
    return await openSession();
  } catch (error) {
    if (!isRaisedBy(error, "member is suspended")) throw error;
    const row = await ctx.db.get<SuspensionRow | undefined>(sql`
      SELECT reason AS reason, until AS until, decision_id AS decisionId FROM suspensions WHERE member_id = ${memberId}`);
    if (row?.decisionId === WAITING) throw new AppError("forbidden", STILL_WAITING);
    if (row && (row.until === null || row.until > ctx.now().toISOString())) throw suspended(memberId, row);
    await endSuspension(ctx, memberId);
    return openSession();
  }
}

const STILL_WAITING = msg`Your account waits for approval. We will email you the answer.`;

interface SuspensionRow {
  reason: ReportReason;
  until: string | null;
  decisionId: string;
}

function suspended(memberId: string, { reason, until }: SuspensionRow): SuspendedError {
  const rule = reasonNames[reason];
  const text = until
    ? msg`Your account is suspended until ${{ until }}. Reason: ${{ rule }}.`
    : msg`Your account is suspended. Reason: ${{ rule }}.`;
  return new SuspendedError(text, memberId);
}

/** Ends a suspension whose time is over. A trigger restores the member's connections. */
async function endSuspension(ctx: Pick<Ctx, "db" | "chats" | "now" | "realtime">, memberId: string) {
  const { db, now, realtime } = ctx;
  const [, affected = []] = await batchRows(db, [
    sql`DELETE FROM suspensions WHERE member_id = ${memberId} AND until <= ${now().toISOString()}`,
    affectedByDeletion(memberId),
  ]);
  // The hourly run repeats it.
  await completeChatSteps(ctx).catch((error: unknown) => logError(error, { event: "steps failed" }));
  realtime.changed(idsOf(affected), topics);
}

/**
 * Checks that the viewer is not silenced. A write looks the session up in the database, so the state is current.
 * @throws AppError `forbidden` until the silence is over
 */
export function requireVoice({ viewer, now }: Pick<MemberCtx, "viewer" | "now">): void {
  const until = viewer.silencedUntil;
  if (until === null || until <= now().toISOString()) return;
  throw new AppError(
    "forbidden",
    msg`A moderator has silenced your account until ${{ until }}. You cannot post, comment or send requests.`,
  );
}
