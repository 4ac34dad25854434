import { eq } from "drizzle-orm";
import type { DiscoveryInput } from "~/contract/explore";
import { users } from "~/db/schema";
import type { MemberCtx } from "../context";

/** Keeps the viewer and their posts out of other members' Explore and suggestions, or lets them in again. */
export async function setDiscovery(ctx: MemberCtx, { hidden }: DiscoveryInput): Promise<DiscoveryInput> {
  await ctx.db.update(users).set({ discoveryHidden: hidden }).where(eq(users.id, ctx.viewer.id));
  return { hidden };
}
