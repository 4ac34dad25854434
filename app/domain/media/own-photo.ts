import { sql } from "drizzle-orm";
import { type AppError, invalid } from "~/contract/errors";
import { mediaUrl } from "~/contract/media-address";
import type { PhotoFacts } from "~/contract/posts";
import { IMAGE_UNAVAILABLE } from "~/contract/texts";
import type { MemberCtx } from "../context";

/** The refusal of a photo that is someone else's, or of nobody's: in the same words. */
export function notTheirs(field: string): AppError {
  return invalid(field, IMAGE_UNAVAILABLE);
}

/**
 * The facts of a stored photo of the viewer's. Someone else's is refused in the same words as one that does not exist.
 * @param field the form field that named it
 * @throws AppError `invalid`
 */
export async function ownPhoto(
  ctx: MemberCtx,
  id: string,
  field = "mediaUrl",
): Promise<PhotoFacts & { id: string; url: string }> {
  const facts = await ctx.db.get<PhotoFacts | undefined>(sql`
    SELECT width AS width, height AS height, placeholder AS placeholder, color AS color
    FROM media WHERE id = ${id} AND user_id = ${ctx.viewer.id}`);
  if (!facts) throw notTheirs(field);
  return { ...facts, id, url: mediaUrl(id) };
}
