import { eq } from "drizzle-orm";
import type { OriginalsInput } from "~/contract/media";
import { users } from "~/db/schema";
import type { MemberCtx } from "../context";

/** Stores the originals of the viewer's photos from now on, or stops it. Stored originals stay. */
export async function keepOriginals(ctx: MemberCtx, { kept }: OriginalsInput): Promise<OriginalsInput> {
  await ctx.db.update(users).set({ originalsKept: kept }).where(eq(users.id, ctx.viewer.id));
  return { kept };
}
