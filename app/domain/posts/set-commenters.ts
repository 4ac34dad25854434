import { eq } from "drizzle-orm";
import type { CommentersInput } from "~/contract/commenting";
import { users } from "~/db/schema";
import type { MemberCtx } from "../context";

/** Sets the members who may comment on the viewer's posts. Comments that are stored stay. */
export async function setCommenters(ctx: MemberCtx, { from }: CommentersInput): Promise<CommentersInput> {
  await ctx.db.update(users).set({ commentsFrom: from }).where(eq(users.id, ctx.viewer.id));
  ctx.realtime.postsChanged(ctx.viewer.id);
  return { from };
}
