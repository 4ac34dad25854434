import { type SQL, sql } from "drizzle-orm";
import type { ServerFrame } from "~/contract/channel";
import { batchRows } from "~/db/batch";
import type { Db } from "~/db/client";
import { idsOf } from "~/db/ids-of";
import type { ChangedCount } from "~/platform/realtime";
import { subscribedAudience } from "../presence/hub-subscriptions";

/**
 * Returns the frame with the stored count of a post, or of a comment on it, and the owner's connections whose hubs are subscribed, in one trip;
 * null when the post or comment was deleted.
 * @throws the database's error
 */
export async function readCount(
  db: Db,
  ownerId: string,
  changed: ChangedCount,
): Promise<{ frame: ServerFrame; audience: string[] } | null> {
  const [[row] = [], audience] = await batchRows(db, [countsOf(changed), subscribedAudience(ownerId)]);
  return row ? { frame: frameOf(changed, Number(row[changed.count])), audience: idsOf(audience) } : null;
}

/** Selects the stored `likes` and `comments`; the comments of a comment are its replies. */
function countsOf({ postId, commentId }: ChangedCount): SQL {
  if (commentId === undefined)
    return sql`SELECT like_count AS likes, comment_count AS comments FROM posts WHERE id = ${postId}`;
  return sql`
    SELECT c.like_count AS likes, c.reply_count AS comments
    FROM posts p CROSS JOIN post_comments c ON c.post = p.key AND c.id = ${commentId} WHERE p.id = ${postId}`;
}

function frameOf({ postId, count: of, commentId }: ChangedCount, count: number): ServerFrame {
  if (commentId === undefined) {
    const payload = { postId, count };
    return of === "likes" ? { type: "like_update", payload } : { type: "comment_update", payload };
  }
  const payload = { postId, commentId, count };
  return of === "likes"
    ? { type: "comment_like_update", payload }
    : { type: "comment_reply_update", payload };
}
