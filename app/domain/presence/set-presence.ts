import { eq } from "drizzle-orm";
import type { PresenceInput } from "~/contract/presence";
import { users } from "~/db/schema";
import type { MemberCtx } from "../context";

/** Hides or shows the viewer's presence. A member who hides it does not see the presence of others. */
export async function setPresence(ctx: MemberCtx, { hidden }: PresenceInput): Promise<PresenceInput> {
  await ctx.db.update(users).set({ presenceHidden: hidden }).where(eq(users.id, ctx.viewer.id));
  ctx.realtime.presenceChanged(ctx.viewer.id);
  return { hidden };
}
