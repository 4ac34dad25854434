import { type SQL, sql } from "drizzle-orm";
import { inEnglish } from "~/contract/messages";
import type { Decision } from "~/contract/moderation";
import type { NotificationType } from "~/contract/notifications";
import { previewOf } from "~/contract/preview";
import { type ReportKind, type ReportReason, reasonNames } from "~/contract/safety";
import { nextNoticeId } from "~/db/notify";
import type { MemberCtx } from "../context";
import { decisionLetter } from "../mail/account-letters";
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
    SELECT u.key, 0, ${nextNoticeId(sql`u.key`)}, u.key, ${type}, NULL, ${now.getTime()} FROM users u WHERE ${recipients}
    RETURNING id AS id, type AS type, (SELECT id FROM users WHERE key = member) AS userId,
      (SELECT username FROM users WHERE key = member) AS username`;
}

/** Publishes the notifications in the rows of `notifyOf`. */
export function publishNotices(ctx: Pick<MemberCtx, "realtime">, rows: Record<string, unknown>[] = []): void {
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

const subjects: Record<ReportKind, string> = {
  post: "your post",
  comment: "your comment",
  message: "your message",
  member: "your profile",
  ai_image: "your AI image",
};

/** Returns the day of a time in the form "3 December 2026", in UTC. */
export const dayOf = (iso: string): string =>
  new Date(iso).toLocaleDateString("en-GB", { dateStyle: "long", timeZone: "UTC" });

interface Decided {
  action: Exclude<Decision, "dismiss"> | "undo" | "uphold";
  kind: ReportKind;
  reason: ReportReason;
  /** The text that it is about. */
  text: string;
  hasRemoved: boolean;
  until: string | null;
}

const did: Record<Exclude<Decision, "dismiss">, (until: string | null) => string> = {
  remove: () => "",
  cover: () => "Its photo is covered as sensitive.",
  warn: () => "This is a warning.",
  silence: (until) => `You cannot post, comment or send connection requests until ${until && dayOf(until)}.`,
  suspend: (until) => `Your account is suspended${until ? ` until ${dayOf(until)}` : ""}.`,
};

/** Returns the text of the mail about a decision: the content, the rule and what follows from it. */
function mailText({ action, kind, reason, text, hasRemoved, until }: Decided): string {
  const subject = `${subjects[kind]}${text ? ` ("${previewOf(text)}")` : ""}`;
  if (action === "undo")
    return `A moderator has reversed the decision about ${subject}. We are sorry for the trouble.`;
  if (action === "uphold")
    return `Another moderator has reviewed your appeal about ${subject}. The decision stands.`;
  const removed = hasRemoved ? " We have removed it." : "";
  return `A moderator has reviewed ${subject}. It breaks our rules: ${inEnglish(reasonNames[reason])}.${removed} ${did[action](until)}`.trimEnd();
}

interface DecisionMail {
  memberId: string;
  email: string;
  decided: Decided;
  /** The address at which the member can appeal, if they can. */
  appeal: string | null;
}

/** Mails a decision to its member after the reply. Only a confirmed address gets the content. */
export function mailDecision(
  ctx: MailCtx & Pick<MemberCtx, "defer">,
  { memberId, email, decided, appeal }: DecisionMail,
): void {
  const bare = mailText({ ...decided, text: "" });
  ctx.defer(
    sendMail(
      ctx,
      { kind: "news", to: email, memberId },
      (isConfirmed) => decisionLetter(isConfirmed ? mailText(decided) : bare, appeal),
      { kind: "news", text: bare, at: ctx.now() },
    ),
  );
}
