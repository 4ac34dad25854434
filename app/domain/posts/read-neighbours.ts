import { type SQL, sql } from "drizzle-orm";
import type { Neighbours } from "~/contract/posts";
import { me, myKey, namingWithKey, readRows, viewerQuery } from "~/db/viewer-query";
import { maySee, seesAllOf } from "~/db/visibility";
import type { MemberCtx } from "../context";
import { postNotFound } from "../not-found";

const viewerKeys = { id: me, key: myKey };

/**
 * Returns the ids of the author's next newer and older posts that are for the viewer; null without one.
 * @throws AppError `not_found` for a post that the viewer may not see
 */
export async function readNeighbours(ctx: MemberCtx, postId: string): Promise<Neighbours> {
  const [[row]] = await readRows(ctx, neighbourRow(postId));
  if (!row) throw postNotFound();
  return row;
}

/** The row of `readNeighbours`; none without a post that the viewer may see. */
export const neighbourRow = viewerQuery<string, Neighbours>({
  text: (viewer) => sql`
    WITH ${namingWithKey(viewer)}, opened AS MATERIALIZED (
      SELECT p.id, p.user_id, ${seesAllOf(sql`p.user_id`, viewerKeys)} AS sees_all
      FROM posts p WHERE p.id = ${sql.placeholder("postId")} AND ${maySee(viewerKeys)})
    SELECT ${next(sql`min(p.id)`, sql`p.id > opened.id`)} AS previous, ${next(sql`max(p.id)`, sql`p.id < opened.id`)} AS next
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
