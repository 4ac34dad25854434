import { type SQL, sql } from "drizzle-orm";
import { memberKey } from "./keys";
import { isCommentLiked } from "./post-rows";
import { isFor, viewerWith } from "./visibility";

/** The state of a member's like. */
export interface LikeRow {
  likeCount: number;
  isLiked: number;
}

/** The state of a member's like and save of a post. */
export interface PressedRow extends LikeRow {
  isSaved: number;
}

/** Selects a `PressedRow`; no row when the post was deleted, or is no longer for the member. */
export function pressedOn(postId: string, memberId: string): SQL {
  const member = memberKey(memberId);
  return sql`
    SELECT like_count AS likeCount,
      EXISTS (SELECT 1 FROM post_likes WHERE post = p.key AND member = ${member} AND liked_at IS NOT NULL) AS isLiked,
      EXISTS (SELECT 1 FROM post_saves WHERE post = p.key AND member = ${member} AND saved_at IS NOT NULL) AS isSaved
    FROM posts p WHERE p.id = ${postId} AND ${isFor(viewerWith(memberId))}`;
}

/** Selects the `LikeRow` of a comment in the same way. */
export function likesOfComment(postId: string, commentId: string, memberId: string): SQL {
  return sql`
    SELECT c.like_count AS likeCount, ${isCommentLiked(memberKey(memberId))} AS isLiked
    FROM posts p CROSS JOIN post_comments c ON c.post = p.key AND c.id = ${commentId}
    WHERE p.id = ${postId} AND ${isFor(viewerWith(memberId))}`;
}
