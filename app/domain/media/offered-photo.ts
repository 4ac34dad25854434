import { sql } from "drizzle-orm";
import { mediaIdOf } from "~/contract/media-address";
import type { MemberCtx } from "../context";

/**
 * Returns the photo that the composer's URL names (`/post?imageUrl=…`) and whether an AI tool made it. Null unless it is the
 * viewer's own media on this site.
 */
export async function offeredPhoto(
  ctx: MemberCtx,
  url: string,
): Promise<{ url: string; isAi: boolean } | null> {
  const id = mediaIdOf(url);
  if (!id) return null;
  const row = await ctx.db.get<{ isAi: number } | undefined>(sql`
    SELECT is_ai AS isAi FROM media WHERE id = ${id} AND user_id = ${ctx.viewer.id}`);
  return row ? { url, isAi: row.isAi === 1 } : null;
}
