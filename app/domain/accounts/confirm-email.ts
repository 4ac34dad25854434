import { type SQL, sql } from "drizzle-orm";
import type { LinkToken } from "~/contract/accounts";
import { invalid } from "~/contract/errors";
import { EMAIL_UNDO_DAYS } from "~/contract/limits";
import { DAY_MS } from "~/contract/time";
import { batchRows } from "~/db/batch";
import type { Ctx } from "../context";
import { takeFromLimits } from "../rate-limit";
import { orEmailConflict } from "./email-conflict";
import { validLink } from "./mailed-link";
import { newToken, tokenId } from "./session-token";
import { voidEmailChange } from "./void-email-change";

/**
 * Changes a member's e-mail address with the token of the link that was sent to the new one. Ends the member's sessions except the
 * one that requested the change and the current one, voids their reset links, and mails the old address a link that
 * undoes the change. A link works once, also when two requests use it at the same time: check and writes are one transaction.
 * @returns whether the viewer is that member
 * @throws AppError `invalid` at the field `token` for a link that is unknown, used, voided or expired; `conflict` when another
 *   member has taken the address; `rate_limited`
 */
export async function confirmEmail(ctx: Ctx, { token }: LinkToken): Promise<{ isViewer: boolean }> {
  await takeFromLimits(ctx, { loginAddress: [ctx.address] });
  const undoToken = newToken();
  const now = ctx.now();
  const at = now.toISOString();
  const until = new Date(now.getTime() + EMAIL_UNDO_DAYS * DAY_MS).toISOString();
  const change = (column: SQL) => sql`(SELECT ${column} FROM ${validLink("email_changes", token, at)})`;
  const owner = change(sql`user_id`);
  const [[member] = [], , , ended = []] = await batchRows(ctx.db, [
    sql`SELECT id, email, full_name AS fullName FROM users WHERE id = ${owner}`,
    sql`INSERT INTO email_undos (id, user_id, email, expires_at, created_at)
      SELECT ${tokenId(undoToken)}, id, email, ${until}, ${at} FROM users WHERE id = ${owner}`,
    sql`UPDATE users SET email = ${change(sql`email`)} WHERE id = ${owner}`,
    sql`DELETE FROM sessions
      WHERE user_id = ${owner} AND id NOT IN (${change(sql`session_id`)}, ${ctx.viewer?.sessionId ?? ""}) RETURNING id`,
    sql`DELETE FROM password_resets WHERE user_id = ${owner}`,
    // The last statement: it voids the link that the others look up.
    voidEmailChange(ctx.db, owner, at).getSQL(),
  ]).catch((error: unknown) => {
    throw orEmailConflict(error);
  });
  if (!member) throw invalid("token", "This link is no longer valid. Please request a new one.");
  const userId = String(member.id);
  ctx.realtime.endSessions(
    userId,
    ended.map(({ id }) => String(id)),
  );
  ctx.defer(
    ctx.mail.send(
      String(member.email),
      "Your e-mail address was changed",
      `Hello ${member.fullName},\n\nYou now log in to Afterglow with another e-mail address. If you did not make this change, undo it with this link. It works for ${EMAIL_UNDO_DAYS} days, logs everybody out and lets you set a new password:\n\n${ctx.urlOf(`/undo-email?token=${undoToken}`)}`,
    ),
  );
  return { isViewer: ctx.viewer?.id === userId };
}
