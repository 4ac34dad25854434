import { type SQL, sql } from "drizzle-orm";
import { DAY_MS } from "~/contract/time";

/**
 * Returns the subject by which a notification `n` is grouped with others of its type, as `subjectOf` does; NULL for one
 * that is never grouped. Only a reply needs look-ups: those of its post and its comment.
 */
export const notificationSubject = sql`
  CASE WHEN n.type IN ('like', 'save', 'comment', 'post_share') THEN n.post_id
    WHEN n.type = 'comment_like' THEN n.comment_id
    WHEN n.type = 'comment_reply' THEN (
      SELECT c.parent_id FROM posts p CROSS JOIN post_comments c ON c.post = p.key AND c.id = n.comment_id WHERE p.id = n.post_id)
  END`;

/** Returns the tag of a notification `n` of a sender `u` of `users`, as `tagOf` does. */
export const notificationTag = sql`(n.type || ':' || coalesce(${notificationSubject}, n.post_id, u.id))`;

/** A day in milliseconds, for the text of a statement: ids of notifications are times. */
export const day = sql.raw(String(DAY_MS));

/** Returns the beginning of the day of a notification's id. */
export const dayOf = (id: SQL): SQL => sql`(${id} - ${id} % ${day})`;
