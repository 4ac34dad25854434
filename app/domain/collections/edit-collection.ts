import { msg } from "@lingui/core/runtime-macro";
import { sql } from "drizzle-orm";
import type { CollectionView, EditCollectionInput } from "~/contract/collections";
import { invalid } from "~/contract/errors";
import { batchRows } from "~/db/batch";
import { keyOf } from "~/db/keys";
import { asViewer, maySee } from "~/db/visibility";
import type { MemberCtx } from "../context";
import { collectionNotFound } from "../not-found";
import { type CollectionRow, selectCollections, toCollection } from "./read-collection";

/**
 * Changes name or cover of a collection of the viewer.
 * @throws AppError `not_found`; `invalid` for a cover that is not in the collection
 */
export async function editCollection(
  { db, viewer }: MemberCtx,
  id: string,
  { name, coverPostId }: EditCollectionInput,
): Promise<CollectionView> {
  const chosen = sql`(
    SELECT s.post FROM posts p CROSS JOIN post_saves s ON s.post = p.key
    WHERE p.id = ${coverPostId ?? ""} AND ${maySee(asViewer(viewer))}
      AND s.member = collections.member AND s.collection = collections.key)`;
  const [changed = [], [row] = []] = await batchRows(db, [
    sql`
      UPDATE collections SET
        name = ${name === undefined ? sql`name` : name},
        cover = ${coverPostId === undefined ? sql`cover` : coverPostId === null ? sql`NULL` : chosen}
      WHERE id = ${id} AND member = ${keyOf(viewer)} ${coverPostId ? sql`AND ${chosen} IS NOT NULL` : sql``}
      RETURNING key`,
    selectCollections(sql`${viewer.id}`, sql`c.id = ${id}`),
  ]);
  if (!row) throw collectionNotFound();
  if (changed.length === 0) throw invalid("coverPostId", msg`Please choose a post of this collection.`);
  // The statement above returns these columns.
  return toCollection(row as unknown as CollectionRow);
}
