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

/** Returns a comment's stored counts; its comments are its replies. Null when it was deleted. */
export async function readCommentCounts(
  db: Db,
  postId: string,
  commentId: string,
): Promise<{ likes: number; comments: number } | null> {
  const row = await db.get<{ likes: number; comments: number } | undefined>(sql`
    SELECT c.like_count AS likes, c.reply_count AS comments
    FROM posts p CROSS JOIN post_comments c ON c.post = p.key AND c.id = ${commentId} WHERE p.id = ${postId}`);
  return row ?? null;
}
