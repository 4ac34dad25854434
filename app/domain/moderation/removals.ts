import { type SQL, sql } from "drizzle-orm";
import { AppError } from "~/contract/errors";
import type { ReportKind } from "~/contract/safety";
import { tagsIn } from "~/contract/text-links";
import { type Chats, chatOfMessage } from "~/db/chats";
import { rowId } from "~/db/cursor";
import { postKey } from "~/db/keys";
import type { MemberCtx } from "../context";
import { tagPost } from "../posts/tag-post";

/** A subject as a report names it. */
export interface Subject {
  kind: ReportKind;
  id: string;
  /** The post itself, or the post of a comment. */
  postId: string;
}

interface Removable {
  /** Selects the subject as JSON `content`, with the id of its photo or file as `mediaId`; no row when it is gone. */
  content: SQL;
  /** Deletes the subject, its media rows, and all that shows them. @param mediaIds its photos or file */
  remove: (mediaIds: readonly string[], condition: SQL) => SQL[];
}

const POST = ["id", "user_id", "caption", "media_url", "media_id", "width", "height", "placeholder", "color"];
const POST_TEXTS = ["location", "alt_text", "is_ai", "created_at", "edited_at"];
const POST_PHOTO = [
  "media_id",
  "position",
  "width",
  "height",
  "placeholder",
  "color",
  "alt_text",
  "is_ai",
  "original_size",
];
const MEDIA = [
  "id",
  "user_id",
  "content_type",
  "size",
  "width",
  "height",
  "placeholder",
  "color",
  "created_at",
];
const IMAGE = [
  "id",
  "user_id",
  "prompt",
  "image_url",
  "media_id",
  "style",
  "source_image_url",
  "kind",
  "engine",
];

const columns = {
  posts: [
    ...POST,
    ...POST_TEXTS,
    "is_sensitive",
    "is_covered",
    "photo_count",
    "visibility",
    "camera",
    "words",
    "original_size",
  ],
  post_photos: POST_PHOTO,
  media: [...MEDIA, "is_ai", "original_size"],
  ai_images: [...IMAGE, "model", "saved_at", "created_at"],
};
type Stored = keyof typeof columns;

/** Returns a row of a table as a JSON object. */
const jsonOf = (table: Stored, alias: string): SQL =>
  sql.raw(`json_object(${columns[table].map((name) => `'${name}', ${alias}.${name}`).join(", ")})`);

/** Replies kept with a removed comment, oldest first: with the longest texts they fit into a value of D1. */
export const KEPT_REPLIES = 100;

const commentJson = (alias: "c" | "r"): SQL =>
  sql.raw(`json_object('id', ${alias}.id, 'member', (SELECT id FROM users WHERE key = ${alias}.member), 'comment', ${alias}.comment,
    'at', ${alias}.created_at, 'hidden', ${alias}.is_hidden, 'parent', ${alias}.parent_id,
    'edited', ${alias}.edited_at)`);

/** Inserts a comment from its JSON object. */
function restoreComment(postId: string, json: SQL, removed: SQL): SQL {
  const field = (name: string) => sql`${json} ->> ${sql.raw(`'$.${name}'`)}`;
  return sql`
    INSERT OR IGNORE INTO post_comments (post, id, member, comment, created_at, is_hidden, parent_id, edited_at)
    SELECT p.key, ${field("id")}, u.key, ${field("comment")}, ${field("at")}, ${field("hidden")},
      (SELECT id FROM post_comments WHERE post = p.key AND id = ${field("parent")}), ${field("edited")}
    FROM posts p CROSS JOIN ${removed} AND p.id = ${postId} AND u.id = ${field("member")}`;
}

/** Inserts a row of a table from the object under its name in a removal's content, unless it exists. */
const restoreRow = (table: Stored, decisionId: string, condition: SQL): SQL => sql`
  INSERT OR IGNORE INTO ${sql.raw(table)} (${sql.raw(columns[table].join(", "))})
  SELECT ${sql.raw(columns[table].map((name) => `content ->> '$.${table}.${name}'`).join(", "))}
  FROM removed_content WHERE decision_id = ${decisionId} AND content -> '$.${sql.raw(table)}' IS NOT NULL AND ${condition}`;

/** Restores the photos of a removed post after the first one. */
function restoreLaterPhotos(postId: string, decisionId: string, condition: SQL): SQL[] {
  const removed = sql`removed_content, json_each(content, '$.photos') photo
    WHERE decision_id = ${decisionId} AND ${condition}`;
  const values = (table: "media" | "post_photos") =>
    sql.raw(columns[table].map((name) => `photo.value ->> '$.${table}.${name}'`).join(", "));
  return [
    sql`INSERT OR IGNORE INTO media (${sql.raw(columns.media.join(", "))}) SELECT ${values("media")} FROM ${removed}`,
    sql`INSERT OR IGNORE INTO post_photos (post, ${sql.raw(columns.post_photos.join(", "))})
      SELECT ${postKey(postId)}, ${values("post_photos")} FROM ${removed}`,
  ];
}

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

/** Selects the content of `posts p` as `Removable` has it, with the id of the post as `postId`. */
export const postContents = (which: SQL): SQL => sql`
  SELECT p.id AS postId, json_object('posts', ${jsonOf("posts", "p")}, 'media', ${jsonOf("media", "m")}, 'photos', (
      SELECT json_group_array(json_object('post_photos', ${jsonOf("post_photos", "x")}, 'media', ${jsonOf("media", "o")}))
      FROM post_photos x JOIN media o ON o.id = x.media_id WHERE x.post = p.key
    )) AS content, p.media_id AS mediaId
  FROM posts p JOIN media m ON m.id = p.media_id WHERE ${which}`;

/** Returns how a subject is removed; null for a message that is gone, and for a member. */
export async function removableOf(
  { chats }: Pick<MemberCtx, "chats">,
  { kind, id, postId }: Subject,
  decisionId: string,
): Promise<Removable | null> {
  switch (kind) {
    case "post":
      return {
        content: postContents(sql`p.id = ${id}`),
        remove: withoutFiles,
      };
    case "comment":
      return {
        content: sql`SELECT json_set(${commentJson("c")}, '$.replies', (
              SELECT json_group_array(json(reply)) FROM (
                SELECT ${commentJson("r")} AS reply FROM post_comments r INDEXED BY post_comments_replies
                WHERE r.post = c.post AND r.parent_id = c.id AND r.parent_id IS NOT NULL ORDER BY r.id LIMIT ${sql.raw(String(KEPT_REPLIES))})
            )) AS content, NULL AS mediaId
          FROM posts p JOIN post_comments c ON c.post = p.key AND c.id = ${id}
          WHERE p.id = ${postId}`,
        remove: (_, condition) => [
          sql`DELETE FROM post_comments WHERE post = ${postKey(postId)} AND id = ${id} AND ${condition}`,
        ],
      };
    case "message":
      return messageRemovable(chats, rowId(id), decisionId);
    case "ai_image":
      return {
        content: sql`SELECT json_object('ai_images', ${jsonOf("ai_images", "a")}, 'media', ${jsonOf("media", "m")}) AS content,
            a.media_id AS mediaId
          FROM ai_images a JOIN media m ON m.id = a.media_id WHERE a.id = ${id}`,
        remove: withoutFiles,
      };
    case "member":
      return null;
  }
}

/**
 * The message is read from its database; `completeRemovals` removes it there. The row of its file is in the main one,
 * so no file is served any more once the decision is stored.
 */
async function messageRemovable(chats: Chats, id: number, decisionId: string): Promise<Removable | null> {
  const found = await chatOfMessage(chats, id).get<
    { content: string; mediaId: string | null } | undefined
  >(sql`
    SELECT json_object('id', id, 'content', content, 'at', created_at, 'type', attachment_type, 'name', attachment_name,
        'size', attachment_size) AS content, attachment_media_id AS mediaId
    FROM chat_messages WHERE id = ${id} AND content IS NOT NULL`);
  if (!found) return null;
  const { content, mediaId } = found;
  return {
    content: sql`SELECT json_set(${content}, '$.media', json(iif(m.width > 0, ${jsonOf("media", "m")}, NULL))) AS content,
        ${mediaId} AS mediaId
      FROM (SELECT 1) LEFT JOIN media m ON m.id = ${mediaId}`,
    remove: (mediaIds, condition) => [
      ...withoutFiles(mediaIds, condition),
      recordRemoval(id, decisionId, 0, condition),
    ],
  };
}

const recordRemoval = (id: number, decisionId: string, isUndone: 0 | 1, condition: SQL): SQL => sql`
  INSERT OR REPLACE INTO message_removals (message_id, decision_id, is_undone)
  SELECT ${id}, ${decisionId}, ${isUndone} WHERE ${condition}`;

/**
 * Stores the files of removed photos again. They are queued for removal first: if the decision is not stored after all,
 * the next sweep removes them; `allowFile` dequeues them. A message's file that is no image is not restored.
 * @throws AppError `conflict` when the copy of a photo is no longer stored
 */
export async function restoreFiles(
  { db, media }: Pick<MemberCtx, "db" | "media">,
  mediaIds: readonly string[],
  kind: ReportKind,
): Promise<void> {
  if (mediaIds.length === 0) return;
  const isPrivate = kind === "message";
  // A photo of a held post can be in use elsewhere.
  await db.run(sql`
    INSERT OR IGNORE INTO media_removals (media_id)
    SELECT value FROM json_each(${JSON.stringify(mediaIds)}) WHERE value NOT IN (SELECT id FROM media WHERE id = value)`);
  for (const id of mediaIds) {
    const isRestored = await media.restore(id, isPrivate ? "attachments" : "photos");
    if (!isRestored && !isPrivate) throw new AppError("conflict", "The photo is no longer stored.");
  }
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

/**
 * Returns the statements that restore the content of a decision. Likes, comments of a post, and a file that is no image
 * are not restored. A reply whose comment is gone becomes a comment.
 */
export function restore(
  { kind, id, postId }: Subject,
  decisionId: string,
  caption: string,
  condition: SQL,
): SQL[] {
  const media = restoreRow("media", decisionId, condition);
  const ofDecision = sql`decision_id = ${decisionId} AND ${condition}`;
  switch (kind) {
    case "post":
      return [
        media,
        restoreRow("posts", decisionId, condition),
        ...restoreLaterPhotos(id, decisionId, condition),
        tagPost(id, tagsIn(caption)),
      ];
    case "comment":
      return [
        restoreComment(postId, sql`content`, sql`removed_content CROSS JOIN users u WHERE ${ofDecision}`),
        restoreComment(
          postId,
          sql`r.value`,
          sql`removed_content CROSS JOIN json_each(content, '$.replies') r CROSS JOIN users u WHERE ${ofDecision}`,
        ),
      ];
    case "message":
      return [media, recordRemoval(rowId(id), decisionId, 1, condition)];
    case "ai_image":
      return [media, restoreRow("ai_images", decisionId, condition)];
    case "member":
      return [];
  }
}
