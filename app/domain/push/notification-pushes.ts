import type { I18n } from "@lingui/core";
import { type SQL, sql } from "drizzle-orm";
import { GROUP_MEMBERS_SHOWN, UNREAD_COUNT_MAX } from "~/contract/limits";
import { subjectOf } from "~/contract/notification-groups";
import { urlOf } from "~/contract/notification-texts";
import type { NotificationType } from "~/contract/notifications";
import type { PushMessage } from "~/contract/push-message";
import { nameOf } from "~/contract/site-name";
import { limit } from "~/db/limit";
import { notificationSubject, notificationTag } from "~/db/notification-groups";
import { wantsStored } from "~/db/wants";
import { notificationSentence } from "../notifications/notification-sentence";
import type { PushEvent } from "./push-event";
import { requestLabels } from "./push-labels";

/** A notification to push. */
export interface NotificationToPush {
  tag: string;
  id: number;
  type: NotificationType;
  postId: string | null;
  commentId: string | null;
  from: string;
  username: string;
  at: number;
  isWanted: number;
}

/** A member who has acted as in a notification to push. */
export interface ActorRow {
  /** The tag of that notification. */
  tag: string;
  username: string;
  /** The number of all such members. */
  members: number;
}

/** The fields of a push message that are about its event alone. */
export type About = Omit<PushMessage, "tag" | "id" | "to" | "unread" | "read" | "lang">;

/**
 * The member's notifications among some that are unread, and whether the member wants them pushed. For one that is not
 * both comes the newest with its tag that is, too; only then unread notifications are read, as far as counted.
 */
export function notificationsToPush(memberId: string, events: readonly PushEvent[]): SQL {
  const byTag = new Map(notificationsOf(events).map(({ tag, id }) => [tag, { tag, id: Number(id) }]));
  const isWanted = (recipient: SQL) => wantsStored(recipient, "push", { id: sql`u.id`, key: sql`u.key` });
  const columns = sql`n.id AS id, n.type AS type, n.post_id AS postId, n.comment_id AS commentId, u.id AS "from", u.username AS username, n.created_at AS at`;
  return sql`
    WITH given AS MATERIALIZED (
      SELECT value ->> 'tag' AS tag, value ->> 'id' AS id FROM json_each(${JSON.stringify([...byTag.values()])})),
    own AS MATERIALIZED (
      SELECT g.tag AS tag, ${columns}, ${isWanted(sql`r`)} AS isWanted
      FROM users r CROSS JOIN given g CROSS JOIN notices n ON n.member = r.key AND n.is_read = 0 AND n.id = g.id
        CROSS JOIN users u ON u.key = n.sender
      WHERE r.id = ${memberId}),
    lost AS MATERIALIZED (SELECT tag FROM given WHERE tag NOT IN (SELECT tag FROM own WHERE isWanted)),
    others AS (
      SELECT ${notificationTag} AS tag, ${columns}
      FROM (${unreadNotifications(memberId, sql`SELECT 1 FROM lost`)}) n CROSS JOIN users u ON u.key = n.sender
      WHERE n.type IN (SELECT substr(tag, 1, instr(tag, ':') - 1) FROM lost) AND ${notificationTag} IN (SELECT tag FROM lost)
        AND ${isWanted(sql`n`)})
    SELECT * FROM own
    UNION ALL SELECT tag, max(id), type, postId, commentId, "from", username, at, 1 FROM others GROUP BY tag`;
}

/**
 * The last two members of each group of unread notifications that has one of these, of whichever day, and the number of
 * its members. Reads the unread notifications, as far as they are counted, for groups only.
 */
export function actorRows(memberId: string, events: readonly PushEvent[]): SQL {
  const given = JSON.stringify(notificationsOf(events).flatMap(({ tag }) => (isGroup(tag) ? [tag] : [])));
  const types = JSON.stringify(notificationsOf(events).map(({ tag }) => typeOf(tag)));
  return sql`
    WITH tags AS MATERIALIZED (SELECT value AS tag FROM json_each(${given})),
    acting AS (
      SELECT n.type || ':' || ${notificationSubject} AS tag, n.sender AS sender, max(n.id) AS id
      FROM (${unreadNotifications(memberId, sql`SELECT 1 FROM tags`)}) n
      WHERE n.type IN (SELECT value FROM json_each(${types})) AND n.type || ':' || ${notificationSubject} IN (SELECT tag FROM tags)
      GROUP BY 1, n.sender)
    SELECT a.tag AS tag, u.username AS username, a.members AS members
    FROM (
      SELECT *, row_number() OVER (PARTITION BY tag ORDER BY id DESC) AS place, count(*) OVER (PARTITION BY tag) AS members
      FROM acting) a CROSS JOIN users u ON u.key = a.sender
    WHERE a.place <= ${GROUP_MEMBERS_SHOWN} ORDER BY a.tag, a.place`;
}

/** The newest unread notifications of a member, with the member's `key`; none unless `given` has a row. */
const unreadNotifications = (memberId: string, given: SQL): SQL => sql`
  SELECT n.*, r.key AS key FROM users r CROSS JOIN notices n ON n.member = r.key AND n.is_read = 0
  WHERE r.id = ${memberId} AND EXISTS (${given}) ORDER BY n.id DESC ${limit(UNREAD_COUNT_MAX)}`;

const notificationsOf = (events: readonly PushEvent[]) => events.filter(({ source }) => source === "notice");

/** Returns the type of the notifications of a tag. Tags are written by `tagOf`. */
const typeOf = (tag: string) => tag.slice(0, tag.indexOf(":")) as NotificationType;

/** Returns whether the tag is that of a group. */
const isGroup = (tag: string): boolean =>
  subjectOf({ type: typeOf(tag), entityId: tag, commentId: tag, parentId: tag }) !== null;

/**
 * Returns the message about a notification.
 * @param i18n texts of its recipient's language
 * @param group the members of its group, if it has one
 */
export function notificationMessageOf(
  i18n: I18n,
  { type, postId, commentId, from, username, at }: NotificationToPush,
  group: readonly ActorRow[],
): About {
  const path = urlOf({ type, entityId: postId, commentId, fromUser: { username } });
  const kind = type === "connection_request" ? "request" : "other";
  const usernames = group.length > 0 ? group.map((one) => one.username) : [username];
  const body = notificationSentence(i18n, type, usernames, group[0]?.members);
  return {
    ...{ kind, from, title: nameOf(i18n), body, path, at },
    ...(kind === "request" && { labels: requestLabels(i18n) }),
  };
}
