import { type SQL, sql } from "drizzle-orm";
import type { ServerFrame } from "~/contract/channel";
import { batchRows } from "~/db/batch";
import type { Db } from "~/db/client";
import { idsOf } from "~/db/ids-of";
import { type LikeRow, likesOfComment, pressedOn } from "~/db/pressed";
import type { ChangedCount } from "~/platform/realtime";
import { subscribedAudience } from "../presence/hub-subscriptions";

/** A changed count, as it is published. */
interface ReadCount {
  frame: ServerFrame;
  /** The owner's connections whose hubs are subscribed. */
  audience: string[];
  /** The state of the like of the member who has changed it, if the count is one of likes and the post is for them. */
  state: ServerFrame[];
}

/**
 * Returns the stored count of a post, or of a comment on it, in one trip; null when the post or comment was deleted.
 * @param by the member who has changed it
 * @throws the database's error
 */
export async function readCount(
  db: Db,
  ownerId: string,
  changed: ChangedCount,
  by?: string,
): Promise<ReadCount | null> {
  const { postId, commentId, count } = changed;
  const likes = (member: string) =>
    commentId === undefined ? pressedOn(postId, member) : likesOfComment(postId, commentId, member);
  const [[row] = [], audience, [liked] = []] = await batchRows(db, [
    countsOf(changed),
    subscribedAudience(ownerId),
    ...(by !== undefined && count === "likes" ? [likes(by)] : []),
  ]);
  if (!row) return null;
  // The columns of the statement.
  const state = liked ? [stateOf(changed, liked as unknown as LikeRow)] : [];
  return { frame: frameOf(changed, Number(row[count])), audience: idsOf(audience), state };
}

function stateOf({ postId, commentId }: ChangedCount, row: LikeRow): ServerFrame {
  const state = { postId, likeCount: row.likeCount, isLiked: row.isLiked === 1 };
  if (commentId === undefined) return { type: "like_state", payload: { ...state, tab: null } };
  return { type: "comment_like_state", payload: { ...state, commentId, tab: null } };
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
