import { msg } from "@lingui/core/runtime-macro";
import { sql } from "drizzle-orm";
import { EMAIL_LINK_HOURS } from "~/contract/account-limits";
import { AppError } from "~/contract/errors";
import { HOUR_MS } from "~/contract/time";
import { batchRows } from "~/db/batch";
import type { MemberCtx } from "../context";
import { takeFromLimits } from "../rate-limit";
import { blockError, blocksOf } from "../safety/sign-up-blocks";
import { emailConflict } from "./email-conflict";
import { newEmailMail } from "./email-mail";

/**
 * Stores a link and a code that confirm an email address of the viewer, the present one or a new one, voids those for
 * other addresses, and mails them after the reply.
 * @param email in lower case
 * @throws AppError `conflict` when another member has the address or can restore it; `invalid` when it is blocked;
 *   `rate_limited` per member and address
 */
export async function sendEmailLink(ctx: MemberCtx, email: string): Promise<void> {
  await takeFromLimits(ctx, { reset: [`new email ${email}`] });
  const { viewer } = ctx;
  const mail = newEmailMail(ctx, viewer.id, email);
  const now = ctx.now();
  const at = (hours: number) => new Date(now.getTime() + hours * HOUR_MS).toISOString();
  const isTaken = sql`(EXISTS (SELECT 1 FROM users WHERE lower(email) = ${email} AND id <> ${viewer.id})
    OR EXISTS (SELECT 1 FROM email_undos
      WHERE email = ${email} AND user_id <> ${viewer.id} AND used_at IS NULL AND expires_at > ${at(0)}))`;
  const blocks = blocksOf(ctx, email);
  const [[taken] = [], blocked = [], [stored] = []] = await batchRows(ctx.db, [
    sql`SELECT ${isTaken} AS isTaken`,
    blocks,
    sql`INSERT INTO email_changes (id, user_id, email, session_id, code, expires_at, created_at)
      SELECT ${mail.id}, ${viewer.id}, ${email}, ${viewer.sessionId}, ${mail.code}, ${at(EMAIL_LINK_HOURS)}, ${at(0)}
      WHERE NOT ${isTaken} AND NOT EXISTS (${blocks}) AND ${mail.hasRoom}
      RETURNING id`,
    sql`UPDATE email_changes SET used_at = ${at(0)}
      WHERE user_id = ${viewer.id} AND used_at IS NULL AND email <> ${email}
        AND EXISTS (SELECT 1 FROM email_changes WHERE id = ${mail.id})`,
  ]);
  if (taken?.isTaken) throw emailConflict();
  const error = blockError(blocked);
  if (error) throw error;
  if (!stored) {
    const text = msg`We have sent you several links. Please try again in an hour.`;
    throw new AppError("rate_limited", text, undefined, HOUR_MS / 1000);
  }
  ctx.defer(mail.deliver(email === viewer.email ? "again" : "new address"));
}
