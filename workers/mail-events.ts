import { z } from "~/contract/zod";
import { openDb } from "~/db/client";
import { reportBounce } from "~/domain/mail/report-bounce";
import { logError } from "~/platform/log";

/** An event of the Email Service (https://developers.cloudflare.com/email-service/platform/event-subscriptions/). */
const mailEvent = z.object({
  type: z.enum(["cf.email.sending.message.bounced", "cf.email.sending.message.complained"]),
  payload: z.object({
    eventId: z.string(),
    recipient: z.string(),
    bounce: z.object({ type: z.string() }).optional(),
  }),
});

/**
 * Counts the mails of the binding that came back, or that their readers have marked as spam. Only this account can
 * write to the queue. Events of other kinds are ignored; one that fails is delivered again.
 */
export async function mailEvents({ messages }: Pick<MessageBatch, "messages">, env: Env): Promise<void> {
  const ctx = { db: openDb(env.DB).db, now: () => new Date() };
  for (const message of messages) {
    const { data } = mailEvent.safeParse(message.body);
    try {
      if (data) await reportBounce(ctx, reportOf(data));
      message.ack();
    } catch (error) {
      logError(error, { event: "mail event not handled" });
      message.retry();
    }
  }
}

function reportOf({ type, payload: { eventId, recipient, bounce } }: z.infer<typeof mailEvent>) {
  const isComplaint = type === "cf.email.sending.message.complained";
  return {
    id: eventId,
    type: isComplaint ? ("complaint" as const) : ("bounce" as const),
    isPermanent: isComplaint || bounce?.type === "hard",
    email: recipient,
  };
}
