import { type SQL, sql } from "drizzle-orm";
import { type CounterName, QUEUE_MAX } from "~/contract/counters";
import { firstIdOf } from "~/contract/ids";
import { DAY_MS, HOUR_MS } from "~/contract/time";
import { batchRows } from "~/db/batch";
import type { Db } from "~/db/client";
import { limit } from "~/db/limit";
import type { Ctx } from "../context";

/** The row of `sweeps` with the time to which everything is counted. */
export const COUNTED_TO = "counters";
/** The row with the last counted message of a chat database. */
const messagesOf = (chat: number) => `counters messages ${chat}`;

type Counting = Pick<Ctx, "db" | "chats" | "now">;

/**
 * Counts the next whole hour in UTC, in the first run all those of its day at once, or measures the gauges of today
 * when all hours are counted. Each row that an hour has added is read once. Position and counters commit together, so a
 * run that repeats, is cut, or runs beside another one counts nothing twice. Of an hour counted more than a day late,
 * emails and uses of AI are missing: their rows are deleted after a day.
 * @returns 1 after an hour; 0 when nothing is left
 */
export async function keepCounters(ctx: Counting): Promise<number> {
  const { db, now } = ctx;
  const places = await positions(db);
  const at = now().getTime();
  const known = places.get(COUNTED_TO);
  const from = Date.parse(known ?? `${dayOf(at)}T00:00:00.000Z`);
  const to = known === undefined ? at - (at % HOUR_MS) : from + HOUR_MS;
  if (to > at || to <= from) {
    await measure(ctx);
    return 0;
  }
  const messages = await messagesUntil(ctx, places, from, to);
  const isNext = known
    ? sql`(SELECT seen_to FROM sweeps WHERE name = ${COUNTED_TO}) = ${new Date(from).toISOString()}`
    : sql`NOT EXISTS (SELECT 1 FROM sweeps WHERE name = ${COUNTED_TO})`;
  const sent = messages.reduce((sum, { count }) => sum + count, 0);
  await batchRows(db, [
    addCounts(dayOf(from), { ...rowsBetween(from, to), messages: sql`${sent}` }, isNext),
    ...messages.map(({ chat, last }) => setPosition(messagesOf(chat), String(last), isNext)),
    setPosition(COUNTED_TO, new Date(to).toISOString(), isNext),
  ]);
  return 1;
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

async function positions(db: Db): Promise<Map<string, string>> {
  const rows = await db.all<{ name: string; seenTo: string }>(
    sql`SELECT name AS name, seen_to AS seenTo FROM sweeps WHERE name >= ${COUNTED_TO} AND name < ${`${COUNTED_TO}~`}`,
  );
  return new Map(rows.map(({ name, seenTo }) => [name, seenTo]));
}

const setPosition = (name: string, place: string, condition: SQL) => sql`
  INSERT INTO sweeps (name, seen_to) SELECT ${name}, ${place} WHERE ${condition}
  ON CONFLICT (name) DO UPDATE SET seen_to = excluded.seen_to`;

/** Returns the numbers of rows added in a time, each by a range of an index. Imported posts have their own dates. */
function rowsBetween(from: number, to: number): Partial<Record<CounterName, SQL>> {
  const ids = sql`id >= ${firstIdOf(from)} AND id < ${firstIdOf(to)}`;
  const times = sql`created_at >= ${new Date(from).toISOString()} AND created_at < ${new Date(to).toISOString()}`;
  const count = (table: string, where: SQL) => sql`(SELECT count(*) FROM ${sql.raw(table)} WHERE ${where})`;
  return {
    newMembers: count("users", ids),
    posts: count("posts", ids),
    uploads: count("media", sql`${ids} AND NOT is_ai`),
    aiImages: count("ai_images", ids),
    aiUses: count("ai_uses", sql`${times} AND NOT failed`),
    mails: count("sent_mails", ids),
  };
}

/** Returns the rows `(day, name, value)` of counters. */
const rowsOf = (day: string, counts: Partial<Record<CounterName, SQL>>) =>
  sql.join(
    Object.entries(counts).map(([name, value]) => sql`(${day}, ${name}, ${value})`),
    sql`, `,
  );

const addCounts = (day: string, counts: Partial<Record<CounterName, SQL>>, condition: SQL) => sql`
  INSERT INTO day_counters (day, name, value) SELECT * FROM (VALUES ${rowsOf(day, counts)}) WHERE ${condition}
  ON CONFLICT (day, name) DO UPDATE SET value = value + excluded.value`;

interface Sent {
  chat: number;
  count: number;
  /** The id of the last message before the end. */
  last: number;
}

/** Returns the messages sent in a time, for each chat database. Their ids have no gaps, and deleted ones count. */
function messagesUntil(
  { chats }: Counting,
  places: Map<string, string>,
  from: number,
  to: number,
): Promise<Sent[]> {
  return Promise.all(
    chats.map(async (db, chat) => {
      const known = places.get(messagesOf(chat));
      const before = known === undefined ? await lastMessage(db, from, 0) : Number(known);
      const last = await lastMessage(db, to, before);
      return { chat, count: last - before, last };
    }),
  );
}

/**
 * Returns the id of the last message before a time, or `after` when none was sent since. Reads later messages, newest
 * first: those of minutes, unless the hourly run has not run for long.
 */
async function lastMessage(db: Db, before: number, after: number): Promise<number> {
  const row = await db.get<{ id: number } | undefined>(sql`
    SELECT id AS id FROM chat_messages WHERE id > ${after} AND +created_at < ${before} ORDER BY id DESC ${limit(1)}`);
  return row?.id ?? after;
}

/** Returns the number of rows of a queue, counted to 10,000. */
const queued = (table: string, where = sql`true`) =>
  sql`(SELECT count(*) FROM (SELECT 1 FROM ${sql.raw(table)} WHERE ${where} ${limit(QUEUE_MAX)}))`;

/** Stores what is now: the same again changes nothing. */
async function measure({ db, now }: Counting): Promise<void> {
  const at = now().getTime();
  const total = (name: string) => sql`(SELECT value FROM site_totals WHERE name = ${name})`;
  const errors = (day: string) => sql`(SELECT sum(count) FROM error_counts WHERE day = ${day})`;
  const gauges: Partial<Record<CounterName, SQL>> = {
    members: total("members"),
    storage: total("storage"),
    largestDatabase: sql`(SELECT max(bytes) FROM chat_databases)`,
    databases: sql`(SELECT sum(bytes) FROM chat_databases)`,
    reports: queued("abuse_reports", sql`closed_at IS NULL`),
    appeals: queued("appeals", sql`closed_at IS NULL`),
    waiting: queued("waiting_members"),
    heldMails: queued("held_mails"),
    removals: queued("media_removals"),
    errors: errors(dayOf(at)),
  };
  // Isolates store errors of the day before after its end.
  const yesterday = dayOf(at - DAY_MS);
  await db.run(sql`
    INSERT INTO day_counters (day, name, value)
    SELECT * FROM (VALUES ${rowsOf(dayOf(at), gauges)}, ${rowsOf(yesterday, { errors: errors(yesterday) })})
    WHERE column3 IS NOT NULL
    ON CONFLICT (day, name) DO UPDATE SET value = excluded.value`);
}
