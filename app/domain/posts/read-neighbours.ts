import { type SQL, sql } from "drizzle-orm";
import { me, myKey, namingWithKey, readRows, viewerQuery } from "~/db/viewer-query";
import { seesAllOf } from "~/db/visibility";
import type { MemberCtx } from "../context";

interface Neighbours {
  newer: string | null;
  older: string | null;
}

/** Returns the ids of the author's next newer and older posts that are for the viewer; null without one. */
export async function readNeighbours(ctx: MemberCtx, postId: string): Promise<Neighbours> {
  const [[row]] = await readRows(ctx, neighbourRow(postId));
  return row ?? { newer: null, older: null };
}

/** The row of `readNeighbours`; none without the post. */
export const neighbourRow = viewerQuery<string, Neighbours>({
  text: (viewer) => sql`
    WITH ${namingWithKey(viewer)}, opened AS MATERIALIZED (
      SELECT id, user_id, ${seesAllOf(sql`user_id`, { id: me, key: myKey })} AS sees_all
      FROM posts WHERE id = ${sql.placeholder("postId")})
    SELECT ${next(sql`min(p.id)`, sql`p.id > opened.id`)} AS newer, ${next(sql`max(p.id)`, sql`p.id < opened.id`)} AS older
    FROM opened`,
  values: (postId) => ({ postId }),
});

/** Returns the nearest post on one side: of all, or of those for everyone. */
function next(nearest: SQL, side: SQL): SQL {
  const of = (posts: SQL) =>
    sql`(SELECT ${nearest} FROM ${posts} AND p.user_id = opened.user_id AND ${side})`;
  return sql`CASE WHEN sees_all THEN ${of(sql`posts p WHERE TRUE`)}
    ELSE ${of(sql`posts p INDEXED BY posts_everyone WHERE p.visibility = 'everyone'`)} END`;
}
