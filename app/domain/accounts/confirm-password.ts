import { msg } from "@lingui/core/runtime-macro";
import { sql } from "drizzle-orm";
import { invalid } from "~/contract/errors";
import { CURRENT_PASSWORD_MISSING } from "~/contract/texts";
import { readRows, viewerQuery } from "~/db/viewer-query";
import type { MemberCtx } from "../context";
import { takeFromLimits } from "../rate-limit";
import { inTurn } from "./hash-queue";
import { hasPassword, verifyPassword } from "./password";
import { countInSession } from "./password-attempts";
import { hasTwoFactor } from "./second-factor";
import { checkStepUp } from "./step-up";

interface Credentials {
  /** The stored hash of the viewer's password. */
  password: string;
  /** Whether the account has a code of an authenticator app. */
  hasTwoFactor: number;
  /** The time of the last proof of identity in this session. */
  verifiedAt: string | null;
}

/** Returns what the viewer can prove their identity with, by the id of the current session. */
export const credentialsRow = viewerQuery<string, Credentials>({
  text: (viewer) => sql`
    SELECT password AS password, ${hasTwoFactor(sql`users.id`)} AS hasTwoFactor,
      (SELECT verified_at FROM sessions WHERE id = ${sql.placeholder("current")}) AS verifiedAt
    FROM users WHERE id = ${viewer}`,
  values: (current) => ({ current }),
});

/**
 * Returns what the viewer can prove their identity with; for a deleted account, that nothing can. Calls do not preload
 * it: read before a slow body arrives, it could be a password that was changed meanwhile.
 */
export async function readCredentials(ctx: MemberCtx): Promise<Credentials> {
  const [[row]] = await readRows(ctx, credentialsRow(ctx.viewer.sessionId));
  return row ?? { password: "", hasTwoFactor: 0, verifiedAt: null };
}

/**
 * Checks the viewer's password before their account is changed or deleted: a stolen session alone is not enough. An
 * account with a second factor needs a recent proof of identity as well, one without a password needs that alone.
 * @throws AppError `invalid` at the field `currentPassword`; `step_up`; `rate_limited`
 */
export async function confirmOwner(ctx: MemberCtx, password: string): Promise<void> {
  const credentials = await readCredentials(ctx);
  const isWithPassword = hasPassword(credentials.password);
  if (credentials.hasTwoFactor || !isWithPassword) checkStepUp(ctx, credentials.verifiedAt);
  if (isWithPassword) await confirmPassword(ctx, password, credentials);
}

/**
 * Checks the viewer's password, within the limits of their session: other attempts do not count.
 * @throws AppError `invalid` at the field `currentPassword`; `rate_limited`
 */
export async function confirmPassword(
  ctx: MemberCtx,
  password: string,
  { password: stored }: Pick<Credentials, "password">,
): Promise<void> {
  await takeFromLimits(ctx, { loginAccount: [`session ${ctx.viewer.sessionId}`] });
  if (password === "") throw invalid("currentPassword", CURRENT_PASSWORD_MISSING);
  const rollBack = await countInSession(ctx);
  if (!(await inTurn(ctx, () => verifyPassword(password, stored)))) {
    throw invalid("currentPassword", msg`Your current password is not right`);
  }
  rollBack();
}
