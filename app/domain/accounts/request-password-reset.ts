import { sql } from "drizzle-orm";
import type { ResetRequest } from "~/contract/accounts";
import { RESET_LINK_MINUTES } from "~/contract/limits";
import { MINUTE_MS } from "~/contract/time";
import type { Ctx } from "../context";
import { resetLetter } from "../mail/account-letters";
import { takeFromLimits } from "../rate-limit";
import { newToken, tokenId } from "./session-token";

/** Mails that one account can get while a link is valid. */
const LINKS_AT_ONCE = 3;

/** The reply in every case, so that it does not reveal whether the account exists. */
export const RESET_REQUESTED =
  "If that address belongs to an account, a link to set a new password is on its way.";

/**
 * Sends a link to set a new password, if the address belongs to an account. The look-up and the mail run after the reply,
 * so neither the body nor the timing reveals whether the account exists.
 * @throws AppError `rate_limited` per network address and per e-mail
 */
export async function requestPasswordReset(ctx: Ctx, input: ResetRequest): Promise<void> {
  const email = input.email.toLowerCase();
  await takeFromLimits(ctx, { reset: [`address ${ctx.address}`, `email ${email}`] });
  ctx.defer(sendLink(ctx, email));
}

async function sendLink(ctx: Ctx, email: string): Promise<void> {
  const token = newToken();
  const now = ctx.now();
  const at = (minutes: number) => new Date(now.getTime() + minutes * MINUTE_MS).toISOString();
  const [made] = await ctx.db.all<{ userId: string }>(sql`
    INSERT INTO password_resets (id, user_id, expires_at, created_at)
    SELECT ${tokenId(token)}, u.id, ${at(RESET_LINK_MINUTES)}, ${at(0)}
    FROM users u WHERE lower(u.email) = ${email} AND ${LINKS_AT_ONCE} >
      (SELECT count(*) FROM password_resets r WHERE r.user_id = u.id AND r.created_at > ${at(-RESET_LINK_MINUTES)})
    RETURNING user_id AS userId`);
  if (!made) return;
  await ctx.mail.send(email, resetLetter(ctx.urlOf(`/reset-password?token=${token}`)));
}
