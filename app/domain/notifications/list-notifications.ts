import { type SQL, sql } from "drizzle-orm";
import type { NotificationView } from "~/contract/notifications";
import { previewOf } from "~/contract/preview";
import { beforeRow, firstPage, type Page, type PageRequest, pageOf } from "~/db/cursor";
import { limit } from "~/db/limit";
import { isoTime } from "~/db/times";
import { myKey, namingWithKey, readRows, viewerQuery } from "~/db/viewer-query";
import type { ViewerCtx } from "../context";

interface NotificationRow
  extends Omit<NotificationView, "id" | "isRead" | "canAnswer" | "fromUser" | "message"> {
  id: number;
  isRead: number;
  canAnswer: number;
  fromUserId: string;
  username: string;
  profileImage: string | null;
  /** The comment that was liked. */
  comment: string | null;
}

/** Returns the viewer's notifications, newest first. */
export async function listNotifications(
  ctx: ViewerCtx,
  page: PageRequest = firstPage,
): Promise<Page<NotificationView>> {
  const [rows] = await readRows(ctx, notificationRows(page));
  return pageOf(rows.map(toView), page.limit, ({ id }) => id);
}

/** The rows of one page, and one row more. */
export const notificationRows = viewerQuery<PageRequest, NotificationRow>({
  text: (viewer, page) => sql`
    WITH ${namingWithKey(viewer)}
    SELECT n.id AS id, n.type AS type, n.is_read AS isRead, ${isoTime(sql`n.created_at`)} AS createdAt, n.post_id AS entityId, n.comment_id AS commentId,
      CASE WHEN n.type = 'comment_like' THEN (
        SELECT c.comment FROM posts p CROSS JOIN post_comments c ON c.post = p.key AND c.id = n.comment_id WHERE p.id = n.post_id
      ) END AS comment,
      u.id AS fromUserId, u.username AS username, u.profile_image AS profileImage,
      n.type = 'connection_request' AND EXISTS (
        SELECT 1 FROM connection_sides c
        WHERE c.member = n.member AND c.accepted = 0 AND c.other = u.id AND c.sent = 0
      ) AS canAnswer
    FROM (
      ${rangeOf(sql`0`)} UNION ALL ${rangeOf(sql`1`)} ORDER BY id DESC ${limit(page.limit + 1)}
    ) n CROSS JOIN users u ON u.key = n.sender
    ORDER BY n.id DESC`,
  values: (page) => ({ before: beforeRow(page) }),
  shape: (page) => page.limit,
});

/** SQLite merges the two ranges without reading more of them than the page needs. */
function rangeOf(isRead: SQL): SQL {
  return sql`SELECT * FROM notices WHERE member = ${myKey} AND is_read = ${isRead} AND id < ${sql.placeholder("before")}`;
}

function toView({
  id,
  isRead,
  canAnswer,
  fromUserId,
  username,
  profileImage,
  comment,
  ...row
}: NotificationRow): NotificationView {
  return {
    ...row,
    id: String(id),
    isRead: isRead === 1,
    canAnswer: canAnswer === 1,
    message: comment === null ? null : previewOf(comment),
    fromUser: { id: fromUserId, username, profileImage },
  };
}
