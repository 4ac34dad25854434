import { sql } from "drizzle-orm";
import type { MemberCtx } from "../context";

/** Returns the ids of the next newer and next older post of the same author; null where there is none. */
export async function readNeighbours(
  ctx: MemberCtx,
  postId: string,
): Promise<{ newer: string | null; older: string | null }> {
  const row = await ctx.db.get<{ newer: string | null; older: string | null } | undefined>(sql`
    SELECT (SELECT min(id) FROM posts WHERE user_id = p.user_id AND id > p.id) AS newer,
      (SELECT max(id) FROM posts WHERE user_id = p.user_id AND id < p.id) AS older
    FROM posts p WHERE p.id = ${postId}`);
  return row ?? { newer: null, older: null };
}
