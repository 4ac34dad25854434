import { eq } from "drizzle-orm";
import type { AiPostsInput } from "~/contract/ai";
import { users } from "~/db/schema";
import type { MemberCtx } from "../context";

/** Hides other members' AI posts in the viewer's feed, or shows them again. */
export async function hideAiPosts(ctx: MemberCtx, { hidden }: AiPostsInput): Promise<AiPostsInput> {
  await ctx.db.update(users).set({ aiHidden: hidden }).where(eq(users.id, ctx.viewer.id));
  return { hidden };
}
