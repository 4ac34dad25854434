import { type SQL, sql } from "drizzle-orm";
import { ALERT_LINK_DAYS } from "~/contract/account-limits";
import { deviceOf } from "~/contract/device";
import { inEnglish } from "~/contract/messages";
import { DAY_MS } from "~/contract/time";
import { alertLinks } from "~/db/schema";
import type { Ctx } from "../context";
import { type AlertEvent, alertLetter, timeText } from "../mail/account-letters";
import { sendMail } from "../mail/send-mail";
import { newToken, tokenId } from "./session-token";

/** The receiver of an alert. */
interface Recipient {
  id: string;
  email: string;
  fullName: string;
}

interface LogIn {
  sessionId: string;
  isNewBrowser: boolean;
}

export const PASSWORD_CHANGED: AlertEvent = {
  subject: "Your password was changed",
  text: "The password of your Afterglow account was changed.",
};

export const PASSKEY_ADDED: AlertEvent = {
  subject: "A passkey was added",
  text: "A passkey was added to your Afterglow account.",
};

export const PASSKEY_REMOVED: AlertEvent = {
  subject: "A passkey was removed",
  text: "A passkey of your Afterglow account was removed.",
};

export const TWO_FACTOR_ON: AlertEvent = {
  subject: "Two-factor authentication is on",
  text: "Two-factor authentication of your Afterglow account was turned on.",
};

export const TWO_FACTOR_OFF: AlertEvent = {
  subject: "Two-factor authentication is off",
  text: "Two-factor authentication of your Afterglow account was turned off.",
};

export const NEW_RECOVERY_CODES: AlertEvent = {
  subject: "New recovery codes",
  text: "The recovery codes of your Afterglow account were replaced.",
};

/**
 * Returns an alert about a change of an account: `insert` stores its link and belongs into the batch of the change,
 * `mail` sends it after the reply, or has it listed in a later mail (docs/product.md#mails).
 * @param owner the member's id; of a NULL nothing is stored
 * @param condition of the insert, which returns a row if it holds
 */
export function securityAlert(ctx: Ctx, owner: string | SQL, condition = sql`true`) {
  const token = newToken();
  const now = ctx.now();
  const until = new Date(now.getTime() + ALERT_LINK_DAYS * DAY_MS);
  return {
    insert: ctx.db
      .insert(alertLinks)
      .select(
        sql`SELECT ${tokenId(token)}, id, ${until.toISOString()}, NULL, ${now.toISOString()}
          FROM users WHERE id = ${owner} AND ${condition}`,
      )
      .returning({ id: alertLinks.id }),
    mail: ({ id, email, fullName }: Recipient, news: AlertEvent): void =>
      ctx.defer(
        sendMail(
          ctx,
          { kind: "alert", to: email, memberId: id },
          (isConfirmed) =>
            alertLetter(isConfirmed ? fullName : null, news, ctx.urlOf(`/secure-account?token=${token}`)),
          { kind: "alert", text: news.text, at: now },
        ),
      ),
  };
}

/**
 * Returns the alert about a log-in, which is stored when the browser is a new one.
 * @param sessionId the session of the log-in, which an earlier statement of the batch stores
 */
export function logInAlert(ctx: Ctx, memberId: string, { sessionId, isNewBrowser }: LogIn) {
  const isOpen = sql`EXISTS (SELECT 1 FROM sessions WHERE id = ${sessionId})`;
  return securityAlert(ctx, memberId, isNewBrowser ? isOpen : sql`false`);
}

/** Returns the text of an alert about a log-in at this time. */
export function newLogIn(at: Date, userAgent: string): AlertEvent {
  const { name } = deviceOf(userAgent);
  const device = typeof name === "string" ? name : inEnglish(name);
  return {
    subject: "New log-in to your account",
    text: `Somebody logged in to your Afterglow account with a new browser: ${device}, on ${timeText(at)}.`,
  };
}
