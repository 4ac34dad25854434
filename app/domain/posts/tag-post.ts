import { eq, sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { postTags } from "~/db/schema";

/** Returns the statement that stores a post's hashtags, for the batch that stores its caption. */
export function tagPost(db: Db, postId: string, tags: string[]) {
  return db
    .insert(postTags)
    .select(
      sql`SELECT value AS tag, posts.id AS post_id FROM posts, json_each(${JSON.stringify(tags)}) WHERE posts.id = ${postId}`,
    )
    .onConflictDoNothing();
}

/** Returns the statement that deletes all hashtags of a post. */
export function untagPost(db: Db, postId: string) {
  return db.delete(postTags).where(eq(postTags.postId, postId));
}
