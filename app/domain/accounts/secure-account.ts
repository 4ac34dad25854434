import { msg } from "@lingui/core/runtime-macro";
import { type SQL, sql } from "drizzle-orm";
import type { LinkToken } from "~/contract/accounts";
import { invalid } from "~/contract/errors";
import { batchRows } from "~/db/batch";
import { idsOf } from "~/db/ids-of";
import type { Ctx } from "../context";
import { emailRestoredLetter } from "../mail/account-letters";
import { sendMail } from "../mail/send-mail";
import { orEmailConflict } from "./email-conflict";
import { forgetUnproved } from "./forget-unproved";
import { insertResetLink, validLink } from "./mailed-link";
import { NOBODYS_PASSWORD } from "./password";
import { newToken } from "./session-token";
import { voidEmailChange } from "./void-email-change";

/** The tables of links for a change or log-in that the member did not make. */
type SecuringTable = "alert_links" | "email_undos";

/**
 * Locks everybody out of an account, also with the password, by the token of a link about a change or log-in that the
 * member did not make. All sessions and pending log-ins end, the password becomes unusable, and reset links and a
 * pending change of the address are void. Changes since the link was made are undone: the former address is restored
 * and the replaced one gets a mail, the links of later mails are void, and newer app keys, recovery codes and passkeys
 * are deleted; all of an account never confirmed. A link works once: check and writes are one transaction.
 * @returns the token of a reset link, the only way back, to set a new password
 * @throws AppError `invalid` at the field `token` for a link that is unknown, used, voided or expired
 */
export async function secureAccount(
  ctx: Ctx,
  table: SecuringTable,
  { token }: LinkToken,
): Promise<{ resetToken: string }> {
  const resetToken = newToken();
  const now = ctx.now();
  const at = now.toISOString();
  const link = (column: SQL) => sql`(SELECT ${column} FROM ${validLink(table, token, at)})`;
  const owner = link(sql`user_id`);
  const since = link(sql`created_at`);
  const later = sql`WHERE user_id = ${owner} AND used_at IS NULL AND created_at >= ${since}`;
  const restored = sql`coalesce((SELECT email FROM email_undos ${later} ORDER BY created_at LIMIT 1), users.email)`;
  // The last statement voids the link that the others look up.
  const tables: SecuringTable[] =
    table === "alert_links" ? ["email_undos", "alert_links"] : ["alert_links", "email_undos"];
  const [[member] = [], ended = []] = await batchRows(ctx.db, [
    sql`SELECT id, email, ${restored} AS restored FROM users WHERE id = ${owner}`,
    sql`DELETE FROM sessions WHERE user_id = ${owner} RETURNING id`,
    ...forgetUnproved(owner),
    sql`UPDATE users SET email = ${restored}, password = ${NOBODYS_PASSWORD}, email_confirmed = 1 WHERE id = ${owner}`,
    sql`DELETE FROM password_resets WHERE user_id = ${owner}`,
    insertResetLink(resetToken, owner, now),
    voidEmailChange(ctx.db, owner, at).getSQL(),
    sql`DELETE FROM pending_log_ins WHERE user_id = ${owner}`,
    sql`DELETE FROM totp_secrets WHERE user_id = ${owner} AND coalesce(confirmed_at, created_at) >= ${since}`,
    sql`DELETE FROM recovery_codes WHERE user_id = ${owner} AND created_at >= ${since}`,
    sql`DELETE FROM passkeys WHERE user_id = ${owner} AND created_at >= ${since}`,
    // A list of later alerts would have a link too.
    sql`DELETE FROM held_mails WHERE user_id = ${owner} AND kind = 'alert'`,
    ...tables.map((name) => sql`UPDATE ${sql.identifier(name)} SET used_at = ${at} ${later}`),
  ]).catch((error: unknown) => {
    throw orEmailConflict(error);
  });
  if (!member) throw invalid("token", msg`This link is no longer valid.`);
  ctx.realtime.endSessions(String(member.id), idsOf(ended));
  if (member.email !== member.restored) {
    const mailing = { kind: "news", to: String(member.email), memberId: String(member.id) } as const;
    ctx.defer(sendMail(ctx, mailing, emailRestoredLetter));
  }
  return { resetToken };
}
