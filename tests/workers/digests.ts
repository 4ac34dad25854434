import { env } from "cloudflare:test";
import { sendDigests } from "~/domain/mail/send-digests";
import type { Letter } from "~/platform/mail";
import { contextOf } from "./context-of";

/** A mail as the port got it. */
export type SentMail = Letter & { to: string };

/** A context for the digests, with a mail port that keeps the mails in `sent`. */
export function digestCtx(overrides: Partial<Env> = {}, now = new Date()) {
  const sent: SentMail[] = [];
  const { ctx, cost } = contextOf({ id: "" }, overrides);
  const mail = { send: async (to: string, letter: Letter) => void sent.push({ ...letter, to }) };
  return { ctx: { ...ctx, mail, now: () => now }, cost, sent };
}

/** Sends all digests that are due, and returns them. */
export async function runDigests(now = new Date()): Promise<SentMail[]> {
  const { ctx, sent } = digestCtx({}, now);
  while ((await sendDigests(ctx)) > 0);
  return sent;
}

/** Makes a member's next digest due, with all that they have not read as its news. */
export async function makeDue(memberId: string, at = 1): Promise<void> {
  await env.DB.prepare("UPDATE digests SET due_at = ?, news_after = 0 WHERE user_id = ?")
    .bind(at, memberId)
    .run();
}

/** Returns a member's row of `digests`. */
export const digestOf = (memberId: string) =>
  env.DB.prepare(
    "SELECT frequency, due_at AS dueAt, news_after AS newsAfter, bounces FROM digests WHERE user_id = ?",
  )
    .bind(memberId)
    .first<{ frequency: string; dueAt: number | null; newsAfter: number; bounces: number }>();
