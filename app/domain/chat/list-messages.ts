import { type SQL, sql } from "drizzle-orm";
import type { MessageView } from "~/contract/chat";
import { PAGE_LIMIT_MAX } from "~/contract/limits";
import { notBlocked } from "~/db/blocks";
import { isBetween } from "~/db/conversations";
import { beforeRow, firstPage, type Page, type PageRequest, pageOf } from "~/db/cursor";
import { limit } from "~/db/limit";
import { isStored, type MessageRow, messageColumns, messageViewOf } from "~/db/message-rows";
import { me, naming, readRows, viewerQuery } from "~/db/viewer-query";
import type { MemberCtx } from "../context";
import { memberNotFound } from "../not-found";

interface ChatPage {
  userId: string;
  page: PageRequest;
}

/** The first page in the size that opens a conversation. */
const newestPage: PageRequest = { cursor: null, limit: PAGE_LIMIT_MAX };

/**
 * Returns a page of the messages between the viewer and a member, newest first. They stay readable for both after their
 * connection has ended.
 * @throws AppError `not_found` for an unknown member, or when one has blocked the other
 */
export async function listMessages(
  ctx: MemberCtx,
  userId: string,
  page: PageRequest = firstPage,
): Promise<Page<MessageView>> {
  const [rows, [member]] = await readRows(ctx, ...messageReads({ userId, page }));
  if (!member) throw memberNotFound();
  return toPage(ctx, rows, page);
}

/** Returns the newest messages with a connection: one trip by username when the main database has them. */
export async function listNewestMessages(
  ctx: MemberCtx,
  { userId, username }: { userId: string; username: string },
): Promise<Page<MessageView>> {
  const [rows] = await readRows(ctx, newestMessageRows(username));
  if (rows.length === 0 && ctx.chats.length > 1) return listMessages(ctx, userId, newestPage);
  return toPage(ctx, rows, newestPage);
}

function toPage({ viewer }: MemberCtx, rows: MessageRow[], page: PageRequest): Page<MessageView> {
  return pageOf(
    rows.map((row) => messageViewOf(row, viewer.id)),
    page.limit,
    ({ id }) => id,
  );
}

/** Returns the reads of `listMessages`. */
export function messageReads(input: ChatPage) {
  return [pairMessageRows(input), visibleMember(input.userId)] as const;
}

const other = sql`${sql.placeholder("userId")}`;

/** The rows of a page or block, and one more, from the one database that has the conversation. */
const pairMessageRows = viewerQuery<ChatPage, MessageRow>({
  chat: (viewer, { page }) =>
    sql`WITH ${naming(viewer)} ${newestFirst(sql`conversations c`, isBetween(me, other), page)}`,
  values: ({ userId, page }) => ({ userId, before: beforeRow(page) }),
  shape: ({ page }) => page.limit,
});

/** A row if the member exists and no block hides them from the viewer. */
export const visibleMember = viewerQuery<string, { isVisible: 1 }>({
  text: (viewer) => sql`
    WITH ${naming(viewer)}
    SELECT 1 AS isVisible FROM users WHERE id = ${other} AND ${notBlocked(me, other)}`,
  values: (userId) => ({ userId }),
});

/** The rows of the newest page with a connection, by username, when the main database has their messages. */
export const newestMessageRows = viewerQuery<string, MessageRow>({
  text: (viewer) => {
    const tables = sql`users u CROSS JOIN conversations c ON ${isBetween(me, sql`u.id`)}
      CROSS JOIN connection_sides n ON n.member = u.key AND n.accepted = 1 AND n.other = ${me}`;
    const named = sql`lower(u.username) = ${sql.placeholder("username")}`;
    return sql`WITH ${naming(viewer)} ${newestFirst(tables, named, newestPage)}`;
  },
  values: (username) => ({ username: username.toLowerCase(), before: beforeRow(newestPage) }),
});

/** Selects messages of the one conversation `c` that tables and a condition select. */
function newestFirst(tables: SQL, condition: SQL, page: PageRequest): SQL {
  return sql`
    SELECT ${messageColumns}
    FROM ${tables} CROSS JOIN chat_messages m ON m.conversation = c.key AND ${isStored}
    WHERE ${condition} AND m.id < ${sql.placeholder("before")}
    ORDER BY m.id DESC ${limit(page.limit + 1)}`;
}
