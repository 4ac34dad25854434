import { msg } from "@lingui/core/runtime-macro";
import { sql } from "drizzle-orm";
import { AppError } from "~/contract/errors";
import type { OwnSuspension } from "~/contract/moderation";
import { waitForCode } from "../accounts/log-in";
import { tokenId } from "../accounts/session-token";
import type { Ctx } from "../context";
import { storeAppeal } from "./appeal";
import { appealState, snapshotText } from "./list-decisions";

/**
 * Stores that a suspended member has proved their identity, so that the appeal asks for no second log-in. A suspended
 * member's waiting log-in opens no session: a trigger refuses it.
 * @returns the token for `readSuspension` and `appealAfterLogIn`
 */
export async function admitToAppeal(ctx: Ctx, memberId: string): Promise<string> {
  return (await waitForCode(ctx, memberId, false)).pendingToken;
}

/** Returns the suspension of the member who holds a token; null when there is none. */
export async function readSuspension(ctx: Ctx, token: string): Promise<OwnSuspension | null> {
  const row = await ctx.db.get<
    (Omit<OwnSuspension, "appeal"> & { hasAppeal: number; isGranted: number | null }) | undefined
  >(sql`
    SELECT l.kind AS kind, l.reason AS reason, s.until AS until, ${snapshotText} AS text,
      a.decision_id IS NOT NULL AS hasAppeal, a.is_granted AS isGranted
    FROM ${suspensionOf(ctx, token)} JOIN moderation_log l ON l.id = s.decision_id
      LEFT JOIN appeals a ON a.decision_id = l.id`);
  if (!row) return null;
  const { hasAppeal, isGranted, ...suspension } = row;
  return { ...suspension, appeal: appealState(hasAppeal, isGranted) };
}

/**
 * Stores the appeal of the suspended member who holds a token.
 * @throws AppError `unauthenticated` for a token that is none any more; `conflict` for a second appeal
 */
export async function appealAfterLogIn(ctx: Ctx, token: string, text: string): Promise<void> {
  const row = await ctx.db.get<{ decisionId: string; memberId: string } | undefined>(
    sql`SELECT s.decision_id AS decisionId, s.member_id AS memberId FROM ${suspensionOf(ctx, token)}`,
  );
  if (!row) throw new AppError("unauthenticated", msg`This log-in has expired. Please log in again.`);
  await storeAppeal(ctx, sql`l.id = ${row.decisionId}`, row.memberId, text);
}

const suspensionOf = ({ now }: Ctx, token: string) => sql`
  (SELECT user_id FROM pending_log_ins WHERE id = ${tokenId(token)} AND expires_at > ${now().toISOString()}) p
  JOIN suspensions s ON s.member_id = p.user_id`;
