import { type SQL, sql } from "drizzle-orm";
import { mediaUrl } from "~/contract/media-address";
import type { PostPhoto } from "~/contract/posts";

/** Returns the ids of the media of a post, as a subquery. No other table is read for a post with one photo. */
export const mediaOfPost = (postId: string | SQL): SQL => sql`(
  SELECT media_id FROM posts WHERE id = ${postId}
  UNION ALL SELECT x.media_id FROM posts p JOIN post_photos x ON x.post = p.key WHERE p.id = ${postId} AND p.photo_count > 1)`;

/** Returns the ids of the posts with a photo at any position, as a subquery. */
export const postsWithMedia = (mediaId: string | SQL): SQL => sql`(
  SELECT id FROM posts WHERE media_id = ${mediaId}
  UNION SELECT p.id FROM post_photos x JOIN posts p ON p.key = x.post WHERE x.media_id = ${mediaId})`;

/** The photos of a post `p` after the first, as JSON for `readPhotos`. NULL when it has one; then no row is read. */
export const laterPhotos = sql`
  iif(p.photo_count = 1, NULL, (
    SELECT json_group_array(json_array(media_id, width, height, placeholder, color, alt_text, is_ai, original_size)) FROM (
      SELECT * FROM post_photos WHERE post = p.key ORDER BY position)))`;

/** The order of `json_array` above. */
type PhotoRow = [
  mediaId: string,
  width: number,
  height: number,
  placeholder: string,
  color: string,
  altText: string,
  isAi: number,
  originalSize: number | null,
];

/** Returns the photos of `laterPhotos`, in order. */
export function readPhotos(text: string | null): PostPhoto[] {
  if (text === null) return [];
  const rows = JSON.parse(text) as PhotoRow[];
  return rows.map(([mediaId, width, height, placeholder, color, altText, isAi, originalSize]) => ({
    mediaUrl: mediaUrl(mediaId),
    width,
    height,
    placeholder,
    color,
    altText,
    isAi: isAi === 1,
    ...(originalSize !== null && { originalSize }),
  }));
}
