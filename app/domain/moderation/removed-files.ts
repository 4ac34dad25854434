import { type SQL, sql } from "drizzle-orm";

/** Returns the ids of removed content's files, as a JSON array. @param row with `media_id` and `content` */
export const mediaOfRemoved = (mediaId: SQL, content: SQL): SQL => sql`(
  SELECT json_group_array(id) FROM (
    SELECT ${mediaId} AS id WHERE ${mediaId} IS NOT NULL
    UNION ALL SELECT value ->> '$.media.id' FROM json_each(${content}, '$.photos')))`;

/** Returns the statement that keeps copies of a post's later photos while it is reported or removed. */
export const keepEvidence = (postId: string, mediaIds: readonly string[], condition: SQL): SQL => sql`
  INSERT OR IGNORE INTO evidence_photos (post_id, media_id)
  SELECT ${postId}, value FROM json_each(${JSON.stringify(mediaIds)}) WHERE ${condition}`;

/** Returns the statements that delete photos and what shows them: a post goes with any of its photos. */
export function withoutFiles(mediaIds: readonly string[], condition: SQL): SQL[] {
  const ids = sql`(SELECT value FROM json_each(${JSON.stringify(mediaIds)}))`;
  return [
    sql`
      DELETE FROM posts WHERE id IN (
        SELECT id FROM posts WHERE media_id IN ${ids}
        UNION SELECT p.id FROM post_photos x JOIN posts p ON p.key = x.post WHERE x.media_id IN ${ids}) AND ${condition}`,
    sql`
      UPDATE users SET profile_image = NULL
      WHERE id IN (SELECT user_id FROM media WHERE id IN ${ids})
        AND profile_image IN (SELECT '/media/' || value FROM json_each(${JSON.stringify(mediaIds)})) AND ${condition}`,
    sql`DELETE FROM ai_images WHERE media_id IN ${ids} AND ${condition}`,
    sql`DELETE FROM media WHERE id IN ${ids} AND ${condition}`,
  ];
}

/**
 * Returns the statements that refuse uploads of a file from now on, and of photos that look like it. They run before
 * the file's row is deleted.
 * @param hashes of its stored files, in hex (`MediaStore.hashes`)
 */
export const refuseFile = (mediaId: string, hashes: readonly string[], condition: SQL): SQL[] => [
  sql`INSERT OR IGNORE INTO removed_hashes (hash, media_id)
    SELECT hash, id FROM media WHERE id = ${mediaId} AND hash IS NOT NULL AND ${condition}
    UNION ALL SELECT unhex(value), ${mediaId} FROM json_each(${JSON.stringify(hashes)}) WHERE ${condition}`,
  sql`INSERT OR IGNORE INTO removed_looks (media_id, look_high, look_low)
    SELECT id, look_high, look_low FROM media WHERE id = ${mediaId} AND look_high IS NOT NULL AND ${condition}`,
];

/** Returns the statements that allow uploads of a removed file again, and keep its restored files. */
export const allowFile = (mediaId: string, condition: SQL): SQL[] => [
  sql`DELETE FROM removed_hashes WHERE media_id = ${mediaId} AND ${condition}`,
  sql`DELETE FROM removed_looks WHERE media_id = ${mediaId} AND ${condition}`,
  sql`DELETE FROM media_removals WHERE media_id = ${mediaId} AND ${condition}`,
];

/**
 * Returns the statement that replaces the image check's verdicts by a moderator's, who allows the photos.
 * @param mediaIds a subquery
 */
export const settleVerdicts = (mediaIds: SQL, condition: SQL): SQL =>
  sql`UPDATE media SET verdict = 'clear', verdict_reason = NULL WHERE id IN ${mediaIds} AND ${condition}`;
