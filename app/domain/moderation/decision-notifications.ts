import { type SQL, sql } from "drizzle-orm";
import type { NotificationType } from "~/contract/notifications";
import { nextNotificationId } from "~/db/notify";
import type { MemberCtx } from "../context";
import { decisionLetter } from "../mail/decision-letters";
import { type Decided, decisionText } from "../mail/decision-text";
import { type MailCtx, sendMail } from "../mail/send-mail";

/**
 * Returns the statement that notifies members of a decision. Without another sender, it names the member.
 * @param recipients a condition for `users u`
 */
export function notifyOf(
  type: Extract<NotificationType, "moderation" | "report_reviewed">,
  recipients: SQL,
  now: Date,
): SQL {
  return sql`
    INSERT INTO notices (member, is_read, id, sender, type, post_id, created_at)
    SELECT u.key, 0, ${nextNotificationId(sql`u.key`)}, u.key, ${type}, NULL, ${now.getTime()} FROM users u WHERE ${recipients}
    RETURNING id AS id, type AS type, (SELECT id FROM users WHERE key = member) AS userId,
      (SELECT username FROM users WHERE key = member) AS username`;
}

/** Publishes the notifications in the rows of `notifyOf`. */
export function publishDecisionNotifications(
  ctx: Pick<MemberCtx, "realtime">,
  rows: Record<string, unknown>[] = [],
): void {
  for (const { id, type, userId, username } of rows) {
    ctx.realtime.publish(String(userId), {
      type: "notification",
      payload: {
        id: String(id),
        // The statement has stored this type.
        type: type as NotificationType,
        fromUserId: String(userId),
        fromUsername: String(username),
        entityId: null,
      },
    });
  }
}

interface DecisionMail {
  memberId: string;
  email: string;
  decided: Decided & {
    /** The text that it is about. */
    text: string;
  };
  /** The address at which the member can appeal, if they can. */
  appeal: string | null;
}

/** Mails a decision to its member after the reply. Only a confirmed address gets the content. */
export function mailDecision(
  ctx: MailCtx & Pick<MemberCtx, "defer">,
  { memberId, email, decided, appeal }: DecisionMail,
): void {
  const { action, kind, reason, text, hasRemoved, until } = decided;
  const decision: Decided = { action, kind, reason, hasRemoved, until };
  ctx.defer(
    sendMail(
      ctx,
      { kind: "news", to: email, memberId },
      (i18n, isConfirmed) =>
        decisionLetter(i18n, decisionText(i18n, decision, isConfirmed ? text : ""), appeal),
      { kind: "news", event: { decision }, at: ctx.now() },
    ),
  );
}
