import { msg } from "@lingui/core/runtime-macro";
import { type SQL, sql } from "drizzle-orm";
import { AppError } from "~/contract/errors";
import { notBlocked } from "~/db/blocks";
import { areConnected } from "~/db/connections";
import { mutedChats } from "~/db/muted-chats";
import { readRows, viewerQuery } from "~/db/viewer-query";
import type { ChatCtx } from "./chat-context";

/** The main database's facts about the viewer and another member who exchange something. */
export interface Pair {
  /** Keys of the viewer and of the other member. */
  mine: number;
  other: number;
  myUsername: string;
  otherUsername: string;
  /**
   * The number of the chat database that has their messages. Null unless the two may exchange messages, read receipts
   * and typing: they are connected and neither has blocked the other (docs/product.md#chat).
   */
  chat: number | null;
  /** The last change of two members' connection: a chat database refuses what was allowed before it. */
  checked: number;
  /** Whether neither has blocked the other. */
  isVisible: 0 | 1;
  /** Whether the viewer has confirmed their email address. */
  isConfirmed: 0 | 1;
  /** Whether one of the two hides read marks, so that neither sees those of the other. */
  hidesReads: 0 | 1;
  /** The ids of the connections whose chats the viewer has muted, as a JSON array. */
  muted: string;
}

/** Returns the viewer's pair with another member; null when there is no such member. */
export async function readPair(
  ctx: Pick<ChatCtx, "db" | "viewer" | "preloaded">,
  otherId: string,
): Promise<Pair | null> {
  const [[row]] = await readRows(ctx, pairRow(otherId));
  return row ?? null;
}

/**
 * The row of `readPair`. It may be preloaded although it decides what the viewer may do: the chat database refuses what
 * was allowed before a later change (`checked`).
 */
export const pairRow = viewerQuery<string, Pair>({
  text: (viewer) => sql`
    SELECT a.key AS mine, b.key AS other, a.username AS myUsername, b.username AS otherUsername,
      (SELECT chat FROM connection_sides WHERE member = a.key AND accepted = 1 AND other = b.id
        AND ${notBlocked(sql`a.id`, sql`b.id`)}) AS chat,
      ifnull((SELECT seq FROM sqlite_sequence WHERE name = 'ended_connections'), 0) AS checked,
      ${notBlocked(sql`a.id`, sql`b.id`)} AS isVisible,
      a.email_confirmed AS isConfirmed, a.reads_hidden OR b.reads_hidden AS hidesReads,
      (SELECT json_group_array(id) FROM (${mutedChats(viewer)})) AS muted
    FROM users a CROSS JOIN users b WHERE a.id = ${viewer} AND b.id = ${sql.placeholder("otherId")}`,
  values: (otherId) => ({ otherId }),
});

/** The condition of `Pair.chat` by itself, for a statement in the main database. */
export const canChat = (memberId: string, otherId: string): SQL => sql`
  ${areConnected(memberId, otherId)} AND ${notBlocked(memberId, otherId)}`;

/** The error for a member who may not exchange anything with another one. */
export const notConnected = () => new AppError("forbidden", msg`Only connections can reach each other.`);
