import { type SQL, sql } from "drizzle-orm";
import { IDS_OF_A_DATABASE } from "~/contract/message-cursor";
import { HOUR_MS } from "~/contract/time";
import type { Db } from "~/db/client";
import { limit } from "~/db/limit";
import { isStored } from "~/db/message-rows";
import { IDEMPOTENT } from "~/db/retry";
import type { Ctx } from "../context";
import { joined, wordsIn } from "../search/words";

/** A conversation with as many messages after its last block gets another one. */
export const BLOCK_MESSAGES = 32;
/** Messages of a database that one call looks at. */
const WINDOW = 4000;
/** Conversations that get blocks, and changed blocks, in one call. */
const BATCH = 100;
/** Older messages are no longer edited, and seldom deleted. */
const SETTLED_MS = HOUR_MS;

/** Consecutive messages of a conversation. */
interface Series {
  conversation: number;
  /** The id of its end. That message may have been deleted. */
  last: number;
  /** Oldest first. */
  messages: { id: number; content: string }[];
}

/**
 * Writes the blocks of messages that searches compare (docs/decisions/0108-words-of-messages.md): for messages of an hour ago and older, and
 * again for blocks in which a message has changed. Can be cut off between any two statements, and run twice at once.
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
  const changed = sql`SELECT conversation, last FROM message_blocks WHERE words IS NULL ${limit(BATCH)}`;
  const blocks = await readSeries(chat, changed);
  if (blocks.length === 0) return 0;
  const words = JSON.stringify(
    blocks.map(({ conversation, last, messages }) => [
      conversation,
      last,
      messages.length,
      wordsOf(messages),
    ]),
  );
  await chat.run(sql`${sql.raw(IDEMPOTENT)}
    UPDATE message_blocks SET words = new.value ->> 3 FROM json_each(${words}) new
    WHERE conversation = new.value ->> 0 AND last = new.value ->> 1 AND words IS NULL
      AND ${countOf(sql`new.value ->> 0`, sql`new.value ->> 1`)} = new.value ->> 2`);
  return blocks.length;
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
  const due = await chat.all<{ upTo: number; conversation: number | null; last: number }>(sql`
    WITH next(id, conversation, fresh) AS MATERIALIZED (
      SELECT id, conversation, content IS NOT NULL AND created_at > ${settled}
      FROM chat_messages WHERE id > ${from} ORDER BY id ${limit(WINDOW)}),
    settled(upTo) AS MATERIALIZED (
      SELECT coalesce((SELECT min(id) - 1 FROM next WHERE fresh), (SELECT max(id) FROM next), ${from})),
    written(conversation, last) AS MATERIALIZED (
      SELECT conversation, max(id) FROM next, settled WHERE id <= upTo AND conversation IS NOT NULL GROUP BY conversation)
    SELECT upTo, w.conversation AS conversation, w.last AS last
    FROM settled LEFT JOIN written w ON ${countOf(sql`w.conversation`, sql`w.last`)} >= ${BLOCK_MESSAGES}
    ${limit(BATCH + 1)}`);
  const upTo = due[0]?.upTo ?? from;
  if (upTo === from) return 0;
  const picked = due.filter(({ conversation }) => conversation !== null).slice(0, BATCH);
  if (picked.length > 0) await insertBlocks(chat, picked);
  // The others are found again.
  if (due.length <= BATCH)
    await db.run(sql`${sql.raw(IDEMPOTENT)}
      INSERT INTO chat_databases (number, bytes, indexed) VALUES (${number}, 0, ${upTo})
      ON CONFLICT (number) DO UPDATE SET indexed = max(indexed, excluded.indexed)`);
  return 1;
}

async function insertBlocks(
  chat: Db,
  conversations: { conversation: number | null; last: number }[],
): Promise<void> {
  const rows = JSON.stringify(conversations.map(({ conversation, last }) => [conversation, last]));
  const found = await readSeries(
    chat,
    sql`SELECT value ->> 0 AS conversation, value ->> 1 AS last FROM json_each(${rows})`,
  );
  const blocks = found.flatMap(({ conversation, last, messages }) =>
    divided(messages).map((part) => [conversation, last, messages.length, part.at(-1)?.id, wordsOf(part)]),
  );
  // Ends of other blocks may have been added since: a block may have words of messages before it, but must have all of its own.
  await chat.run(sql`${sql.raw(IDEMPOTENT)}
    INSERT INTO message_blocks (conversation, last, words)
    SELECT new.value ->> 0, new.value ->> 3, new.value ->> 4 FROM json_each(${JSON.stringify(blocks)}) new
    WHERE EXISTS (SELECT 1 FROM conversations WHERE key = new.value ->> 0)
      AND ${countOf(sql`new.value ->> 0`, sql`new.value ->> 1`)} = new.value ->> 2
    ON CONFLICT DO NOTHING`);
}

/** The stored messages of a conversation after the block before `last`, up to `last`. */
const messagesUpTo = (conversation: SQL, last: SQL): SQL => sql`
  m.conversation = ${conversation} AND ${isStored} AND m.id <= ${last} AND m.id > ifnull(
    (SELECT max(b.last) FROM message_blocks b WHERE b.conversation = ${conversation} AND b.last < ${last}), 0)`;

/** The number of those messages. A block is stored only if it is still the number that was read: one may have been deleted since. */
const countOf = (conversation: SQL, last: SQL): SQL =>
  sql`(SELECT count(*) FROM chat_messages m WHERE ${messagesUpTo(conversation, last)})`;

/**
 * Returns the messages after the block before each place.
 * @param places selects `conversation` and `last`
 */
async function readSeries(chat: Db, places: SQL): Promise<Series[]> {
  const rows = await chat.all<{ conversation: number; last: number; id: number | null; content: string }>(sql`
    SELECT p.conversation AS conversation, p.last AS last, m.id AS id, m.content AS content
    FROM (${places}) p LEFT JOIN chat_messages m ON ${messagesUpTo(sql`p.conversation`, sql`p.last`)}
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

/** Divides messages into parts of one length, which have at least `BLOCK_MESSAGES` each. */
function divided<T>(messages: T[]): T[][] {
  const parts = Math.floor(messages.length / BLOCK_MESSAGES);
  return Array.from({ length: parts }, (_, nth) =>
    messages.slice(
      Math.floor((nth * messages.length) / parts),
      Math.floor(((nth + 1) * messages.length) / parts),
    ),
  );
}

const wordsOf = (messages: { content: string }[]): string =>
  joined([...new Set(messages.flatMap(({ content }) => wordsIn(content)))]);
