import { sql } from "drizzle-orm";
import { invalid } from "~/contract/errors";
import { CURRENT_PASSWORD_MISSING } from "~/contract/texts";
import type { MemberCtx } from "../context";
import { takeFromLimits } from "../rate-limit";
import { inTurn } from "./hash-queue";
import { hasPassword, verifyPassword } from "./password";
import { requireStepUp } from "./step-up";

/**
 * Checks the viewer's password before their account is changed or deleted: a stolen session alone is not enough. An account without a
 * password needs a recent proof of identity instead.
 * @throws AppError `invalid` at the field `currentPassword`; `step_up`; `rate_limited`
 */
export function confirmOwner(ctx: MemberCtx, password: string): Promise<void> {
  return confirmPassword(ctx, password, () => requireStepUp(ctx));
}

/** Checks the viewer's password. @param without handles an account without one, which fails by default */
export async function confirmPassword(
  ctx: MemberCtx,
  password: string,
  without?: () => Promise<void>,
): Promise<void> {
  // A key of its own: attempts of others to log in must not lock the member out of their settings.
  await takeFromLimits(ctx, { loginAccount: [`member ${ctx.viewer.id}`] });
  const row = await ctx.db.get<{ password: string } | undefined>(
    sql`SELECT password AS password FROM users WHERE id = ${ctx.viewer.id}`,
  );
  if (without && row && !hasPassword(row.password)) return without();
  if (password === "") throw invalid("currentPassword", CURRENT_PASSWORD_MISSING);
  if (!row || !(await inTurn(ctx, () => verifyPassword(password, row.password)))) {
    throw invalid("currentPassword", "Your current password is not right");
  }
}
