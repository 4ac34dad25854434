import { type SQL, sql } from "drizzle-orm";
import type { ReportKind } from "~/contract/safety";
import { tagsIn } from "~/contract/text-links";
import { rowId } from "~/db/cursor";
import { postKey } from "~/db/keys";
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
  /** Deletes the subject. A photo is deleted with its media row, and everything that shows it too. */
  remove: (condition: SQL) => SQL[];
}

const POST = ["id", "user_id", "caption", "media_url", "media_id", "width", "height", "placeholder", "color"];
const POST_TEXTS = ["location", "alt_text", "is_ai", "created_at", "edited_at"];
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
  posts: [...POST, ...POST_TEXTS],
  media: [...MEDIA, "is_ai"],
  ai_images: [...IMAGE, "model", "saved_at", "created_at"],
};
type Stored = keyof typeof columns;

/** Returns a row of a table as a JSON object. */
const jsonOf = (table: Stored, alias: string): SQL =>
  sql.raw(`json_object(${columns[table].map((name) => `'${name}', ${alias}.${name}`).join(", ")})`);

/** Inserts a row of a table from the object under its name in the content of a removal. Does nothing when the row exists. */
const restoreRow = (table: Stored, decisionId: string, condition: SQL): SQL => sql`
  INSERT OR IGNORE INTO ${sql.raw(table)} (${sql.raw(columns[table].join(", "))})
  SELECT ${sql.raw(columns[table].map((name) => `content ->> '$.${table}.${name}'`).join(", "))}
  FROM removed_content WHERE decision_id = ${decisionId} AND content -> '$.${sql.raw(table)}' IS NOT NULL AND ${condition}`;

const withoutFile = (mediaId: SQL, condition: SQL): SQL[] => [
  sql`UPDATE users SET profile_image = NULL
    WHERE id = (SELECT user_id FROM media WHERE id = ${mediaId}) AND profile_image = '/media/' || ${mediaId} AND ${condition}`,
  sql`DELETE FROM media WHERE id = ${mediaId} AND ${condition}`,
];

/** Returns how a subject is removed; null for a member, who has no content of their own. */
export function removableOf({ kind, id, postId }: Subject): Removable | null {
  switch (kind) {
    case "post":
      return {
        content: sql`SELECT json_object('posts', ${jsonOf("posts", "p")}, 'media', ${jsonOf("media", "m")}) AS content,
            p.media_id AS mediaId
          FROM posts p JOIN media m ON m.id = p.media_id WHERE p.id = ${id}`,
        remove: (condition) => withoutFile(sql`(SELECT media_id FROM posts WHERE id = ${id})`, condition),
      };
    case "comment":
      return {
        content: sql`SELECT json_object('id', c.id, 'post', p.id, 'member', u.id, 'comment', c.comment, 'at', c.created_at)
            AS content, NULL AS mediaId
          FROM posts p JOIN post_comments c ON c.post = p.key AND c.id = ${id} JOIN users u ON u.key = c.member
          WHERE p.id = ${postId}`,
        remove: (condition) => [
          sql`DELETE FROM post_comments WHERE post = ${postKey(postId)} AND id = ${id} AND ${condition}`,
        ],
      };
    case "message":
      return {
        content: sql`SELECT json_object('id', t.id, 'content', t.content, 'at', t.created_at, 'type', t.attachment_type,
              'name', t.attachment_name, 'size', t.attachment_size, 'media', json(iif(m.width > 0, ${jsonOf("media", "m")}, NULL)))
            AS content, t.attachment_media_id AS mediaId
          FROM chat_messages t LEFT JOIN media m ON m.id = t.attachment_media_id
          WHERE t.id = ${rowId(id)} AND t.content IS NOT NULL`,
        // A trigger deletes the file of a tombstone.
        remove: (condition) => [
          sql`UPDATE chat_messages SET content = NULL, unread_by = NULL, created_at = CAST(unixepoch('now', 'subsec') * 1000 AS integer),
              attachment_type = NULL, attachment_name = NULL, attachment_size = NULL
            WHERE id = ${rowId(id)} AND ${condition}`,
        ],
      };
    case "ai_image":
      return {
        content: sql`SELECT json_object('ai_images', ${jsonOf("ai_images", "a")}, 'media', ${jsonOf("media", "m")}) AS content,
            a.media_id AS mediaId
          FROM ai_images a JOIN media m ON m.id = a.media_id WHERE a.id = ${id}`,
        remove: (condition) => withoutFile(sql`(SELECT media_id FROM ai_images WHERE id = ${id})`, condition),
      };
    case "member":
      return null;
  }
}

/**
 * Returns the statements that restore the content of a decision. Likes and comments of a post, and a file that is no image, are
 * not restored.
 */
export function restore(
  { kind, id, postId }: Subject,
  decisionId: string,
  caption: string,
  condition: SQL,
): SQL[] {
  const media = restoreRow("media", decisionId, condition);
  const content = (path: string) => sql.raw(`content ->> '$.${path}'`);
  const removal = sql`FROM removed_content WHERE decision_id = ${decisionId} AND ${condition}`;
  switch (kind) {
    case "post":
      return [media, restoreRow("posts", decisionId, condition), tagPost(id, tagsIn(caption))];
    case "comment":
      return [
        sql`INSERT OR IGNORE INTO post_comments (post, id, member, comment, created_at)
          SELECT p.key, ${content("id")}, u.key, ${content("comment")}, ${content("at")}
          FROM removed_content JOIN posts p ON p.id = ${postId} JOIN users u ON u.id = ${content("member")}
          WHERE decision_id = ${decisionId} AND ${condition}`,
      ];
    case "message":
      return [
        media,
        sql`UPDATE chat_messages SET
            content = (SELECT ${content("content")} ${removal}), created_at = (SELECT ${content("at")} ${removal}),
            attachment_media_id = (SELECT ${content("media.id")} ${removal}),
            attachment_type = (SELECT iif(${content("media.id")} IS NULL, NULL, ${content("type")}) ${removal}),
            attachment_name = (SELECT iif(${content("media.id")} IS NULL, NULL, ${content("name")}) ${removal}),
            attachment_size = (SELECT iif(${content("media.id")} IS NULL, NULL, ${content("size")}) ${removal})
          WHERE id = ${rowId(id)} AND content IS NULL AND EXISTS (SELECT 1 ${removal})`,
      ];
    case "ai_image":
      return [media, restoreRow("ai_images", decisionId, condition)];
    case "member":
      return [];
  }
}
