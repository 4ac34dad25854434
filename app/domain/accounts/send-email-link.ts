import { sql } from "drizzle-orm";
import { AppError } from "~/contract/errors";
import { EMAIL_LINK_HOURS, EMAIL_LINKS_PER_HOUR } from "~/contract/limits";
import { HOUR_MS } from "~/contract/time";
import { batchRows } from "~/db/batch";
import type { MemberCtx } from "../context";
import { takeFromLimits } from "../rate-limit";
import { emailConflict } from "./email-conflict";
import { newToken, tokenId } from "./session-token";

/**
 * Stores a link that changes the viewer's e-mail address, voids their links to other addresses, and mails it after the reply.
 * @param email in lower case
 * @throws AppError `conflict` when another member has the address or can restore it; `rate_limited` per member and address
 */
export async function sendEmailLink(ctx: MemberCtx, email: string): Promise<void> {
  await takeFromLimits(ctx, { reset: [`new email ${email}`] });
  const { viewer } = ctx;
  const token = newToken();
  const id = tokenId(token);
  const now = ctx.now();
  const at = (hours: number) => new Date(now.getTime() + hours * HOUR_MS).toISOString();
  const isTaken = sql`(EXISTS (SELECT 1 FROM users WHERE lower(email) = ${email} AND id <> ${viewer.id})
    OR EXISTS (SELECT 1 FROM email_undos
      WHERE email = ${email} AND user_id <> ${viewer.id} AND used_at IS NULL AND expires_at > ${at(0)}))`;
  const [[taken] = [], [stored] = []] = await batchRows(ctx.db, [
    sql`SELECT ${isTaken} AS isTaken`,
    sql`INSERT INTO email_changes (id, user_id, email, session_id, expires_at, created_at)
      SELECT ${id}, ${viewer.id}, ${email}, ${viewer.sessionId}, ${at(EMAIL_LINK_HOURS)}, ${at(0)}
      WHERE NOT ${isTaken} AND ${EMAIL_LINKS_PER_HOUR} >
        (SELECT count(*) FROM email_changes WHERE user_id = ${viewer.id} AND created_at > ${at(-1)})
      RETURNING id`,
    sql`UPDATE email_changes SET used_at = ${at(0)}
      WHERE user_id = ${viewer.id} AND used_at IS NULL AND email <> ${email}
        AND EXISTS (SELECT 1 FROM email_changes WHERE id = ${id})`,
  ]);
  if (taken?.isTaken) throw emailConflict();
  if (!stored) {
    const message = "We have sent you several links. Please try again in an hour.";
    throw new AppError("rate_limited", message, undefined, HOUR_MS / 1000);
  }
  // Without a name: the address may belong to somebody else.
  ctx.defer(
    ctx.mail.send(
      email,
      "Confirm your new e-mail address",
      `You requested to log in to Afterglow with this e-mail address. This link confirms it, works once and expires after ${EMAIL_LINK_HOURS} hours:\n\n${ctx.urlOf(`/confirm-email?token=${token}`)}\n\nIf you did not request it, you can ignore this mail. Nothing has changed.`,
    ),
  );
}
