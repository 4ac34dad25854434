import { type SQL, sql } from "drizzle-orm";
import { kindOfType } from "~/contract/notification-settings";
import type { NotificationType } from "~/contract/notifications";
import { LINKS_MAX } from "~/contract/text-links";
import { type KeyedMember, keyOf, memberKey, postKey } from "./keys";
import { maySee, viewerWith } from "./visibility";
import { wants } from "./wants";

interface NewNotification {
  type: NotificationType;
  fromUserId: string;
  createdAt: Date;
  /** The id of the post. */
  entityId: string;
  /** The id of the comment, for types that are about one. */
  commentId?: string;
  /** The words of its text (`wordsOf`): members who have muted one of them are not notified. */
  words?: string;
}

/** A notification that a statement has stored, and its recipient. */
export interface StoredNotification {
  id: number;
  userId: string;
  /** Whether the recipient had the same one in the last day, withdrawn unread: it is listed, but not announced. */
  isAgain?: boolean;
}

/** Returns the rows of a statement that stores notifications. */
export const storedNotifications = (rows: Record<string, unknown>[] = []): StoredNotification[] =>
  rows.map(({ id, userId, isAgain }) => ({ id: Number(id), userId: String(userId), isAgain: isAgain === 1 }));

/** Returns the condition that a notification was withdrawn unread in the last day. @param about SQL for a public id */
export const wasWithdrawn = ({
  member,
  sender,
  type,
  about,
}: Record<"member" | "sender" | "type" | "about", SQL>): SQL =>
  sql`EXISTS (SELECT 1 FROM withdrawn_notices w
    WHERE w.member = ${member} AND w.sender = ${sender} AND w.type = ${type} AND w.about = ${about})`;

/** The same for the row that a statement has inserted into `notices`. */
const isStoredAgain = wasWithdrawn({
  member: sql`notices.member`,
  sender: sql`notices.sender`,
  type: sql`notices.type`,
  about: sql`coalesce(notices.comment_id, notices.post_id)`,
});

/** The condition of the index `notices_sender`: no likes and saves. SQLite uses it only for a query that repeats it. */
export const isIndexed = sql`type NOT IN ('like', 'save')`;

/** The condition of the index `notices_about`. The notifications that it lacks have the post's owner as member. */
export const isAbout = sql`type NOT IN ('like', 'save', 'comment')`;

/**
 * Returns the id of a member's next notification: the database's time in milliseconds, or the last id plus one. So the
 * ids grow in commit order, which clients sync by. A deleted one's id can be reused within its millisecond only.
 * @param member SQL for the member's key
 */
export function nextNotificationId(member: SQL): SQL {
  const after = (isRead: SQL) =>
    sql`coalesce((SELECT max(id) + 1 FROM notices WHERE member = ${member} AND is_read = ${isRead}), 0)`;
  return sql`max(CAST(unixepoch('now', 'subsec') * 1000 AS integer), ${after(sql`0`)}, ${after(sql`1`)})`;
}

/**
 * Returns the statement that notifies a post's owner. Run it in the batch of the write that it belongs to, so both are
 * stored or neither is. It stores nothing for the member's own post or across a block.
 * @param condition must hold, else it stores nothing
 * @returns a statement with the rows of `storedNotifications`, to publish to those members
 */
export function notifyPostOwner(notification: NewNotification, condition: SQL): SQL {
  return notify(
    sql`posts p JOIN users u ON u.id = p.user_id WHERE p.id = ${notification.entityId} AND ${condition}`,
    notification,
  );
}

/**
 * Returns the statement that notifies the members mentioned in a text (app/contract/text-links.ts) who may open the
 * post. It stores nothing when the post is deleted or its owner has blocked the text's author. The post's owner is
 * notified only if they do not want the notification of the comment.
 * @param condition must hold, else it stores nothing
 */
export function notifyMentioned(
  usernames: string[],
  notification: NewNotification,
  condition: SQL = sql`TRUE`,
): SQL {
  return notify(sql`${mentionedUsers(usernames, notification)} AND ${condition}`, notification);
}

/**
 * Does the same after an edit, for members whom the author has not mentioned at this post, or in this comment on it,
 * before. A text notifies at most `LINKS_MAX` members, however often it is edited.
 */
export function notifyNewlyMentioned(
  usernames: string[],
  notification: NewNotification,
  condition: SQL = sql`TRUE`,
): SQL {
  const { entityId, commentId } = notification;
  const isNew = sql`NOT EXISTS (SELECT 1 FROM notices INDEXED BY notices_sender
    WHERE sender = ${memberKey(notification.fromUserId)} AND member = u.key AND type = ${notification.type}
      AND post_id = ${entityId} ${commentId ? sql`AND comment_id = ${commentId}` : sql``} AND ${isIndexed})`;
  const notified = sql`(SELECT count(*) FROM notices INDEXED BY notices_about
    WHERE post_id = ${entityId} AND comment_id IS ${commentId ?? null} AND type = ${notification.type} AND ${isAbout})`;
  return notify(sql`${mentionedUsers(usernames, notification)} AND ${isNew} AND ${condition}`, notification, {
    // SQLite takes a negative limit for none.
    limit: sql`LIMIT max(0, ${LINKS_MAX} - ${notified})`,
  });
}

/**
 * Returns the statement that notifies a comment's author of a like. It stores nothing for the member's own comment, for
 * an author who may no longer see the post, and after an earlier like by the member.
 * @param condition must hold, else it stores nothing
 */
export function notifyLiked(
  comment: CommentOf,
  condition: SQL,
  notification: Omit<NewNotification, "type" | "entityId">,
): SQL {
  const { postId, commentId } = comment;
  return notify(
    sql`post_comments c CROSS JOIN users u ON u.key = c.member
      WHERE c.post = ${postKey(postId)} AND c.id = ${commentId} AND ${condition}
        AND ${mayOpen(postId, notification.fromUserId)}
        AND NOT EXISTS (SELECT 1 FROM notices INDEXED BY notices_sender WHERE ${ofLike(comment, notification.fromUserId, sql`u.key`)})`,
    { ...notification, ...comment, type: "comment_like", entityId: postId },
  );
}

/**
 * Returns the statement that notifies a comment's author of a reply, except the post's owner, whom the notification of
 * a comment reaches. It stores nothing when `commentId` is no stored reply.
 */
export function notifyReplied(notification: Omit<NewNotification, "type"> & { commentId: string }): SQL {
  const { entityId, fromUserId } = notification;
  return notify(
    sql`${parentOf(notification)} WHERE ${mayOpen(entityId, fromUserId, sql` AND p.user_id <> u.id`)}`,
    { ...notification, type: "comment_reply" },
  );
}

/** Returns the condition that a recipient `u` is not notified of the stored comment as a reply to theirs. */
export const isNotReplied = (
  comment: Pick<NewNotification, "entityId" | "fromUserId"> & { commentId: string },
): SQL =>
  sql`(u.key NOT IN (SELECT t.member FROM ${threadOf(comment)}) OR NOT ${wantsCommentOf(comment.fromUserId)})`;

const threadOf = ({ entityId, commentId }: { entityId: string; commentId: string }): SQL => sql`
  post_comments c CROSS JOIN post_comments t ON c.post = ${postKey(entityId)} AND c.id = ${commentId}
    AND t.post = c.post AND t.id = c.parent_id`;

/** The author `u` of the comment that a stored reply belongs to. */
const parentOf = (reply: { entityId: string; commentId: string }): SQL =>
  sql`${threadOf(reply)} CROSS JOIN users u ON u.key = t.member`;

/** Returns the statement that deletes the unread notification of a comment's like, with a `storedNotifications` row. */
export function unnotifyLiked(comment: CommentOf, member: KeyedMember): SQL {
  const author = sql`(SELECT member FROM post_comments WHERE post = ${postKey(comment.postId)} AND id = ${comment.commentId})`;
  return sql`
    DELETE FROM notices INDEXED BY notices_sender WHERE ${ofLike(comment, member.id, author)} AND is_read = 0
    RETURNING id AS id, (SELECT u.id FROM users u WHERE u.key = member) AS userId`;
}

/** A comment by the public ids. */
interface CommentOf {
  postId: string;
  commentId: string;
}

const ofLike = ({ postId, commentId }: CommentOf, fromUserId: string, author: SQL): SQL => sql`
  sender = ${memberKey(fromUserId)} AND member = ${author} AND type = 'comment_like' AND ${isIndexed}
    AND post_id = ${postId} AND comment_id = ${commentId}`;

/**
 * Returns the statement that notifies a member of a shared post. A repeated share stores nothing while the notification
 * is unread, and replaces a read one. One statement does both: the old one stays when the new one cannot be stored.
 * @param condition must hold, else it stores nothing
 * @returns a statement with the row of `storedNotifications`, if any
 */
export function notifyShared(
  userId: string,
  from: KeyedMember,
  notification: Omit<NewNotification, "type" | "fromUserId">,
  condition: SQL,
): SQL {
  const { entityId } = notification;
  return notify(
    sql`users u WHERE u.id = ${userId} AND ${condition} AND ${mayOpen(entityId, from.id)}
      AND NOT EXISTS (SELECT 1 FROM notices INDEXED BY notices_shared
        WHERE member = u.key AND sender = ${keyOf(from)} AND post_id = ${entityId} AND type = 'post_share'
          AND is_read = 0)`,
    { ...notification, type: "post_share", fromUserId: from.id },
    { insert: sql`INSERT OR REPLACE`, userId: sql`${userId}` },
  );
}

function mentionedUsers(usernames: string[], { fromUserId, entityId }: NewNotification): SQL {
  return sql`users u WHERE lower(u.username) IN (
      SELECT (SELECT lower(username) FROM users WHERE lower(username) IN (lower(value), rtrim(lower(value), '.'))
        ORDER BY length(username) DESC LIMIT 1)
      FROM json_each(${JSON.stringify(usernames)}))
    AND ${mayOpen(entityId, fromUserId, sql` AND (p.user_id <> u.id OR NOT ${wantsCommentOf(fromUserId)})`)}`;
}

const wantsCommentOf = (id: string): SQL =>
  wants(sql`u`, { channel: "app", kind: "comments", sender: { id, key: memberKey(id) } });

/**
 * Returns the condition that a member and the recipient `u` may see the post.
 * @param further a condition on `posts p`
 */
function mayOpen(postId: string, fromId: string, further: SQL = sql``): SQL {
  return sql`EXISTS (SELECT 1 FROM posts p WHERE p.id = ${postId}
    AND ${maySee(viewerWith(fromId))} AND ${maySee({ id: sql`u.id`, key: sql`u.key` })}${further})`;
}

/**
 * @param recipients tables with a condition; each row is a recipient `u`
 * @param userId SQL for the recipient's public id, if it is known
 * @param limit SQL for the most recipients
 * @returns a statement with the rows of `storedNotifications`
 */
function notify(
  recipients: SQL,
  { type, fromUserId, entityId, commentId, createdAt, words }: NewNotification,
  {
    insert = sql`INSERT`,
    userId = sql`(SELECT u.id FROM users u WHERE u.key = member)`,
    limit = sql``,
  }: { insert?: SQL; userId?: SQL; limit?: SQL } = {},
): SQL {
  const sender = { id: fromUserId, key: memberKey(fromUserId) };
  const isWanted = wants(sql`u`, { channel: "app", kind: kindOfType[type], sender, words });
  return sql`
    ${insert} INTO notices (member, is_read, id, sender, type, post_id, comment_id, created_at)
    SELECT u.key, 0, ${nextNotificationId(sql`u.key`)}, ${sender.key}, ${type}, ${entityId}, ${commentId ?? null},
      ${createdAt.getTime()}
    FROM ${recipients} AND u.id <> ${fromUserId} AND ${isWanted} ${limit}
    RETURNING id AS id, ${userId} AS userId, ${isStoredAgain} AS isAgain`;
}
