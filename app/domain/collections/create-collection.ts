import { sql } from "drizzle-orm";
import { COLLECTIONS_TOO_MANY, type CollectionView, type NewCollection } from "~/contract/collections";
import { invalid } from "~/contract/errors";
import { newId } from "~/contract/ids";
import { COLLECTIONS_MAX } from "~/contract/limits";
import { batchRows } from "~/db/batch";
import type { MemberCtx } from "../context";
import { type CollectionRow, selectCollections, toCollection } from "./read-collection";

/**
 * Creates a collection of saved posts. A repeated `clientId` stores nothing and returns the stored collection.
 * @throws AppError `invalid` beyond the limit
 */
export async function createCollection(
  { db, viewer, now }: MemberCtx,
  { name, clientId = null }: NewCollection,
): Promise<CollectionView> {
  const id = newId(now().getTime());
  const [, [row] = []] = await batchRows(db, [
    sql`
      INSERT INTO collections (id, member, name, client_id)
      SELECT ${id}, key, ${name}, ${clientId} FROM users
      WHERE id = ${viewer.id} AND (SELECT count(*) FROM collections WHERE member = users.key) < ${COLLECTIONS_MAX}
      ON CONFLICT DO NOTHING`,
    selectCollections(
      sql`${viewer.id}`,
      sql`c.id = coalesce((SELECT id FROM collections WHERE member = me.key AND client_id = ${clientId}), ${id})`,
    ),
  ]);
  if (!row) throw invalid("name", COLLECTIONS_TOO_MANY);
  // The statement above returns these columns.
  return toCollection(row as unknown as CollectionRow);
}
