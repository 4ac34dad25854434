import { sql } from "drizzle-orm";
import { PAGE_LIMIT_DEFAULT } from "~/contract/limits";
import type { PostView } from "~/contract/posts";
import { type PostRow, postColumns } from "~/db/post-rows";
import { readRows, viewerQuery } from "~/db/viewer-query";
import { maySee, viewerRow } from "~/db/visibility";
import type { MemberCtx } from "../context";
import { postNotFound } from "../not-found";
import { viewFor } from "./shown-posts";

/**
 * Returns a post with the first page of its comments, oldest first. Any member can open a post for everyone by its URL.
 * @param isThreaded leaves replies out, for a page that loads them on request
 * @throws AppError `not_found`
 */
export async function readPost(ctx: MemberCtx, postId: string, isThreaded = false): Promise<PostView> {
  const [[row]] = await readRows(ctx, postRow({ postId, isThreaded }));
  return postOf(ctx, row);
}

/** The row of a post as the viewer may see it. For `postOf`. */
export const postRow = viewerQuery<{ postId: string; isThreaded: boolean }, PostRow>({
  text: (viewer, { isThreaded }) => sql`
    SELECT ${postColumns(PAGE_LIMIT_DEFAULT, viewerRow, isThreaded)}
    FROM users me CROSS JOIN posts p CROSS JOIN users u ON u.id = p.user_id
    WHERE me.id = ${viewer} AND p.id = ${sql.placeholder("postId")} AND ${maySee(viewerRow)}`,
  values: ({ postId }) => ({ postId }),
  shape: ({ isThreaded }) => Number(isThreaded),
});

/** Returns the post of a row. @throws AppError `not_found` without a row */
export function postOf(ctx: MemberCtx, row: PostRow | undefined): PostView {
  if (!row) throw postNotFound();
  return viewFor(ctx, row);
}
