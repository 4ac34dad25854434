import { msg } from "@lingui/core/runtime-macro";
import { type SQL, sql } from "drizzle-orm";
import { AppError } from "~/contract/errors";
import type { ReportKind } from "~/contract/safety";
import { tagsIn } from "~/contract/text-links";
import { rowId } from "~/db/cursor";
import { postKey } from "~/db/keys";
import type { MemberCtx } from "../context";
import { tagPost } from "../posts/tag-post";
import { foldStoredTags } from "../search/fold-tags";
import { columns, type Stored } from "./content-columns";
import { recordRemoval, type Subject } from "./removals";

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
        foldStoredTags(tagsIn(caption)),
      ].filter((statement) => statement !== null);
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
    if (!isRestored && !isPrivate) throw new AppError("conflict", msg`The photo is no longer stored.`);
  }
}
