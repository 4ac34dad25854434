import { sql } from "drizzle-orm";
import { readRows, viewerQuery } from "~/db/viewer-query";
import type { MemberCtx } from "../context";

interface Neighbours {
  newer: string | null;
  older: string | null;
}

/** Returns the ids of the next newer and next older post of the same author; null where there is none. */
export async function readNeighbours(ctx: MemberCtx, postId: string): Promise<Neighbours> {
  const [[row]] = await readRows(ctx, neighbourRow(postId));
  return row ?? { newer: null, older: null };
}

/** The row of `readNeighbours`; none without the post. */
export const neighbourRow = viewerQuery<string, Neighbours>({
  text: () => sql`
    SELECT (SELECT min(id) FROM posts WHERE user_id = p.user_id AND id > p.id) AS newer,
      (SELECT max(id) FROM posts WHERE user_id = p.user_id AND id < p.id) AS older
    FROM posts p WHERE p.id = ${sql.placeholder("postId")}`,
  values: (postId) => ({ postId }),
});
