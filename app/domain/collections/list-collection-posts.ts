import { sql } from "drizzle-orm";
import { firstIdOf } from "~/contract/ids";
import type { PostView } from "~/contract/posts";
import { beforeTime, firstPage, type Page, type PageRequest, pageOf } from "~/db/cursor";
import { limit } from "~/db/limit";
import { type PostRow, postColumns } from "~/db/post-rows";
import { readRows, viewerQuery } from "~/db/viewer-query";
import { maySee, viewerRow } from "~/db/visibility";
import type { MemberCtx } from "../context";
import { collectionNotFound } from "../not-found";
import { viewFor } from "../posts/shown-posts";
import { collectionRow } from "./read-collection";

/**
 * Returns the posts of a collection of the viewer, last saved first. Posts that the viewer may no longer see are left
 * out, so the list can be shorter than the count.
 * @throws AppError `not_found`
 */
export async function listCollectionPosts(
  ctx: MemberCtx,
  id: string,
  page: PageRequest = firstPage,
): Promise<Page<PostView>> {
  const [[collection], rows] = await readRows(ctx, ...collectionPostReads({ id, page }));
  if (!collection) throw collectionNotFound();
  const { items, next } = pageOf(rows, page.limit, ({ savedAt }) => firstIdOf(savedAt));
  return { items: items.map((row) => viewFor(ctx, row)), next };
}

interface PageOfCollection {
  id: string;
  page: PageRequest;
}

/** The collection, and the rows of one page of its posts, and one row more. */
export const collectionPostReads = (request: PageOfCollection) =>
  [collectionRow(request.id), collectionPostRows(request)] as const;

const collectionPostRows = viewerQuery<PageOfCollection, PostRow & { savedAt: number }>({
  text: (viewer, { page }) => sql`
    SELECT saved.saved_at AS savedAt, ${postColumns()}
    FROM users me CROSS JOIN collections c CROSS JOIN post_saves saved CROSS JOIN posts p ON p.key = saved.post
      CROSS JOIN users u ON u.id = p.user_id
    WHERE me.id = ${viewer} AND c.id = ${sql.placeholder("collection")} AND c.member = me.key
      AND saved.collection = c.key AND saved.saved_at < ${sql.placeholder("before")}
      AND ${maySee(viewerRow)}
    ORDER BY saved.saved_at DESC ${limit(page.limit + 1)}`,
  values: ({ id, page }) => ({ collection: id, before: beforeTime(page) }),
  shape: ({ page }) => page.limit,
});
