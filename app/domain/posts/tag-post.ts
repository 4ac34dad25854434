import { type SQL, sql } from "drizzle-orm";

/** Returns the statement that stores the hashtags of a post for everyone, after its caption or visibility. */
export function tagPost(postId: string, tags: string[]): SQL {
  return sql`
    INSERT OR IGNORE INTO post_hashtags (tag, post_id)
    SELECT value, posts.id FROM posts, json_each(${JSON.stringify(tags)}) WHERE posts.id = ${postId} AND posts.visibility = 'everyone'`;
}

/** Returns the statement that deletes all hashtags of a post. */
export function untagPost(postId: string): SQL {
  return sql`DELETE FROM post_hashtags WHERE post_id = ${postId}`;
}
