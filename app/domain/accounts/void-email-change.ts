import { and, eq, isNull, type SQL } from "drizzle-orm";
import { emailChanges } from "~/db/schema";
import type { Ctx } from "../context";

/** Returns the statement that voids the links which would still change a member's email address. */
export function voidEmailChange(db: Ctx["db"], userId: string | SQL, at: string) {
  return db
    .update(emailChanges)
    .set({ usedAt: at })
    .where(and(eq(emailChanges.userId, userId), isNull(emailChanges.usedAt)));
}
