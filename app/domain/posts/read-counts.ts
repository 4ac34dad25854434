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
