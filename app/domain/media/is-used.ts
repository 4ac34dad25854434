import { sql } from "drizzle-orm";

/**
 * The condition, for a query of `media`, that a row uses the file, or that an AI image was made from it. Each part is
 * one index look-up. Attachments of the other chat databases are not found.
 */
export const isUsed = sql`(
  EXISTS (SELECT 1 FROM posts WHERE media_id = media.id)
  OR EXISTS (SELECT 1 FROM post_photos WHERE media_id = media.id)
  OR EXISTS (SELECT 1 FROM ai_images WHERE media_id = media.id)
  OR EXISTS (SELECT 1 FROM ai_images WHERE source_image_url = '/media/' || media.id)
  OR EXISTS (SELECT 1 FROM chat_messages WHERE attachment_media_id = media.id)
  OR EXISTS (SELECT 1 FROM users WHERE id = media.user_id AND profile_image = '/media/' || media.id))`;
