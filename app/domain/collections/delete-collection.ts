import { sql } from "drizzle-orm";
import { keyOf } from "~/db/keys";
import type { MemberCtx } from "../context";
import { collectionNotFound } from "../not-found";

/** Deletes a collection of the viewer. Its posts stay saved. @throws AppError `not_found` */
export async function deleteCollection({ db, viewer }: MemberCtx, id: string): Promise<void> {
  const deleted = await db.all(
    sql`DELETE FROM collections WHERE id = ${id} AND member = ${keyOf(viewer)} RETURNING id`,
  );
  if (deleted.length === 0) throw collectionNotFound();
}
