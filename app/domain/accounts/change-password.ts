import { sql } from "drizzle-orm";
import type { PasswordChange } from "~/contract/accounts";
import type { MemberCtx } from "../context";
import { checkNewPassword } from "./check-new-password";
import { confirmOwner } from "./confirm-password";
import { closeSockets } from "./end-session";
import { inTurn } from "./hash-queue";
import { hashPassword } from "./password";
import { type RenewedSession, renewal } from "./renew-session";
import { securityAlert } from "./security-alert";
import { voidEmailChange } from "./void-email-change";

/**
 * Sets the viewer's password, renews their session, ends the others and pending log-ins, and voids reset links and a
 * pending change of the address, which an intruder may have requested. The member gets a mail.
 * @returns the session with its new token
 * @throws AppError `step_up` of an account without a password or with a second factor; `invalid` when the current
 *   password is wrong, or as `checkNewPassword`; `rate_limited`; `unauthenticated` when the session has ended meanwhile
 */
export async function changePassword(ctx: MemberCtx, input: PasswordChange): Promise<RenewedSession> {
  const { db, viewer } = ctx;
  await confirmOwner(ctx, input.currentPassword);
  await checkNewPassword(ctx, "newPassword", input.newPassword);
  const password = await inTurn(ctx, () => hashPassword(input.newPassword));
  const { run, old, id, finish } = renewal(ctx, {});
  // Nobody's when the session has ended while the passwords were hashed.
  const owner = sql`(SELECT user_id FROM sessions WHERE id = ${id})`;
  const alert = securityAlert(ctx, owner);
  const [rows, ended = []] = await run([
    sql`DELETE FROM sessions WHERE user_id = ${owner} AND id NOT IN (${id}, ${old}) RETURNING id AS id`,
    sql`UPDATE users SET password = ${password} WHERE id = ${owner}`,
    sql`DELETE FROM pending_log_ins WHERE user_id = ${owner}`,
    sql`DELETE FROM password_resets WHERE user_id = ${owner}`,
    voidEmailChange(db, owner, ctx.now().toISOString()).getSQL(),
    alert.insert.getSQL(),
  ]);
  const renewed = finish(rows);
  closeSockets(
    ctx,
    viewer.id,
    ended.map((row) => ({ id: String(row.id) })),
  );
  alert.mail(viewer, { name: "passwordChanged" });
  return renewed;
}
