import { type SQL, sql } from "drizzle-orm";
import { databaseOf } from "~/contract/message-cursor";
import { type Db, unguarded } from "./client";

/**
 * The chat databases by their numbers; 0 is the main database. A conversation stays in the database in which it began
 * (docs/decisions/0081-chat-databases.md).
 */
export type Chats = readonly [main: Db, ...others: Db[]];

/** @throws when no database with this number is bound (docs/deploy.md#more-chat-databases) */
export function chatAt(chats: Chats, number: number): Db {
  const chat = chats[number];
  if (!chat) throw new Error(`Chat database ${number} is not bound.`);
  return chat;
}

/** Returns the databases for the site's own work, which goes on when the session of the request ends (`unguarded`). */
export function siteDatabases({ db, chats: [, ...others] }: { db: Db; chats: Chats }): {
  db: Db;
  chats: Chats;
} {
  const main = unguarded(db);
  return { db: main, chats: [main, ...others] };
}

/** Returns the database of a message; the main one for an id that no message can have. */
export const chatOfMessage = (chats: Chats, messageId: number): Db =>
  chats[databaseOf(messageId)] ?? chats[0];

/** Runs a read in every chat database at once. @returns a result for each, by number */
export function inEveryChat<T>(chats: Chats, read: (chat: Db, number: number) => Promise<T>): Promise<T[]> {
  return Promise.all(chats.map(read));
}

/**
 * Returns SQL for the number of the chat database for two members who become connected: the one that has their
 * messages, else the smallest. The main database gets no new ones while there are others.
 */
export function chatFor(chats: Chats, memberId: string, otherId: string): SQL {
  if (chats.length === 1) return sql`0`;
  const numbers = JSON.stringify(chats.map((_, number) => number).slice(1));
  const pair = sql`low_id = min(${memberId}, ${otherId}) AND high_id = max(${memberId}, ${otherId})`;
  return sql`coalesce(
    (SELECT e.chat FROM ended_connections e WHERE ${pair}),
    (SELECT 0 FROM conversations c WHERE ${pair}),
    (SELECT n.value FROM json_each(${numbers}) n LEFT JOIN chat_databases d ON d.number = n.value
      ORDER BY ifnull(d.bytes, 0), n.value LIMIT 1))`;
}
