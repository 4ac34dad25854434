import { eq } from "drizzle-orm";
import { sessions } from "~/db/schema";
import type { Ctx } from "../context";

/** Ends the viewer's session and closes its sockets. Does nothing for a visitor. */
export async function logOut(ctx: Ctx): Promise<void> {
  if (!ctx.viewer) return;
  const { id, sessionId } = ctx.viewer;
  await ctx.db.delete(sessions).where(eq(sessions.id, sessionId));
  ctx.realtime.endSessions(id, [sessionId]);
}
