import { eq } from "drizzle-orm";
import { sessions } from "~/db/schema";
import type { Ctx } from "../context";

/** Ends the viewer's session. Logging out when nobody is signed in is harmless. */
export async function logOut(ctx: Ctx): Promise<void> {
  if (ctx.viewer) await ctx.db.delete(sessions).where(eq(sessions.id, ctx.viewer.sessionId));
}
