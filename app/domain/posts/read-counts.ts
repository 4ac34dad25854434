import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";

/** Returns a post's stored counts; null when the post was deleted. */
export async function readCounts(
  db: Db,
  postId: string,
): Promise<{ likes: number; comments: number } | null> {
  const row = await db.get<{ likes: number; comments: number } | undefined>(
    sql`SELECT like_count AS likes, comment_count AS comments FROM posts WHERE id = ${postId}`,
  );
  return row ?? null;
}

/** Returns a comment's stored number of likes; null when it was deleted. */
export async function readCommentLikeCount(
  db: Db,
  postId: string,
  commentId: string,
): Promise<number | null> {
  const row = await db.get<{ likes: number } | undefined>(sql`
    SELECT c.like_count AS likes FROM posts p CROSS JOIN post_comments c ON c.post = p.key AND c.id = ${commentId}
    WHERE p.id = ${postId}`);
  return row?.likes ?? null;
}
