import { newId } from "~/contract/ids";
import type { MediaUpload } from "~/contract/media";
import { mediaUrl } from "~/contract/media-address";
import type { PhotoFacts } from "~/contract/posts";
import { media } from "~/db/schema";
import { isForeignKeyViolation } from "~/db/violations";
import type { MemberCtx } from "../context";

/**
 * Stores a photo of the viewer. Objects are written first, so that a row always has its objects. When the database refuses
 * the row, the objects are removed; after a failure that may have stored it, `sweepUnused` removes both.
 * @param bytes the uploaded file; the caller has checked its size
 * @param isAi whether an AI tool made it
 * @throws AppError `unsupported_media`, `too_large` (over 40 megapixels)
 */
export async function uploadPhoto(
  ctx: Pick<MemberCtx, "db" | "media" | "now"> & { viewer: { id: string } },
  bytes: Uint8Array,
  { isAi = false }: { isAi?: boolean } = {},
): Promise<MediaUpload & PhotoFacts & { id: string }> {
  const now = ctx.now();
  const id = newId(now.getTime());
  const stored = await ctx.media.putPhoto(id, bytes);
  try {
    const createdAt = now.toISOString();
    await ctx.db.insert(media).values({ id, userId: ctx.viewer.id, ...stored, isAi, createdAt });
  } catch (error) {
    if (isForeignKeyViolation(error)) await ctx.media.remove([id]);
    throw error;
  }
  return { id, url: mediaUrl(id), ...stored };
}
