import { msg } from "@lingui/core/runtime-macro";
import { type SQL, sql } from "drizzle-orm";
import { AppError } from "~/contract/errors";
import { GROUP_MEMBERS_SHOWN } from "~/contract/limits";
import {
  type NotificationFilterName,
  notificationFilters,
  typesShown,
} from "~/contract/notification-filters";
import { groupIdOf } from "~/contract/notification-groups";
import type { NotificationGroupView, NotificationView } from "~/contract/notifications";
import { previewOf } from "~/contract/preview";
import { DAY_MS } from "~/contract/time";
import { firstPage, isFirstPage, type Page, type PageRequest } from "~/db/cursor";
import { limit } from "~/db/limit";
import { day, dayOf, notificationSubject } from "~/db/notification-groups";
import { isoTime } from "~/db/times";
import { myKey, namingWithKey, readRows, viewerQuery } from "~/db/viewer-query";
import type { ViewerCtx } from "../context";

/** A member of a group, the last who acted first. A page without groups is a row without a notification. */
type GroupRow = { floor: number; hasOlder: number } & (
  | { newest: null }
  | {
      newest: number;
      type: NotificationView["type"];
      subject: string | null;
      unread: number;
      members: number;
      createdAt: string;
      entityId: string | null;
      commentId: string | null;
      /** The comment that was liked. */
      comment: string | null;
      canAnswer: number;
      userId: string;
      username: string;
      profileImage: string | null;
    }
);

type MemberRow = Extract<GroupRow, { type: string }>;

/** Notifications for each group of a full page. A shorter page ends where the day of its last group begins. */
export const NOTIFICATIONS_A_GROUP = 5;

/** A page of groups, of the types that a filter shows. */
export type GroupPage = PageRequest & { show?: NotificationFilterName };

/** Returns the viewer's notifications in groups, that with the newest notification first. One statement. */
export async function listNotificationGroups(
  ctx: ViewerCtx,
  page: GroupPage = firstPage,
): Promise<Page<NotificationGroupView>> {
  const [rows] = await readRows(ctx, notificationGroupRows(page));
  const groups = new Map<number, MemberRow[]>();
  for (const row of rows) {
    if (row.newest !== null) groups.set(row.newest, [...(groups.get(row.newest) ?? []), row]);
  }
  const listed = [...groups.values()].slice(0, page.limit);
  return { items: listed.map(toView), next: cursorAfter(page, [...groups.keys()], rows[0]) };
}

/**
 * The rows of one page, and of one group more. Groups are those of a day, so only the groups of the current day change:
 * a cursor has the newest notification of the first page too, and later ones do not count. Bounded: at most 5
 * notifications for each group of a full page, and the rest of the day of the last one. A filter reads those that it
 * leaves out too, at most all of the member, whose number is limited. The members that a row names are looked up by the
 * ids of their notifications: a join of the groups with all that act would read all of them for each one.
 */
export const notificationGroupRows = viewerQuery<GroupPage, GroupRow>({
  text: (viewer, { limit: size, show }) => sql`
    WITH ${namingWithKey(viewer)},
    bound(id) AS MATERIALIZED (SELECT coalesce((
      SELECT ${dayOf(sql`id`)} FROM (${notificationIds(sql`0`, show)} UNION ALL ${notificationIds(sql`1`, show)} ORDER BY id DESC)
      LIMIT 1 OFFSET ${sql.raw(String(size * NOTIFICATIONS_A_GROUP - 1))}), 0)),
    recent AS (${rangeOf(sql`0`, show)} UNION ALL ${rangeOf(sql`1`, show)}),
    older(is_there) AS MATERIALIZED (SELECT EXISTS (
      SELECT 1 FROM notices n
      WHERE n.member = ${myKey} AND n.is_read IN (0, 1) AND n.id < (SELECT id FROM bound) ${isOfType(show)})),
    acting AS (
      SELECT type, coalesce(subject, id) AS about, id / ${day} AS day, subject, max(id) AS id, sum(is_read = 0) AS unread
      FROM recent GROUP BY type, about, day, sender),
    listed AS MATERIALIZED (
      SELECT type, subject, max(id) AS newest, count(*) AS members, sum(unread) AS unread,
        json_group_array(id ORDER BY id DESC) AS ids
      FROM acting GROUP BY type, about, day HAVING newest < ${sql.placeholder("before")}
      ORDER BY newest DESC ${limit(size + 1)})
    SELECT f.id AS floor, (SELECT is_there FROM older) AS hasOlder,
      g.newest AS newest, g.type AS type, g.subject AS subject, g.unread AS unread, g.members AS members,
      ${isoTime(sql`n.created_at`)} AS createdAt, n.post_id AS entityId, n.comment_id AS commentId,
      CASE WHEN n.type = 'comment_like' THEN (
        SELECT c.comment FROM posts p CROSS JOIN post_comments c ON c.post = p.key AND c.id = n.comment_id WHERE p.id = n.post_id
      ) END AS comment,
      n.type = 'connection_request' AND EXISTS (
        SELECT 1 FROM connection_sides c
        WHERE c.member = ${myKey} AND c.accepted = 0 AND c.other = u.id AND c.sent = 0
      ) AS canAnswer,
      u.id AS userId, u.username AS username, u.profile_image AS profileImage
    FROM bound f LEFT JOIN listed g ON TRUE
      LEFT JOIN json_each(g.ids) shown ON shown.key < ${sql.raw(String(GROUP_MEMBERS_SHOWN))}
      LEFT JOIN notices n ON n.member = ${myKey} AND n.is_read IN (0, 1) AND n.id = shown.value
      LEFT JOIN users u ON u.key = n.sender
    ORDER BY g.newest DESC, n.id DESC`,
  values: (page) => {
    const { before, asOf } = bounds(page);
    // A group with a notification after the bound was on an earlier page. It ends with its day.
    const dayEnd = (Math.floor((before - 1) / DAY_MS) + 1) * DAY_MS;
    return { before, until: Math.min(asOf, dayEnd - 1) };
  },
  shape: ({ limit, show = "all" }) => limit * notificationFilters.length + notificationFilters.indexOf(show),
  cachedAs: ({ show = "all", ...page }) => (isFirstPage(page) && show === "all" ? "notifications" : null),
});

/** The ids before the page's bound. SQLite merges the two ranges without reading more of them than it needs. */
const notificationIds = (isRead: SQL, show: GroupPage["show"]): SQL => sql`
  SELECT n.id FROM notices n
  WHERE n.member = ${myKey} AND n.is_read = ${isRead} AND n.id < ${sql.placeholder("before")} ${isOfType(show)}`;

const rangeOf = (isRead: SQL, show: GroupPage["show"]): SQL => sql`
  SELECT n.*, ${notificationSubject} AS subject FROM notices n
  WHERE n.member = ${myKey} AND n.is_read = ${isRead} AND n.id >= (SELECT id FROM bound)
    AND n.id <= ${sql.placeholder("until")} ${isOfType(show)}`;

/** The condition that a filter shows the notification `n`. The names of types have letters and underscores alone. */
export function isOfType(show: GroupPage["show"] = "all"): SQL {
  const types = typesShown(show);
  return types ? sql.raw(`AND n.type IN (${types.map((type) => `'${type}'`).join(", ")})`) : sql``;
}

/** A cursor: the newest notification of the last group, and that of the first page. */
const CURSOR = /^(\d{1,15})-(\d{1,15})$/;

/** Returns the bounds of a page. @throws AppError `malformed` */
export function bounds({ cursor }: PageRequest): { before: number; asOf: number } {
  if (!cursor) return { before: Number.MAX_SAFE_INTEGER, asOf: Number.MAX_SAFE_INTEGER };
  const [, before, asOf] = CURSOR.exec(cursor) ?? [];
  if (before === undefined) throw new AppError("malformed", msg`The cursor is malformed.`);
  return { before: Number(before), asOf: Number(asOf) };
}

/** Returns the cursor of the next page, null on the last one. @param newest the newest notification of each group */
function cursorAfter(page: PageRequest, newest: number[], row: GroupRow | undefined): string | null {
  const asOf = page.cursor ? bounds(page).asOf : (newest[0] ?? 0);
  if (newest.length > page.limit) return `${newest[page.limit - 1]}-${asOf}`;
  return row?.hasOlder ? `${row.floor}-${asOf}` : null;
}

function toView(rows: MemberRow[]): NotificationGroupView {
  const [row] = rows;
  if (!row) throw new Error("A group has a member.");
  const { newest, type, subject, unread, members, createdAt, entityId, commentId, comment, canAnswer } = row;
  const lastId = String(newest);
  return {
    // Of a type with a parent, the subject is the parent.
    id: groupIdOf({ id: lastId, type, entityId, commentId, parentId: subject }),
    lastId,
    type,
    isRead: unread === 0,
    createdAt,
    entityId,
    commentId,
    message: comment === null ? null : previewOf(comment),
    canAnswer: canAnswer === 1,
    fromUsers: rows.map(({ userId: id, username, profileImage }) => ({ id, username, profileImage })),
    memberCount: members,
  };
}
