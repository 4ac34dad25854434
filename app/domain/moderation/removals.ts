import { type SQL, sql } from "drizzle-orm";
import type { ReportKind } from "~/contract/safety";
import { type Chats, chatOfMessage } from "~/db/chats";
import { rowId } from "~/db/cursor";
import { postKey } from "~/db/keys";
import type { MemberCtx } from "../context";
import { jsonOf } from "./content-columns";
import { withoutFiles } from "./removed-files";

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

/** Replies kept with a removed comment, oldest first: with the longest texts they fit into a value of D1. */
export const KEPT_REPLIES = 100;

const commentJson = (alias: "c" | "r"): SQL =>
  sql.raw(`json_object('id', ${alias}.id, 'member', (SELECT id FROM users WHERE key = ${alias}.member), 'comment', ${alias}.comment,
    'at', ${alias}.created_at, 'hidden', ${alias}.is_hidden, 'parent', ${alias}.parent_id,
    'edited', ${alias}.edited_at)`);

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

/** Records the removal of a message, or its end, which `completeRemovals` carries out. */
export const recordRemoval = (id: number, decisionId: string, isUndone: 0 | 1, condition: SQL): SQL => sql`
  INSERT OR REPLACE INTO message_removals (message_id, decision_id, is_undone)
  SELECT ${id}, ${decisionId}, ${isUndone} WHERE ${condition}`;
