import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/runtime-macro";
import { type SQL, sql } from "drizzle-orm";
import { EMAIL_CODES_PER_DAY, EMAIL_UNDO_DAYS } from "~/contract/account-limits";
import type { EmailCode, LinkToken } from "~/contract/accounts";
import { AppError, invalid } from "~/contract/errors";
import { DAY_MS } from "~/contract/time";
import { batchRows } from "~/db/batch";
import { idsOf } from "~/db/ids-of";
import type { Ctx, MemberCtx } from "../context";
import { emailChangedLetter } from "../mail/account-letters";
import { sendMail } from "../mail/send-mail";
import { orEmailConflict } from "./email-conflict";
import { codeHash } from "./email-mail";
import { forgetUnproved, isUnproved } from "./forget-unproved";
import { insertResetLink, validLink } from "./mailed-link";
import { NOBODYS_PASSWORD } from "./password";
import { newToken, tokenId } from "./session-token";
import { voidEmailChange } from "./void-email-change";

export interface Confirmed {
  /** Whether the viewer is that member. */
  isViewer: boolean;
  /** Whether the address replaced another one. */
  isNew: boolean;
  /** The token of a reset link, for an account whose keys and password were deleted; null for all others. */
  resetToken: string | null;
}

/**
 * Confirms a member's email address with the token of the link that was sent to it (see `confirm`). Works without a
 * session, because a mail is often opened in another browser.
 * @throws AppError `invalid` at the field `token` for a link that is unknown, used, voided or expired; `conflict` when
 *   another member has taken the address
 */
export async function confirmEmail(ctx: Ctx, { token }: LinkToken): Promise<Confirmed> {
  const { confirmed } = await confirm(ctx, validLink("email_changes", token, ctx.now().toISOString()));
  if (!confirmed) throw invalid("token", msg`This link is no longer valid. Please request a new one.`);
  return confirmed;
}

/**
 * Confirms the viewer's email address with the code of a mail that was sent to it. Every code that is entered counts,
 * in the transaction that compares it.
 * @throws AppError `invalid` at the field `code`; `conflict` when another member has taken the address; `rate_limited`
 *   after ten codes in 24 hours
 */
export async function confirmEmailByCode(ctx: MemberCtx, { code }: EmailCode): Promise<Confirmed> {
  const { viewer } = ctx;
  const at = ctx.now();
  const valid = sql`email_changes WHERE user_id = ${viewer.id} AND used_at IS NULL AND expires_at > ${at.toISOString()}`;
  const yesterday = new Date(at.getTime() - DAY_MS).toISOString();
  const entered = sql`(SELECT total(attempts) FROM email_changes WHERE user_id = ${viewer.id} AND created_at > ${yesterday})`;
  const hash = codeHash(ctx, viewer.id, code);
  const { confirmed, before } = await confirm(
    ctx,
    sql`${valid} AND code = ${hash} AND ${entered} <= ${EMAIL_CODES_PER_DAY}`,
    [
      sql`UPDATE email_changes SET attempts = attempts + 1
        WHERE id = (SELECT id FROM ${valid} ORDER BY created_at DESC LIMIT 1)`,
      sql`SELECT ${entered} AS entered`,
    ],
  );
  if (confirmed) return confirmed;
  if (Number(before.at(-1)?.[0]?.entered) > EMAIL_CODES_PER_DAY) {
    const text = msg`You have entered many codes. Please open the link in the email instead.`;
    throw new AppError("rate_limited", text, undefined, DAY_MS / 1000);
  }
  throw invalid("code", msg`This code is wrong or has expired.`);
}

/**
 * Confirms the address of one row of `email_changes`. The address of a sign-up is marked as confirmed. An account that
 * was never confirmed belongs to the reader of the mail: without a session of it, all sessions end and all that logs in
 * to it is deleted, the password too (docs/decisions/0114-unproved-accounts.md). A new one becomes the member's: their
 * sessions end except the one that requested it and the current one, their reset links are voided, and the old address
 * gets a link that undoes the change. An old address that was never confirmed gets no mail, and the alerts for it are
 * void: a stranger may read it. A row works once, also when two requests use it at the same time: check and writes are
 * one transaction.
 * @param row the part of a statement after FROM that finds the row
 * @param first statements to run before, in the same transaction
 */
async function confirm(
  ctx: Ctx,
  row: SQL,
  first: SQL[] = [],
): Promise<{ confirmed: Confirmed | null; before: Record<string, unknown>[][] }> {
  const [undoToken, resetToken] = [newToken(), newToken()];
  const now = ctx.now();
  const at = now.toISOString();
  const until = new Date(now.getTime() + EMAIL_UNDO_DAYS * DAY_MS).toISOString();
  const change = (column: SQL) => sql`(SELECT ${column} FROM ${row})`;
  const owner = change(sql`user_id`);
  const isNew = sql`email <> ${change(sql`email`)}`;
  const isReplaced = sql`EXISTS (SELECT 1 FROM users WHERE id = ${owner} AND ${isNew})`;
  // Null in a session of the account: its member has proved more than the mailbox.
  const stranger = sql`nullif(${owner}, ${ctx.viewer?.id ?? ""})`;
  const isForgotten = sql`(${isUnproved} AND id IS ${stranger})`;
  const forgotten = sql`(SELECT id FROM users WHERE id = ${owner} AND ${isForgotten})`;
  const results = await batchRows(ctx.db, [
    ...first,
    sql`SELECT id, email, email_confirmed AS wasConfirmed, ${isNew} AS isNew, ${isForgotten} AS isForgotten FROM users WHERE id = ${owner}`,
    sql`DELETE FROM sessions
      WHERE user_id = ${owner} AND (user_id IS ${forgotten} OR ${isReplaced}
        AND id NOT IN (${change(sql`session_id`)}, ${ctx.viewer?.sessionId ?? ""})) RETURNING id`,
    ...forgetUnproved(stranger),
    sql`DELETE FROM password_resets WHERE user_id = ${owner} AND ${isReplaced}`,
    insertResetLink(resetToken, forgotten, now),
    sql`INSERT INTO email_undos (id, user_id, email, expires_at, created_at)
      SELECT ${tokenId(undoToken)}, id, email, ${until}, ${at} FROM users WHERE id = ${owner} AND ${isNew} AND email_confirmed`,
    sql`UPDATE alert_links SET used_at = ${at} WHERE user_id = ${owner} AND used_at IS NULL
      AND EXISTS (SELECT 1 FROM users WHERE id = ${owner} AND ${isNew} AND NOT email_confirmed)`,
    sql`DELETE FROM held_mails WHERE user_id = ${owner} AND kind = 'alert'
      AND EXISTS (SELECT 1 FROM users WHERE id = ${owner} AND ${isNew} AND ${isUnproved})`,
    sql`UPDATE users SET email = ${change(sql`email`)}, email_confirmed = 1,
        password = iif(${isForgotten}, ${NOBODYS_PASSWORD}, password) WHERE id = ${owner}`,
    // The last statement: it voids the row that the others look up.
    voidEmailChange(ctx.db, owner, at).getSQL(),
  ]).catch((error: unknown) => {
    throw orEmailConflict(error);
  });
  const before = results.slice(0, first.length);
  const [[member] = [], ended = []] = results.slice(first.length);
  if (!member) return { confirmed: null, before };
  const userId = String(member.id);
  // Also evicts the viewer that the member's hub has cached.
  ctx.realtime.endSessions(userId, idsOf(ended));
  if (member.isNew && member.wasConfirmed)
    mailFormerAddress(ctx, { email: String(member.email), userId, undoToken, at: now });
  const confirmed = {
    isViewer: ctx.viewer?.id === userId,
    isNew: Boolean(member.isNew),
    resetToken: member.isForgotten ? resetToken : null,
  };
  return { confirmed, before };
}

interface FormerAddress {
  email: string;
  userId: string;
  undoToken: string;
  at: Date;
}

/** Mails a link that undoes the change to a former address, after the reply. */
function mailFormerAddress(ctx: Ctx, { email, userId, undoToken, at }: FormerAddress): void {
  const letter = (i18n: I18n) => emailChangedLetter(i18n, ctx.urlOf(`/undo-email?token=${undoToken}`));
  const held = { kind: "alert", event: { alert: { name: "emailChanged" } }, at } as const;
  ctx.defer(sendMail(ctx, { kind: "change", to: email, memberId: userId }, letter, held));
}
