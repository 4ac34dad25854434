import { sql } from "drizzle-orm";
import { limit } from "~/db/limit";
import type { Ctx } from "../context";
import { postWordsOf } from "./words";

const BATCH = 250;

interface UnindexedRow {
  id: string;
  caption: string;
  location: string;
}

/**
 * Stores the words of posts that have none yet: those from before the index, and those that other code has inserted. At most 250 a call.
 * @returns their number
 */
export async function indexPosts({ db }: Pick<Ctx, "db">): Promise<number> {
  const posts = await db.all<UnindexedRow>(sql`
    SELECT id AS id, caption AS caption, location AS location FROM posts WHERE words IS NULL ORDER BY id DESC ${limit(BATCH)}`);
  if (posts.length === 0) return 0;
  const words = JSON.stringify(posts.map((post) => [post.id, postWordsOf(post)]));
  // The post may have been edited since.
  await db.run(sql`
    UPDATE posts SET words = new.value ->> 1 FROM json_each(${words}) new
    WHERE posts.id = new.value ->> 0 AND posts.words IS NULL`);
  return posts.length;
}
