import { eq } from "drizzle-orm";
import { sessions } from "~/db/schema";
import type { Ctx } from "../context";

/** Ends the viewer's session, with the sockets it has open. Logging out when nobody is signed in is harmless. */
export async function logOut(ctx: Ctx): Promise<void> {
  if (!ctx.viewer) return;
  await ctx.db.delete(sessions).where(eq(sessions.id, ctx.viewer.sessionId));
  ctx.realtime.endSessions(ctx.viewer.id, [ctx.viewer.sessionId]);
}
