import { type SQL, sql } from "drizzle-orm";
import type { CollectionView } from "~/contract/collections";
import type { PhotoCover } from "~/contract/sensitive";
import { coverOf } from "~/db/post-rows";
import { readRows, viewerQuery } from "~/db/viewer-query";
import { maySee, viewerRow } from "~/db/visibility";
import type { MemberCtx } from "../context";
import { collectionNotFound } from "../not-found";

/** Returns a collection of the viewer. @throws AppError `not_found` */
export async function readCollection(ctx: MemberCtx, id: string): Promise<CollectionView> {
  const [[row]] = await readRows(ctx, collectionRow(id));
  if (!row) throw collectionNotFound();
  return toCollection(row);
}

/** Returns the viewer's collections, newest first. */
export async function listCollections(ctx: MemberCtx): Promise<CollectionView[]> {
  const [rows] = await readRows(ctx, collectionRows());
  return rows.map(toCollection);
}

/** A collection with the post whose photo is its cover, if it has one. */
export interface CollectionRow {
  id: string;
  name: string;
  postCount: number;
  postId: string | null;
  mediaUrl: string;
  color: string;
  cover: PhotoCover;
}

/** Returns a row in the shape of the API. */
export function toCollection({ id, name, postCount, postId, ...photo }: CollectionRow): CollectionView {
  return { id, name, postCount, coverPhoto: postId === null ? null : { postId, ...photo } };
}

/**
 * Returns a query for the viewer's collections `c`. The cover is the photo of the chosen post, or of the post saved
 * last. A post that the viewer may no longer see is neither.
 * @param viewer the viewer's id
 */
export const selectCollections = (viewer: SQL, condition: SQL) => sql`
  SELECT c.id AS id, c.name AS name, c.post_count AS postCount, p.id AS postId, p.media_url AS mediaUrl, p.color AS color,
    ${coverOf} AS cover
  FROM users me CROSS JOIN collections c LEFT JOIN posts p ON p.key = coalesce(
    (SELECT x.key FROM posts x WHERE x.key = c.cover AND ${maySee(viewerRow, sql`x`)}),
    (SELECT x.key FROM post_saves s CROSS JOIN posts x ON x.key = s.post
      WHERE s.collection = c.key AND ${maySee(viewerRow, sql`x`)} ORDER BY s.saved_at DESC LIMIT 1))
  WHERE me.id = ${viewer} AND c.member = me.key AND ${condition}`;

/** The rows of `listCollections`. */
export const collectionRows = viewerQuery<void, CollectionRow>({
  text: (viewer) => sql`${selectCollections(viewer, sql`TRUE`)} ORDER BY c.id DESC`,
});

/** The row of `readCollection`. */
export const collectionRow = viewerQuery<string, CollectionRow>({
  text: (viewer) => selectCollections(viewer, sql`c.id = ${sql.placeholder("collection")}`),
  values: (collection) => ({ collection }),
});
