import { type SQL, sql } from "drizzle-orm";
import { notRestored, postColumnsWithout } from "~/db/schema/post-columns";

/** The columns of removed content that a decision keeps, so that it can be restored. */
export const columns = {
  posts: postColumnsWithout(notRestored).map(([, column]) => column),
  post_photos: list("media_id, position, width, height, placeholder, color, alt_text, is_ai, original_size"),
  media: list(
    "id, user_id, content_type, size, width, height, placeholder, color, created_at, is_ai, original_size",
  ),
  ai_images: list(
    "id, user_id, prompt, image_url, media_id, style, source_image_url, kind, engine, model, saved_at, created_at",
  ),
};
export type Stored = keyof typeof columns;

function list(names: string): string[] {
  return names.split(/,\s+/);
}

/** Returns a row of a table as a JSON object. */
export const jsonOf = (table: Stored, alias: string): SQL =>
  sql.raw(`json_object(${columns[table].map((name) => `'${name}', ${alias}.${name}`).join(", ")})`);
