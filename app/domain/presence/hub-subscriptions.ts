import { type SQL, sql } from "drizzle-orm";
import { prepared } from "~/db/batch";
import type { Db } from "~/db/client";
import { connectionsOf } from "~/db/connections";
import { readIds } from "~/db/ids-of";
import { memberKey } from "~/db/keys";
import { isAbout, isIndexed } from "~/db/notify";
import { IDEMPOTENT } from "~/db/repeatable";

/*
 * A hub with a row in `hub_subscriptions` receives every change of what it may have cached. A change is committed
 * before its audience is listed, and a hub reads after or while it inserts its row: so it reads the change or receives
 * it.
 */

/** Names a subscription: a late deletion of an earlier one leaves a later one in place. */
export type Subscription = {
  member: string;
  /** ISO 8601. */
  since: string;
};

const statement = (rows: SQL) => sql`${sql.raw(IDEMPOTENT)}
  INSERT INTO hub_subscriptions (user_id, since) ${rows} ON CONFLICT (user_id) DO UPDATE SET since = excluded.since`;

/** Subscribes the hub of a session's member; stores nothing unless the session is the member's. */
export const subscribeSession = prepared<Subscription & { session: string; at: string }>(
  statement(sql`
    SELECT user_id, ${sql.placeholder("since")} FROM sessions
    WHERE id = ${sql.placeholder("session")} AND expires_at > ${sql.placeholder("at")} AND user_id = ${sql.placeholder("member")}`),
);

/** The statement that subscribes a member's hub; it stores nothing for a deleted member. */
export const subscribeMember = prepared<Subscription>(
  statement(sql`SELECT id, ${sql.placeholder("since")} FROM users WHERE id = ${sql.placeholder("member")}`),
);

/** Ends a subscription. */
export async function unsubscribe(db: Db, { member, since }: Subscription): Promise<void> {
  await db.run(sql`${sql.raw(IDEMPOTENT)}
    DELETE FROM hub_subscriptions WHERE user_id = ${member} AND since = ${since}`);
}

/**
 * Removes subscriptions of hubs that do not know of them, as a crash leaves them.
 * @param before subscriptions since then stay: their hub may not know of them yet
 */
export async function removeStaleSubscriptions(db: Db, memberIds: string[], before: Date): Promise<void> {
  await db.run(sql`${sql.raw(IDEMPOTENT)}
    DELETE FROM hub_subscriptions
    WHERE since < ${before.toISOString()} AND user_id IN (SELECT value FROM json_each(${JSON.stringify(memberIds)}))`);
}

const subscribed = (members: SQL) => sql`
  SELECT m.id AS id FROM (${members}) m JOIN hub_subscriptions s ON s.user_id = m.id`;

/** Selects, as `id`, a member's connections with subscribed hubs: the audience of events about the member's posts. */
export const subscribedAudience = (memberId: string): SQL => subscribed(connectionsOf(memberId));

/** Returns those members. */
export function listSubscribedAudience(db: Db, memberId: string): Promise<string[]> {
  return readIds(db, subscribedAudience(memberId));
}

/** Selects, as `id`, the subscribed members who have a notification about a post. */
export function notifiedOf(postId: string): SQL {
  return subscribed(notifiedAbout(sql`${postId}`, sql`p.id = ${postId}`));
}

/** Does the same for several posts. */
export function notifiedOfPosts(postIds: readonly string[]): SQL {
  const ids = sql`SELECT value FROM json_each(${JSON.stringify(postIds)})`;
  return subscribed(notifiedAbout(ids, sql`p.id IN (${ids})`));
}

/** Selects, as `id`, subscribed members notified of a comment or its replies, except the post's owner (`withOwner`). */
export function notifiedOfComment(postId: string, commentId: string): SQL {
  return subscribed(sql`
    SELECT u.id AS id FROM notices n INDEXED BY notices_about JOIN users u ON u.key = n.member
    WHERE n.post_id = ${postId} AND ${isAbout} AND n.comment_id IN (
      SELECT ${commentId} UNION ALL SELECT r.id FROM posts p CROSS JOIN post_comments r INDEXED BY post_comments_replies
        ON r.post = p.key AND r.parent_id = ${commentId} AND r.parent_id IS NOT NULL
      WHERE p.id = ${postId})`);
}

/**
 * Adds the post's owner to the members of `notifiedOfComment`. No index names the owner's notifications by comment;
 * their hub is called for the number of comments anyway.
 */
export const withOwner = (ownerId: string, notified: readonly string[]): string[] => [
  ...new Set([ownerId, ...notified]),
];

/** Returns the subscribed members whose lists show the name and photo of a member. */
export function listReadersOf(db: Db, memberId: string): Promise<string[]> {
  return readIds(
    db,
    readersOf(memberId, sql`SELECT post FROM post_comments WHERE member = ${memberKey(memberId)}`),
  );
}

/** Selects, as `id`, the subscribed members whose lists change when a member's account is deleted. */
export function affectedByDeletion(memberId: string): SQL {
  const posts = sql`
    SELECT post FROM post_comments WHERE member = ${memberKey(memberId)}
    UNION SELECT post FROM post_likes WHERE member = ${memberKey(memberId)} AND liked_at IS NOT NULL`;
  return sql`
    ${readersOf(memberId, posts)}
    UNION ${subscribed(notifiedAbout(sql`SELECT id FROM posts WHERE user_id = ${memberId}`, sql`p.user_id = ${memberId}`))}`;
}

/**
 * Selects, as `id`, the members notified about one of `posts p`. The owner has those of likes, saves and comments.
 * @param postIds the ids of these posts
 */
function notifiedAbout(postIds: SQL, posts: SQL): SQL {
  const byReaction = (table: SQL) =>
    sql`EXISTS (SELECT 1 FROM ${table} WHERE post = p.key AND coalesce(notice, read_notice) IS NOT NULL)`;
  return sql`
    SELECT u.id AS id FROM notices n INDEXED BY notices_about JOIN users u ON u.key = n.member
      WHERE n.post_id IN (${postIds}) AND ${isAbout}
    UNION SELECT u.id FROM (SELECT DISTINCT user_id FROM posts p WHERE ${posts}) o JOIN users u ON u.id = o.user_id
      WHERE EXISTS (SELECT 1 FROM notices WHERE member = u.key AND is_read IN (0, 1) AND type = 'comment' AND post_id IN (${postIds}))
    UNION SELECT p.user_id FROM posts p WHERE ${posts} AND (${byReaction(sql`post_likes`)} OR ${byReaction(sql`post_saves`)})`;
}

/** Selects the keys of the members who have a notification from a member. */
function recipientsOf(sender: SQL): SQL {
  const byReaction = (table: SQL) =>
    sql`SELECT owner FROM ${table} WHERE member = ${sender} AND coalesce(notice, read_notice) IS NOT NULL`;
  return sql`
    SELECT member FROM notices INDEXED BY notices_sender WHERE sender = ${sender} AND ${isIndexed}
    UNION ${byReaction(sql`post_likes`)} UNION ${byReaction(sql`post_saves`)}`;
}

/**
 * Selects the subscribed members among: the member's connections; the recipients of the member's notifications; the
 * owners of posts with the keys `posts` and their connections, because cards show likes and comments. CROSS JOIN keeps
 * the order of the tables: for a UNION, SQLite would read all connections.
 */
function readersOf(memberId: string, posts: SQL): SQL {
  return sql`
    WITH owners(id) AS (SELECT DISTINCT user_id FROM posts WHERE key IN (${posts}))
    SELECT s.user_id AS id FROM hub_subscriptions s WHERE s.user_id <> ${memberId} AND s.user_id IN (
      SELECT id FROM (${connectionsOf(memberId)})
      UNION SELECT u.id FROM users u WHERE u.key IN (${recipientsOf(memberKey(memberId))})
      UNION SELECT id FROM owners
      UNION SELECT c.other FROM owners o CROSS JOIN users u ON u.id = o.id
        CROSS JOIN connection_sides c ON c.member = u.key AND c.accepted = 1)`;
}
