import { sql } from "drizzle-orm";
import { mediaIdOf } from "~/contract/media-address";
import { readRows, type ViewerRead, viewerQuery } from "~/db/viewer-query";
import type { MemberCtx } from "../context";

/**
 * Returns the photo that the composer's URL names (`/post?imageUrl=…`) and whether an AI tool made it. Null unless it
 * is the viewer's own media on this site.
 */
export async function offeredPhoto(
  ctx: MemberCtx,
  url: string,
): Promise<{ url: string; isAi: boolean } | null> {
  const [[row] = []] = await readRows(ctx, ...offeredReads(url));
  return row ? { url, isAi: row.isAi === 1 } : null;
}

/** Returns the reads of `offeredPhoto`. */
export function offeredReads(url: string): ViewerRead<{ isAi: number }>[] {
  const id = mediaIdOf(url);
  return id ? [offeredRow(id)] : [];
}

const offeredRow = viewerQuery<string, { isAi: number }>({
  text: (viewer) => sql`
    SELECT is_ai AS isAi FROM media WHERE id = ${sql.placeholder("id")} AND user_id = ${viewer}`,
  values: (id) => ({ id }),
});
