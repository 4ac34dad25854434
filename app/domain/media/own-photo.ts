import { sql } from "drizzle-orm";
import { type AppError, invalid } from "~/contract/errors";
import { mediaUrl } from "~/contract/media-address";
import type { PhotoFacts } from "~/contract/posts";
import { IMAGE_UNAVAILABLE } from "~/contract/texts";
import type { MemberCtx } from "../context";

/** Returns the error for a photo that does not exist or belongs to another member; the text does not reveal which. */
export function photoUnavailable(field: string): AppError {
  return invalid(field, IMAGE_UNAVAILABLE);
}

/**
 * Returns the facts of a stored photo that belongs to the viewer.
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
  if (!facts) throw photoUnavailable(field);
  return { ...facts, id, url: mediaUrl(id) };
}
