import { sql } from "drizzle-orm";
import { AppError } from "~/contract/errors";
import { batchRows } from "~/db/batch";
import { rowId } from "~/db/cursor";
import { keyOf } from "~/db/keys";
import { IDEMPOTENT } from "~/db/retry";
import type { MemberCtx } from "../context";
import { unreadCount, unreadOf } from "./count-unread";

/**
 * Marks all of the viewer's notifications as read and publishes the unread count to their open tabs.
 * @param upTo the id of the newest notification to mark; later ones stay unread
 */
export async function markAllNotificationsRead(ctx: MemberCtx, upTo?: string): Promise<void> {
  const { db, viewer } = ctx;
  const last = upTo === undefined ? Number.MAX_SAFE_INTEGER : rowId(upTo);
  const [, counted] = await batchRows(db, [
    sql`${sql.raw(IDEMPOTENT)}
      UPDATE notices SET is_read = 1 WHERE member = ${keyOf(viewer)} AND is_read = 0 AND id <= ${last}`,
    unreadCount(viewer),
  ]);
  const left = unreadOf(counted);
  ctx.realtime.publish(viewer.id, {
    type: "notifications_read",
    payload: { ...left, upTo: upTo ?? left.last },
  });
}

/**
 * Marks one of the viewer's notifications as read and publishes the unread count to their open tabs. Idempotent.
 * @throws AppError `not_found`, also for another member's notification
 */
export async function markNotificationRead(ctx: MemberCtx, notificationId: string): Promise<void> {
  const { db, viewer } = ctx;
  const notice = sql`member = ${keyOf(viewer)} AND id = ${rowId(notificationId)}`;
  const [, [found] = [], counted] = await batchRows(db, [
    sql`${sql.raw(IDEMPOTENT)} UPDATE notices SET is_read = 1 WHERE ${notice} AND is_read = 0`,
    sql`SELECT changes() > 0 OR EXISTS (SELECT 1 FROM notices WHERE ${notice} AND is_read = 1) AS isThere`,
    unreadCount(viewer),
  ]);
  if (!found?.isThere) throw new AppError("not_found", "There is no such notification.");
  const payload = { ...unreadOf(counted), id: notificationId };
  ctx.realtime.publish(viewer.id, { type: "notifications_read", payload });
}
