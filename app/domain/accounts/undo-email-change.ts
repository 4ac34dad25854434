import { type SQL, sql } from "drizzle-orm";
import type { LinkToken } from "~/contract/accounts";
import { invalid } from "~/contract/errors";
import { RESET_LINK_MINUTES } from "~/contract/limits";
import { MINUTE_MS } from "~/contract/time";
import { batchRows } from "~/db/batch";
import type { Ctx } from "../context";
import { takeFromLimits } from "../rate-limit";
import { orEmailConflict } from "./email-conflict";
import { validLink } from "./mailed-link";
import { NOBODYS_PASSWORD } from "./password";
import { newToken, tokenId } from "./session-token";
import { voidEmailChange } from "./void-email-change";

/**
 * Restores a member's former e-mail address with the token of the link that was sent to it, also when the address was changed again
 * since: the undo links of later changes, a pending change and all reset links are voided. Ends all sessions and makes the
 * password unusable, because the person who changed the address knew it. The replaced address gets a mail. A link works
 * once: check and writes are one transaction.
 * @returns the token of a reset link, to set a new password
 * @throws AppError `invalid` at the field `token` for a link that is unknown, used, voided or expired; `rate_limited`
 */
export async function undoEmailChange(ctx: Ctx, { token }: LinkToken): Promise<{ resetToken: string }> {
  await takeFromLimits(ctx, { loginAddress: [ctx.address] });
  const resetToken = newToken();
  const now = ctx.now();
  const at = now.toISOString();
  const resetUntil = new Date(now.getTime() + RESET_LINK_MINUTES * MINUTE_MS).toISOString();
  const undo = (column: SQL) => sql`(SELECT ${column} FROM ${validLink("email_undos", token, at)})`;
  const owner = undo(sql`user_id`);
  const [[member] = [], , ended = []] = await batchRows(ctx.db, [
    sql`SELECT id, email, full_name AS fullName, ${undo(sql`email`)} AS restored FROM users WHERE id = ${owner}`,
    sql`UPDATE users SET email = ${undo(sql`email`)}, password = ${NOBODYS_PASSWORD}, email_confirmed = 1 WHERE id = ${owner}`,
    sql`DELETE FROM sessions WHERE user_id = ${owner} RETURNING id`,
    sql`DELETE FROM password_resets WHERE user_id = ${owner}`,
    sql`INSERT INTO password_resets (id, user_id, expires_at, created_at)
      SELECT ${tokenId(resetToken)}, user_id, ${resetUntil}, ${at} FROM ${validLink("email_undos", token, at)}`,
    voidEmailChange(ctx.db, owner, at).getSQL(),
    // The last statement: it voids the link that the others look up.
    sql`UPDATE email_undos SET used_at = ${at}
      WHERE user_id = ${owner} AND used_at IS NULL AND created_at >= ${undo(sql`created_at`)}`,
  ]).catch((error: unknown) => {
    throw orEmailConflict(error);
  });
  if (!member) throw invalid("token", "This link is no longer valid.");
  ctx.realtime.endSessions(
    String(member.id),
    ended.map(({ id }) => String(id)),
  );
  if (member.email !== member.restored) {
    ctx.defer(
      ctx.mail.send(
        String(member.email),
        "Your e-mail address was changed back",
        `Hello ${member.fullName},\n\nThe change of your e-mail address at Afterglow was undone with the link that we sent to the former one. You can no longer log in with this address.`,
      ),
    );
  }
  return { resetToken };
}
