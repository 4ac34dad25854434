import { sql } from "drizzle-orm";
import type { MovedPosts, MoveInput } from "~/contract/collections";
import { batchRows } from "~/db/batch";
import { keyOf } from "~/db/keys";
import { asViewer, maySee } from "~/db/visibility";
import type { MemberCtx } from "../context";
import { collectionNotFound } from "../not-found";

/**
 * Moves saved posts of the viewer to a collection, or out of their collections. Posts that are not saved, or not shown
 * to the viewer, are left out of the reply. Idempotent.
 * @throws AppError `not_found` for a collection that is not the viewer's
 */
export async function moveSavedPosts(
  { db, viewer }: MemberCtx,
  { postIds, collectionId }: MoveInput,
): Promise<MovedPosts> {
  const me = keyOf(viewer);
  const target =
    collectionId === null
      ? sql`NULL`
      : sql`(SELECT key FROM collections WHERE id = ${collectionId} AND member = ${me})`;
  const hasTarget = collectionId === null ? sql`TRUE` : sql`${target} IS NOT NULL`;
  const named = sql`json_each(${JSON.stringify(postIds)}) i CROSS JOIN posts p ON p.id = i.value`;
  const [[found] = [], , moved = []] = await batchRows(db, [
    sql`SELECT ${hasTarget} AS hasTarget`,
    sql`
      UPDATE post_saves SET collection = ${target}
      WHERE member = ${me} AND saved_at IS NOT NULL AND collection IS NOT ${target} AND ${hasTarget}
        AND post IN (SELECT p.key FROM ${named} WHERE ${maySee(asViewer(viewer))})`,
    sql`
      SELECT DISTINCT i.value AS id FROM ${named} CROSS JOIN post_saves s ON s.post = p.key AND s.member = ${me}
      WHERE s.saved_at IS NOT NULL AND s.collection IS ${target} AND ${maySee(asViewer(viewer))}`,
  ]);
  if (!found?.hasTarget) throw collectionNotFound();
  const ids = new Set(moved.map(({ id }) => id));
  return { postIds: [...new Set(postIds)].filter((id) => ids.has(id)) };
}
