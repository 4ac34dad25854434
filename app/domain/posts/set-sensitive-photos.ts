import { eq } from "drizzle-orm";
import type { SensitiveInput } from "~/contract/sensitive";
import { users } from "~/db/schema";
import type { MemberCtx } from "../context";

/** Sets the way in which the viewer sees sensitive photos. */
export async function setSensitivePhotos(ctx: MemberCtx, { mode }: SensitiveInput): Promise<SensitiveInput> {
  await ctx.db.update(users).set({ sensitivePhotos: mode }).where(eq(users.id, ctx.viewer.id));
  return { mode };
}
