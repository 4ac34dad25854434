import { sql } from "drizzle-orm";
import { invalid } from "~/contract/errors";
import type { MemberCtx } from "../context";
import { takeFromLimits } from "../rate-limit";
import { inTurn } from "./hash-queue";
import { verifyPassword } from "./password";

/**
 * Checks the viewer's password before their account is changed or deleted: a stolen session alone is not enough.
 * @throws AppError `invalid` at the field `currentPassword`; `rate_limited`
 */
export async function confirmPassword(ctx: MemberCtx, password: string): Promise<void> {
  // A key of its own: attempts of others to log in must not lock the member out of their settings.
  await takeFromLimits(ctx, { loginAccount: [`member ${ctx.viewer.id}`] });
  const row = await ctx.db.get<{ password: string } | undefined>(
    sql`SELECT password AS password FROM users WHERE id = ${ctx.viewer.id}`,
  );
  if (!row || !(await inTurn(ctx, () => verifyPassword(password, row.password)))) {
    throw invalid("currentPassword", "Your current password is not right");
  }
}
