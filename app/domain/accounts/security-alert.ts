import { type SQL, sql } from "drizzle-orm";
import { ALERT_LINK_DAYS } from "~/contract/account-limits";
import { DAY_MS } from "~/contract/time";
import { alertLinks } from "~/db/schema";
import type { Ctx } from "../context";
import { alertLetter } from "../mail/account-letters";
import type { AlertEvent } from "../mail/alert-events";
import { type MailCtx, sendMail } from "../mail/send-mail";
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

/**
 * Returns an alert about a change of an account: `insert` stores its link and belongs into the batch of the change,
 * `mail` sends it after the reply, or has it listed in a later mail (docs/product.md#mails).
 * @param owner the member's id; of a NULL nothing is stored
 * @param condition of the insert, which returns a row if it holds
 */
export function securityAlert(
  ctx: MailCtx & Pick<Ctx, "urlOf" | "defer">,
  owner: string | SQL,
  condition = sql`true`,
) {
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
    mail: ({ id, email, fullName }: Recipient, event: AlertEvent): void =>
      ctx.defer(
        sendMail(
          ctx,
          { kind: "alert", to: email, memberId: id },
          (i18n, isConfirmed) => {
            const url = ctx.urlOf(`/secure-account?token=${token}`);
            return alertLetter(i18n, isConfirmed ? fullName : null, event, url);
          },
          { kind: "alert", event: { alert: event }, at: now },
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
