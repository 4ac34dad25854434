import { eq, sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { postTags } from "~/db/schema";

/** The statement that puts a post under its hashtags, if it is still there; for the batch that stores its caption. */
export function tagPost(db: Db, postId: string, tags: string[]) {
  return db
    .insert(postTags)
    .select(
      sql`SELECT value, posts.id FROM posts, json_each(${JSON.stringify(tags)}) WHERE posts.id = ${postId}`,
    )
    .onConflictDoNothing();
}

/** The statement that takes a post from under all of them. */
export function untagPost(db: Db, postId: string) {
  return db.delete(postTags).where(eq(postTags.postId, postId));
}
