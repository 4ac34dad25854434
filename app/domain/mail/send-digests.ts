import { sql } from "drizzle-orm";
import type { DigestFrequency } from "~/contract/notification-settings";
import { limit } from "~/db/limit";
import { logError } from "~/platform/log";
import { MailError } from "~/platform/mail";
import type { Ctx } from "../context";
import { digestLetter } from "./digest-letter";
import { DEFAULT_ZONE, nextDigest, postponed } from "./next-digest";
import { type News, readNews } from "./read-news";
import { countMails, type MailCtx } from "./send-mail";
import { unsubscribeToken } from "./unsubscribe";

/** Members of one batch, whose news one statement reads. */
const BATCH = 50;
/** Digests of one batch. The others of it stay due. */
const SENT_MAX = 20;
/** Mails that the service refuses one after the other, after which the run ends: the service is down. */
const FAILURES_MAX = 3;

type DigestCtx = MailCtx & Pick<Ctx, "chats" | "urlOf">;

interface DueRow {
  id: string;
  frequency: Exclude<DigestFrequency, "never">;
  dueAt: number;
  newsAfter: number;
  email: string;
  fullName: string;
  language: string | null;
  timeZone: string | null;
  /** Whether the address is confirmed and the member not suspended. */
  mayGet: number;
}

/** A due digest, and when the next one is due. */
interface Due extends DueRow {
  next: number;
  /** Whether it only moves to a morning of its member. */
  isPostponed: boolean;
}

/**
 * Sends a batch of the digests that are due, the oldest first. A digest is claimed before it is sent: one statement
 * moves its next time on, if it is still the one that was read. So a run that is cut off or runs twice sends no digest
 * twice, and loses at most the one claimed (docs/decisions/0110-mail.md). Without news only the next time moves on.
 * @returns the number of digests that were due, 0 when none is left
 * @throws when the mail service refuses several mails one after the other
 */
export async function sendDigests(ctx: DigestCtx): Promise<number> {
  // Nothing could be sent, and the digests stay due.
  if (ctx.mail.reach === "nobody") return 0;
  const due = await readDue(ctx);
  if (due.length === 0) return 0;
  const news = await readNews(
    ctx.chats,
    due.filter((one) => one.mayGet === 1 && !one.isPostponed),
    ctx.now(),
  );
  const hasNews = ({ id }: Due) => news.has(id);
  await moveOn(
    ctx,
    due.filter((one) => !hasNews(one)),
  );
  let failures = 0;
  for (const one of await withRoom(ctx, due.filter(hasNews).slice(0, SENT_MAX))) {
    const found = news.get(one.id);
    if (!found || !(await claim(ctx, one, found))) continue;
    const error = await send(ctx, one, found).catch(
      (thrown: unknown) => thrown ?? new Error("A mail failed."),
    );
    const isOfRecipient = error instanceof MailError && error.fault === "recipient";
    failures = error && !isOfRecipient ? failures + 1 : 0;
    if (error) logError(error, { event: "digest not sent" });
    if (failures === FAILURES_MAX) throw error;
  }
  return due.length;
}

/** Counts the mails of digests, and returns those that the limits of mails have room for. The others are not sent. */
async function withRoom(ctx: DigestCtx, due: Due[]): Promise<Due[]> {
  if (due.length === 0) return [];
  const mailings = due.map(({ id, email }) => ({ to: email, memberId: id }));
  const counted = await ctx.db.all<{ memberId: string }>(countMails(ctx, "news", mailings));
  const ids = new Set(counted.map(({ memberId }) => memberId));
  await moveOn(
    ctx,
    due.filter(({ id }) => !ids.has(id)),
  );
  return due.filter(({ id }) => ids.has(id));
}

async function readDue({ db, now }: DigestCtx): Promise<Due[]> {
  const at = now().getTime();
  const rows = await db.all<DueRow>(sql`
    SELECT d.user_id AS id, d.frequency AS frequency, d.due_at AS dueAt, d.news_after AS newsAfter,
      u.email AS email, u.full_name AS fullName, u.language AS language, q.time_zone AS timeZone,
      u.email_confirmed AND NOT EXISTS (SELECT 1 FROM suspensions s WHERE s.member_id = u.id) AS mayGet
    FROM digests d INDEXED BY digests_due CROSS JOIN users u ON u.id = d.user_id
      LEFT JOIN quiet_hours q ON q.user_id = u.id
    WHERE d.due_at <= ${at} AND d.due_at IS NOT NULL ORDER BY d.due_at ${limit(BATCH)}`);
  return rows.map((row) => {
    const member = { id: row.id, timeZone: row.timeZone ?? DEFAULT_ZONE };
    const later = row.timeZone === null ? null : postponed(row.dueAt, at, member);
    return { ...row, next: later ?? nextDigest(row.frequency, at, member), isPostponed: later !== null };
  });
}

/** Moves the next times of digests on that are not sent. */
async function moveOn({ db }: DigestCtx, due: Due[]): Promise<void> {
  if (due.length === 0) return;
  const given = JSON.stringify(due.map(({ id, dueAt, next }) => ({ id, dueAt, next })));
  await db.run(sql`
    UPDATE digests SET due_at = json_each.value ->> 'next' FROM json_each(${given})
    WHERE user_id = json_each.value ->> 'id' AND due_at = json_each.value ->> 'dueAt'`);
}

/** Returns whether the digest is this run's to send. */
async function claim({ db }: DigestCtx, { id, dueAt, next }: Due, { until }: News): Promise<boolean> {
  const claimed = await db.all(sql`
    UPDATE digests SET due_at = ${next}, news_after = ${until}
    WHERE user_id = ${id} AND due_at = ${dueAt} RETURNING user_id`);
  return claimed.length > 0;
}

async function send(ctx: DigestCtx, due: Due, news: News): Promise<void> {
  const { id, email, fullName, frequency } = due;
  const unsubscribeUrl = ctx.urlOf(`/unsubscribe?token=${unsubscribeToken(ctx, id)}`);
  const i18n = await ctx.textsIn(due.language);
  const reader = { fullName, frequency, unsubscribeUrl, urlOf: ctx.urlOf };
  await ctx.mail.send(email, digestLetter(i18n, news, reader));
}
