import { msg } from "@lingui/core/runtime-macro";
import { type SQL, sql } from "drizzle-orm";
import { AppError } from "~/contract/errors";
import { groupIdOf } from "~/contract/notification-groups";
import type { NotificationType } from "~/contract/notifications";
import { batchRows } from "~/db/batch";
import { rowId } from "~/db/cursor";
import { keyOf } from "~/db/keys";
import { dayOf, notificationSubject } from "~/db/notification-groups";
import { IDEMPOTENT } from "~/db/repeatable";
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
export async function markNotificationRead(ctx: MemberCtx, id: string): Promise<void> {
  const { unread } = await mark(ctx, id, sql`n.id = ${rowId(id)}`);
  ctx.realtime.publish(ctx.viewer.id, { type: "notifications_read", payload: { ...unread, id } });
}

/**
 * Does the same for older notifications of its group (docs/product.md#groups-of-notifications). Later ones stay.
 * @throws AppError `not_found`, also for another member's notification
 */
export async function markGroupRead(ctx: MemberCtx, id: string): Promise<void> {
  const last = sql`${rowId(id)}`;
  const about = sql`n.type, coalesce(${notificationSubject}, n.id)`;
  const { unread, group } = await mark(
    ctx,
    id,
    sql`n.id <= ${last} AND n.id >= ${dayOf(last)} AND (${about}) = (
      SELECT ${about} FROM notices n WHERE n.member = ${keyOf(ctx.viewer)} AND n.is_read IN (0, 1) AND n.id = ${last})`,
  );
  ctx.realtime.publish(ctx.viewer.id, { type: "notifications_read", payload: { ...unread, id, group } });
}

/**
 * Marks those of the viewer's notifications `n` that match a condition.
 * @param id the notification that must be the viewer's
 * @returns the unread count, and the group of that notification
 */
async function mark({ db, viewer }: MemberCtx, id: string, condition: SQL) {
  const [, [found] = [], counted] = await batchRows(db, [
    sql`${sql.raw(IDEMPOTENT)}
      UPDATE notices AS n SET is_read = 1 WHERE n.member = ${keyOf(viewer)} AND n.is_read = 0 AND ${condition}`,
    sql`
      SELECT n.type AS type, n.post_id AS entityId, n.comment_id AS commentId, ${notificationSubject} AS parentId
      FROM notices n WHERE n.member = ${keyOf(viewer)} AND n.is_read = 1 AND n.id = ${rowId(id)}`,
    unreadCount(viewer),
  ]);
  if (!found) throw new AppError("not_found", msg`There is no such notification.`);
  // The row has these columns. Of a type with a parent, the subject is the parent.
  const about = found as Record<"entityId" | "commentId" | "parentId", string | null> & {
    type: NotificationType;
  };
  return { unread: unreadOf(counted), group: groupIdOf({ ...about, id }) };
}
