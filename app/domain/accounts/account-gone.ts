import { sql } from "drizzle-orm";
import { unauthenticated } from "~/contract/errors";
import { isForeignKeyViolation } from "~/db/violations";
import type { Ctx } from "../context";

/**
 * Returns the error for a request that failed: `unauthenticated` when the viewer's account was deleted while the request ran,
 * for example while a photo was processed; every other error unchanged.
 */
export async function orAccountGone(
  { db, viewer }: Pick<Ctx, "db" | "viewer">,
  error: unknown,
): Promise<unknown> {
  if (!viewer || !isForeignKeyViolation(error)) return error;
  const member = await db.get(sql`SELECT 1 FROM users WHERE id = ${viewer.id}`);
  return member === undefined ? unauthenticated() : error;
}
