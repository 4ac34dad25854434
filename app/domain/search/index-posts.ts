import { sql } from "drizzle-orm";
import { limit } from "~/db/limit";
import { storeInParts } from "~/db/store-in-parts";
import type { Ctx } from "../context";
import { postWordsOf } from "./words";

const BATCH = 250;

interface UnindexedRow {
  id: string;
  caption: string;
  location: string;
}

/**
 * Stores the words of posts that have none yet: those whose texts two edits have changed at once. At most 250 a call.
 * A post whose words cannot be stored gets none, and is not found.
 * @returns their number
 */
export async function indexPosts({ db }: Pick<Ctx, "db">): Promise<number> {
  const posts = await db.all<UnindexedRow>(sql`
    SELECT id AS id, caption AS caption, location AS location FROM posts WHERE words IS NULL ORDER BY id DESC ${limit(BATCH)}`);
  if (posts.length === 0) return 0;
  // The post may have been edited since.
  const store = (words: string) =>
    db.run(sql`
      UPDATE posts SET words = new.value ->> 1 FROM json_each(${words}) new
      WHERE posts.id = new.value ->> 0 AND posts.words IS NULL`);
  const words = posts.map((post): [string, string] => [post.id, postWordsOf(post)]);
  await storeInParts(words, store, ([id]): [string, string] => [id, ""]);
  return posts.length;
}
