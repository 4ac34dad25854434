import { type SQL, sql } from "drizzle-orm";
import { IDS_OF_A_DATABASE } from "~/contract/message-cursor";
import { HOUR_MS } from "~/contract/time";
import type { Db } from "~/db/client";
import { limit } from "~/db/limit";
import { isStored } from "~/db/message-rows";
import { IDEMPOTENT } from "~/db/repeatable";
import { storeInParts } from "~/db/store-in-parts";
import type { Ctx } from "../context";
import {
  BLOCK_BYTES,
  BLOCK_MESSAGES,
  type Block,
  type BlockSeries,
  blocksOf,
  type Series,
} from "./message-blocks";

/** Messages of a database that one call looks at, and their bytes: of long messages it looks at fewer. */
const WINDOW = 4000;
const WINDOW_BYTES = 200_000;
/** Conversations that get blocks, changed blocks, and bytes of their messages in a call, unless one has more. */
const BATCH = 100;
const BATCH_BYTES = 1_000_000;
/** Older messages are no longer edited, and seldom deleted. */
const SETTLED_MS = HOUR_MS;

/** The end of a series, and the bytes of its messages. */
interface SeriesEnd {
  conversation: number;
  last: number;
  bytes: number;
}

/**
 * Writes the blocks of messages that searches compare (docs/decisions/0108-words-of-messages.md): for messages of an
 * hour ago and older, and again for blocks in which a message has changed. Can be cut off between any two statements,
 * and run twice at once. A call reads and stores a bounded number of rows and bytes.
 * @returns a number above 0 while something is left
 */
export async function indexMessages({ db, chats, now }: Pick<Ctx, "db" | "chats" | "now">): Promise<number> {
  let handled = 0;
  for (const [number, chat] of chats.entries()) {
    handled += await renewBlocks(chat);
    handled += await addBlocks(db, chat, number, now().getTime() - SETTLED_MS);
  }
  return handled;
}

/** Stores the words of blocks in which a message has changed. @returns their number */
async function renewBlocks(chat: Db): Promise<number> {
  const changed = await chat.all<SeriesEnd>(sql`
    SELECT conversation, last, ${bytesOf(sql`message_blocks.conversation`, sql`message_blocks.last`)} AS bytes
    FROM message_blocks WHERE words IS NULL ${limit(BATCH)}`);
  const series = await readSeries(chat, withinBatch(changed));
  await storeBlocks(
    chat,
    series.map((one) => blocksOf(one, true)),
  );
  return series.length;
}

/**
 * Adds blocks to the conversations with enough messages after their last one, among the next messages of a database.
 * @returns 0 when there are no next ones
 */
async function addBlocks(db: Db, chat: Db, number: number, settled: number): Promise<number> {
  const known = await db.get<{ indexed: number } | undefined>(
    sql`SELECT indexed FROM chat_databases WHERE number = ${number}`,
  );
  const from = Math.max(number * IDS_OF_A_DATABASE, known?.indexed ?? 0);
  const due = await chat.all<{ upTo: number; conversation: number | null; last: number; bytes: number }>(sql`
    WITH sized(id, conversation, fresh, before) AS MATERIALIZED (
      SELECT id, conversation, content IS NOT NULL AND created_at > ${settled},
        ifnull(sum(octet_length(content)) OVER (ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)
      FROM (SELECT id, conversation, content, created_at FROM chat_messages WHERE id > ${from} ORDER BY id ${limit(WINDOW)})),
    next(id, conversation, fresh) AS MATERIALIZED (
      SELECT id, conversation, fresh FROM sized WHERE before < ${WINDOW_BYTES}),
    settled(upTo) AS MATERIALIZED (
      SELECT coalesce((SELECT min(id) - 1 FROM next WHERE fresh), (SELECT max(id) FROM next), ${from})),
    written(conversation, last) AS MATERIALIZED (
      SELECT conversation, max(id) FROM next, settled WHERE id <= upTo AND conversation IS NOT NULL GROUP BY conversation)
    SELECT upTo, w.conversation AS conversation, w.last AS last, ${bytesOf(sql`w.conversation`, sql`w.last`)} AS bytes
    FROM settled LEFT JOIN written w ON (
      SELECT count(*) >= ${BLOCK_MESSAGES} OR sum(octet_length(m.content)) >= ${BLOCK_BYTES}
      FROM chat_messages m WHERE ${messagesUpTo(sql`w.conversation`, sql`w.last`)})
    ${limit(BATCH + 1)}`);
  const upTo = due[0]?.upTo ?? from;
  if (upTo === from) return 0;
  const ends = due.flatMap(({ conversation, ...end }) =>
    conversation === null ? [] : [{ ...end, conversation }],
  );
  const picked = withinBatch(ends.slice(0, BATCH));
  const series = await readSeries(chat, picked);
  await storeBlocks(
    chat,
    series.map((one) => blocksOf(one, false)),
  );
  // The others are found again.
  if (picked.length === ends.length)
    await db.run(sql`${sql.raw(IDEMPOTENT)}
      INSERT INTO chat_databases (number, bytes, indexed) VALUES (${number}, 0, ${upTo})
      ON CONFLICT (number) DO UPDATE SET indexed = max(indexed, excluded.indexed)`);
  return 1;
}

/** Returns the first ends of which the messages have at most `BATCH_BYTES` together; at least one. */
function withinBatch(ends: SeriesEnd[]): SeriesEnd[] {
  let bytes = 0;
  return ends.filter((end, nth) => {
    bytes += end.bytes;
    return nth === 0 || bytes <= BATCH_BYTES;
  });
}

/**
 * Stores new blocks, and the words of changed ones. Those of a series are stored together, while it has the number of
 * messages that was read: one may have been deleted since, and other ends added. Blocks that cannot be stored are not
 * found.
 */
async function storeBlocks(chat: Db, series: BlockSeries[]): Promise<void> {
  const store = (rows: string) =>
    chat.run(sql`${sql.raw(IDEMPOTENT)}
      INSERT INTO message_blocks (conversation, last, words)
      SELECT series.value ->> 0, block.value ->> 0, block.value ->> 1
      FROM json_each(${rows}) series, json_each(series.value, '$[3]') block
      WHERE EXISTS (SELECT 1 FROM conversations WHERE key = series.value ->> 0)
        AND ${countOf(sql`series.value ->> 0`, sql`series.value ->> 1`)} = series.value ->> 2
      ON CONFLICT DO UPDATE SET words = excluded.words WHERE words IS NULL`);
  await storeInParts(
    series,
    store,
    ([conversation, last, count, blocks]): BlockSeries => [
      conversation,
      last,
      count,
      blocks.map(([end]): Block => [end, ""]),
    ],
  );
}

/** The stored messages of a conversation after the block before `last`, up to `last`. */
const messagesUpTo = (conversation: SQL, last: SQL): SQL => sql`
  m.conversation = ${conversation} AND ${isStored} AND m.id <= ${last} AND m.id > ifnull(
    (SELECT max(b.last) FROM message_blocks b WHERE b.conversation = ${conversation} AND b.last < ${last}), 0)`;

/** The number of those messages. */
const countOf = (conversation: SQL, last: SQL): SQL =>
  sql`(SELECT count(*) FROM chat_messages m WHERE ${messagesUpTo(conversation, last)})`;

/** The bytes of those messages. */
const bytesOf = (conversation: SQL, last: SQL): SQL =>
  sql`(SELECT ifnull(sum(octet_length(m.content)), 0) FROM chat_messages m WHERE ${messagesUpTo(conversation, last)})`;

/** Returns the messages after the block before each end. */
async function readSeries(chat: Db, ends: SeriesEnd[]): Promise<Series[]> {
  if (ends.length === 0) return [];
  const given = JSON.stringify(ends.map(({ conversation, last }) => [conversation, last]));
  const rows = await chat.all<{ conversation: number; last: number; id: number | null; content: string }>(sql`
    SELECT p.conversation AS conversation, p.last AS last, m.id AS id, m.content AS content
    FROM (SELECT value ->> 0 AS conversation, value ->> 1 AS last FROM json_each(${given})) p LEFT JOIN chat_messages m ON ${messagesUpTo(sql`p.conversation`, sql`p.last`)}
    ORDER BY p.conversation, p.last, m.id`);
  const found = new Map<string, Series>();
  for (const { conversation, last, id, content } of rows) {
    const series = found.get(`${conversation} ${last}`) ?? { conversation, last, messages: [] };
    // Null without messages.
    if (id !== null) series.messages.push({ id, content });
    found.set(`${conversation} ${last}`, series);
  }
  return [...found.values()];
}
