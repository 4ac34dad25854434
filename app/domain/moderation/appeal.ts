import { msg } from "@lingui/core/runtime-macro";
import { type SQL, sql } from "drizzle-orm";
import { AppError } from "~/contract/errors";
import type { AppealInput, SuspensionAppeal } from "~/contract/moderation";
import type { Browser } from "~/platform/cookies";
import { checkPassword } from "../accounts/log-in";
import type { Ctx, MemberCtx } from "../context";

/**
 * Stores the viewer's appeal against a decision, for another moderator. There is one appeal for each decision.
 * @throws AppError `conflict` when the decision has an appeal or is undone; `not_found`
 */
export function appeal(ctx: MemberCtx, { decisionId, text }: AppealInput): Promise<void> {
  return storeAppeal(ctx, sql`l.id = ${decisionId}`, ctx.viewer.id, text);
}

/**
 * Does the same for a suspended member, who has no session and gives their password.
 * @throws AppError `unauthenticated`, `rate_limited` as the log-in; `not_found` when the account is not suspended
 */
export async function appealSuspension(
  ctx: Ctx,
  { text, ...credentials }: SuspensionAppeal,
  browser: Browser,
): Promise<void> {
  const { account } = await checkPassword(ctx, credentials, browser);
  const { id } = account;
  await storeAppeal(ctx, sql`l.id = (SELECT decision_id FROM suspensions WHERE member_id = ${id})`, id, text);
}

/** Stores a member's appeal against the decision `l` of the log. @throws AppError as `appeal` */
export async function storeAppeal(
  { db, now }: Pick<Ctx, "db" | "now">,
  decision: SQL,
  memberId: string,
  text: string,
): Promise<void> {
  const own = sql`
    FROM moderation_log l WHERE ${decision} AND l.member_id = ${memberId}
      AND l.action IN ('remove', 'cover', 'warn', 'silence', 'suspend')`;
  const [stored] = await db.all(sql`
    INSERT INTO appeals (decision_id, member_id, text, created_at)
    SELECT l.id, ${memberId}, ${text}, ${now().toISOString()} ${own}
      AND NOT EXISTS (SELECT 1 FROM moderation_log WHERE undoes = l.id)
    ON CONFLICT (decision_id) DO NOTHING
    RETURNING decision_id AS id`);
  if (stored) return;
  const known = await db.get(sql`SELECT 1 ${own}`);
  if (known) throw new AppError("conflict", msg`You have appealed against this decision already.`);
  throw new AppError("not_found", msg`There is no such decision.`);
}
