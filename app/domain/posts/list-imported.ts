import { sql } from "drizzle-orm";
import type { ImportKeys } from "~/contract/posts";
import type { MemberCtx } from "../context";

/**
 * Returns those of the keys that posts of the viewer have as their `clientId`, or had until they were deleted: an
 * import leaves these posts out before it uploads their photos. Each key is a seek of two indexes.
 */
export async function listImported(
  { db, viewer }: MemberCtx,
  { clientIds }: ImportKeys,
): Promise<ImportKeys> {
  const found = await db.all<{ clientId: string }>(sql`
    SELECT DISTINCT i.value AS clientId FROM json_each(${JSON.stringify(clientIds)}) i
    WHERE EXISTS (SELECT 1 FROM posts WHERE user_id = ${viewer.id} AND client_id = i.value)
      OR EXISTS (SELECT 1 FROM deleted_client_ids WHERE user_id = ${viewer.id} AND kind = 'post' AND client_id = i.value)`);
  return { clientIds: found.map(({ clientId }) => clientId) };
}
