import { msg } from "@lingui/core/runtime-macro";
import { sql } from "drizzle-orm";
import type { PasswordReset } from "~/contract/accounts";
import { invalid } from "~/contract/errors";
import { batchRows } from "~/db/batch";
import type { Browser } from "~/platform/cookies";
import type { Ctx } from "../context";
import { browserToken } from "./browser-token";
import { checkNewPassword } from "./check-new-password";
import { closeSockets } from "./end-session";
import { forgetUnproved } from "./forget-unproved";
import { inTurn } from "./hash-queue";
import { isValidLink, validLink } from "./mailed-link";
import { hashPassword } from "./password";
import { securityAlert } from "./security-alert";
import { voidEmailChange } from "./void-email-change";

const VOID_LINK = msg`This link is no longer valid. Please request a new one.`;

/**
 * Sets a new password with the token of a reset link, which also confirms the address that it was sent to, ends all of
 * the member's sessions and pending log-ins, and voids a pending change of their email address. Of an account whose
 * address was never confirmed, passkeys, app codes and recovery codes are deleted. The member gets a mail. A link works
 * once, also when two requests use it at the same time: check and writes are one transaction.
 * @returns the tokens of the browser, by which it is known at the log-in that follows
 * @throws AppError `invalid` at the field `token` for an unknown, used or hour-old link, or as `checkNewPassword`
 */
export async function resetPassword(
  ctx: Ctx,
  { token, password }: PasswordReset,
  { browserTokens }: Browser,
): Promise<string[]> {
  // Hashing is slow: do not spend it on an invalid token.
  if (!(await isValidLink(ctx, "password_resets", token))) throw invalid("token", VOID_LINK);
  await checkNewPassword(ctx, "password", password);
  const at = ctx.now().toISOString();
  const owner = sql`(SELECT user_id FROM ${validLink("password_resets", token, at)})`;
  const hash = await inTurn(ctx, () => hashPassword(password));
  const alert = securityAlert(ctx, owner);
  const [ended = [], ...others] = await batchRows(ctx.db, [
    sql`DELETE FROM sessions WHERE user_id = ${owner} RETURNING id`,
    sql`DELETE FROM pending_log_ins WHERE user_id = ${owner}`,
    ...forgetUnproved(owner),
    voidEmailChange(ctx.db, owner, at).getSQL(),
    alert.insert.getSQL(),
    sql`UPDATE users SET password = ${hash}, email_confirmed = 1 WHERE id = ${owner}
      RETURNING id AS id, email AS email, full_name AS fullName`,
    // The member's other links are voided too, in case somebody else can read the mails.
    sql`UPDATE password_resets SET used_at = ${at} WHERE user_id = ${owner}`,
  ]);
  const [row] = others.at(-2) ?? [];
  if (!row) throw invalid("token", VOID_LINK);
  const member = { id: String(row.id), email: String(row.email), fullName: String(row.fullName) };
  closeSockets(
    ctx,
    member.id,
    ended.map(({ id }) => ({ id: String(id) })),
  );
  alert.mail(member, { name: "passwordChanged" });
  return [browserToken(member.id, hash), ...browserTokens];
}
