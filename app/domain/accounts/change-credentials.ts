import { eq } from "drizzle-orm";
import { passwordResets, users } from "~/db/schema";
import type { MemberCtx } from "../context";
import { closeSockets, deleteOtherSessions } from "./end-session";

/** Writes the viewer's new e-mail address or password hash, ends their other sessions and voids their reset links. */
export async function changeCredentials(
  ctx: MemberCtx,
  change: { email: string } | { password: string },
): Promise<void> {
  const { db, viewer } = ctx;
  const [, ended] = await db.batch([
    db.update(users).set(change).where(eq(users.id, viewer.id)),
    deleteOtherSessions(ctx),
    db.delete(passwordResets).where(eq(passwordResets.userId, viewer.id)),
  ]);
  closeSockets(ctx, viewer.id, ended);
}
