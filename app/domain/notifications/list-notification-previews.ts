import { type SQL, sql } from "drizzle-orm";
import { POST_PREVIEWS_MAX } from "~/contract/limits";
import { notificationFilters } from "~/contract/notification-filters";
import type { PostPreview } from "~/contract/posts";
import { firstPage } from "~/db/cursor";
import { limit } from "~/db/limit";
import { myKey, namingWithKey, readRows, viewerQuery } from "~/db/viewer-query";
import type { MemberCtx } from "../context";
import { type PreviewRow, previewsAmong, previewsOf } from "../posts/list-post-previews";
import { bounds, type GroupPage, isOfType, NOTIFICATIONS_A_GROUP } from "./list-groups";

/**
 * Returns previews of the posts that a page of groups of notifications is about, in no order: at most 20, of the newest
 * five notifications for each group of a full page. The browser fetches those that are missing.
 */
export async function listNotificationPreviews(
  ctx: MemberCtx,
  page: GroupPage = firstPage,
): Promise<PostPreview[]> {
  const [rows] = await readRows(ctx, notificationPreviewRows(page));
  return previewsOf(ctx, rows);
}

/** The rows of `listNotificationPreviews`. */
export const notificationPreviewRows = viewerQuery<GroupPage, PreviewRow>({
  text: (viewer, { limit: size, show }) => sql`
    WITH ${namingWithKey(viewer)},
    newest AS (
      SELECT id, post_id FROM (${notifications(sql`0`, show)} UNION ALL ${notifications(sql`1`, show)})
      ORDER BY id DESC ${limit(size * NOTIFICATIONS_A_GROUP)}),
    wanted(value) AS MATERIALIZED (
      SELECT post_id FROM newest WHERE post_id IS NOT NULL
      GROUP BY post_id ORDER BY max(id) DESC ${limit(POST_PREVIEWS_MAX)})
    ${previewsAmong(viewer, sql`wanted`)}`,
  values: (page) => ({ before: bounds(page).before }),
  shape: ({ limit, show = "all" }) => limit * notificationFilters.length + notificationFilters.indexOf(show),
});

const notifications = (isRead: SQL, show: GroupPage["show"]): SQL => sql`
  SELECT n.id, n.post_id FROM notices n
  WHERE n.member = ${myKey} AND n.is_read = ${isRead} AND n.id < ${sql.placeholder("before")} ${isOfType(show)}`;
