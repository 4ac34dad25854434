import { sql } from "drizzle-orm";
import type { MessageView } from "~/contract/chat";
import { notBlocked } from "~/db/blocks";
import { beforeRow, firstPage, type Page, type PageRequest, pageOf } from "~/db/cursor";
import { limit } from "~/db/limit";
import { type MessageRow, messageRows, messageViewOf } from "~/db/message-rows";
import { pairKey } from "../connections/read-status";
import type { MemberCtx } from "../context";
import { memberNotFound } from "../not-found";

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
  const me = ctx.viewer.id;
  const rows = await ctx.db.all<MessageRow>(
    messageRows(
      sql`
        SELECT id FROM messages
        WHERE pair = ${pairKey(me, userId)} AND id < ${beforeRow(page)}
          AND ${notBlocked(me, userId)}
        ORDER BY id DESC ${limit(page.limit + 1)}`,
      "DESC",
    ),
  );
  if (rows.length === 0) await requireVisible(ctx, userId);
  return pageOf(rows.map(messageViewOf), page.limit, ({ id }) => id);
}

async function requireVisible(ctx: MemberCtx, userId: string): Promise<void> {
  const known = await ctx.db.get(
    sql`SELECT 1 FROM users WHERE id = ${userId} AND ${notBlocked(ctx.viewer.id, userId)}`,
  );
  if (!known) throw memberNotFound();
}
