import { msg } from "@lingui/core/runtime-macro";
import { sql } from "drizzle-orm";
import { AppError, invalid } from "~/contract/errors";
import { type MemberAction, type MemberActionInput, memberActions } from "~/contract/member-actions";
import { idsOf } from "~/db/ids-of";
import { eraseAccount } from "../accounts/erase-account";
import { newResetLink } from "../accounts/request-password-reset";
import { hasTwoFactor } from "../accounts/second-factor";
import { securityAlert } from "../accounts/security-alert";
import { voidEmailChange } from "../accounts/void-email-change";
import { withChatSteps } from "../chat/complete-chat-steps";
import { sendMail } from "../mail/send-mail";
import { type Act, act } from "./act";
import type { Decider, DecisionCtx } from "./decision-plan";

/** A member on whose account somebody acts. */
export interface Account {
  id: string;
  username: string;
  email: string;
  fullName: string;
  isConfirmed: number;
  hasTwoFactor: number;
}

/** The use case of an action on a member. */
export type Action = (
  decider: Decider,
  ctx: DecisionCtx,
  account: Account,
  input: MemberActionInput,
) => Promise<void>;

const entry = (action: Exclude<MemberAction, "suspend" | "unsuspend">, note: string): Act => ({
  action,
  needs: memberActions[action],
  note,
});

/** Ends all sessions of a member, and log-ins that wait for a code. */
export const endSessionsOf: Action = async (decider, ctx, { id }, { note }) => {
  const [ended] = await act(ctx, decider, id, entry("end_sessions", note), [
    sql`DELETE FROM sessions WHERE user_id = ${id} RETURNING id`,
    sql`DELETE FROM pending_log_ins WHERE user_id = ${id}`,
  ]);
  ctx.realtime.endSessions(id, idsOf(ended));
};

/**
 * Mails a member a link to set a new password, within the limits of such mails.
 * @throws AppError `conflict` on a site that sends no mail
 */
export const sendResetTo: Action = async (decider, ctx, { id, email }, { note }) => {
  requireMail(ctx);
  await act(ctx, decider, id, entry("send_reset", note), []);
  ctx.defer(
    sendMail(ctx, { kind: "reset", to: email.toLowerCase(), memberId: id }, (i18n) =>
      newResetLink(ctx, i18n, id),
    ),
  );
};

/** Checks that mails reach somebody. @throws AppError `conflict` */
export function requireMail({ mail }: Pick<DecisionCtx, "mail">): void {
  if (mail.reach === "nobody") throw new AppError("conflict", msg`This site sends no mail.`);
}

/**
 * Confirms the email address of a member whom its mails do not reach. Unlike a mailed link it deletes no way to log in:
 * the moderator has made sure that the account is the member's. Links of a pending change are void.
 * @throws AppError `conflict` when it is confirmed
 */
export const confirmEmailOf: Action = async (decider, ctx, { id, isConfirmed }, { note }) => {
  if (isConfirmed) throw new AppError("conflict", msg`This address is confirmed already.`);
  await act(ctx, decider, id, entry("confirm_email", note), [
    sql`UPDATE users SET email_confirmed = 1 WHERE id = ${id}`,
    voidEmailChange(ctx.db, id, ctx.now().toISOString()).getSQL(),
  ]);
  // Evicts the viewer that the member's hub has cached.
  ctx.realtime.endSessions(id, []);
};

/**
 * Turns two-factor authentication off for a member who has neither phone nor recovery codes. The member gets a mail.
 * @throws AppError `conflict` when it is off
 */
export const endTwoFactorOf: Action = async (decider, ctx, account, { note }) => {
  const { id } = account;
  if (!account.hasTwoFactor)
    throw new AppError("conflict", msg`This account has no two-factor authentication.`);
  const alert = securityAlert(ctx, id, hasTwoFactor(id));
  const [alerts = []] = await act(ctx, decider, id, entry("end_two_factor", note), [
    alert.insert.getSQL(),
    sql`DELETE FROM totp_secrets WHERE user_id = ${id}`,
    sql`DELETE FROM recovery_codes WHERE user_id = ${id}`,
  ]);
  if (alerts.length > 0) alert.mail(account, { name: "twoFactorOff" });
};

/** Changes the role of a member. The note in the log is the role. @throws AppError `invalid` without a role */
export const changeRole: Action = async (decider, ctx, { id }, { role }) => {
  if (!role) throw invalid("role", msg`Please choose a role.`);
  await act(ctx, decider, id, entry("promote", role), [
    sql`UPDATE users SET role = ${role} WHERE id = ${id}`,
  ]);
  ctx.realtime.endSessions(id, []);
};

/** Deletes a member's account and all that it owns at once, as their own deletion does. The member gets no mail. */
export const eraseMember: Action = (decider, ctx, account, { note }) =>
  eraseAccount(ctx, account, (statements) =>
    act(ctx, decider, account.id, entry("delete", note), statements, (all) => withChatSteps(ctx, all)),
  );
