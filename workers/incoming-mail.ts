import { openDb } from "~/db/client";
import { bounceTag } from "~/domain/mail/bounce-address";
import { takeBounce } from "~/domain/mail/take-bounce";
import { fingerprintOf } from "~/platform/fingerprint";
import { logError } from "~/platform/log";
import { readSettings } from "./settings";

/** The largest mail that is read, in bytes. A report can have the mail that came back. */
const MAIL_MAX_BYTES = 1024 * 1024;

/**
 * Handles a mail that Email Routing hands over: counts a report that a mail came back, and refuses all others
 * (docs/deploy.md#mails-that-come-back). Nothing is stored or forwarded.
 * @throws when the database fails
 */
export async function incomingMail(
  message: Pick<ForwardableEmailMessage, "to" | "raw" | "rawSize" | "setReject">,
  env: Env,
): Promise<void> {
  const refusal = await refusalOf(message, env).catch((error: unknown) => {
    logError(error, { event: "mail not handled" });
    throw error;
  });
  if (refusal) message.setReject(refusal);
  console.log(JSON.stringify({ event: "mail received", isBounce: refusal === null }));
}

/** Returns why a mail is refused; null for one that was handled. */
async function refusalOf(
  { to, raw, rawSize }: Pick<ForwardableEmailMessage, "to" | "raw" | "rawSize">,
  env: Env,
): Promise<string | null> {
  const { bounces } = readSettings(env);
  const tag = bounces && bounceTag(bounces, to);
  if (!tag) return "There is no such mailbox.";
  if (rawSize > MAIL_MAX_BYTES) return "The mail is too large.";
  const ctx = {
    db: openDb(env.DB).db,
    now: () => new Date(),
    fingerprint: (text: string) => fingerprintOf(env.MEDIA_PASS_KEY, text),
  };
  const isCounted = await takeBounce(ctx, tag, await new Response(raw).text());
  return isCounted ? null : "This mailbox takes reports about mails of this site only.";
}
