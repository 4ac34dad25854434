import { type SQL, sql } from "drizzle-orm";
import { CARD_COMMENTS } from "~/contract/limits";
import type { CommentView, PostView } from "~/contract/posts";
import { notBlocked } from "./blocks";
import { limit } from "./limit";

/** One post with all a card shows, as SQLite answers it: booleans as numbers, comments as JSON. */
export interface PostRow extends Omit<PostView, "user" | "isAi" | "isLiked" | "isSaved" | "comments"> {
  username: string;
  fullName: string;
  profileImage: string | null;
  isAi: number;
  isLiked: number;
  isSaved: number;
  comments: string;
}

/**
 * The columns of a PostRow, with comments of members the viewer may see; for a query that has
 * `posts p JOIN users u ON u.id = p.user_id`.
 */
export function postColumns(viewerId: string | SQL, comments: number = CARD_COMMENTS): SQL {
  return sql`
    p.id AS id, p.user_id AS userId, p.caption AS caption, p.media_url AS mediaUrl, p.location AS location,
    p.alt_text AS altText, p.created_at AS createdAt, p.edited_at AS editedAt, p.width AS width, p.height AS height,
    p.placeholder AS placeholder, p.color AS color, p.like_count AS likeCount, p.comment_count AS commentCount, p.is_ai AS isAi,
    u.username AS username, u.full_name AS fullName, u.profile_image AS profileImage,
    EXISTS (SELECT 1 FROM likes l WHERE l.user_id = ${viewerId} AND l.post_id = p.id) AS isLiked,
    EXISTS (SELECT 1 FROM saved_posts s WHERE s.user_id = ${viewerId} AND s.post_id = p.id) AS isSaved,
    (SELECT json_group_array(json_array(
        c.id, c.user_id, c.comment, c.created_at, cu.username, cu.full_name, cu.profile_image))
      FROM (SELECT id, user_id, comment, created_at FROM comments WHERE post_id = p.id AND ${notBlocked(viewerId, sql`comments.user_id`)}
        ORDER BY id ${limit(comments)}) c
      JOIN users cu ON cu.id = c.user_id) AS comments`;
}

/** A row as the contract tells it. */
export function toPostView(row: PostRow): PostView {
  // Named one by one: the rest of an object costs several times as much, on every card.
  const { id, userId, username, fullName, profileImage } = row;
  return {
    id,
    userId,
    user: { id: userId, username, fullName, profileImage },
    caption: row.caption,
    mediaUrl: row.mediaUrl,
    width: row.width,
    height: row.height,
    placeholder: row.placeholder,
    color: row.color,
    location: row.location,
    altText: row.altText,
    createdAt: row.createdAt,
    editedAt: row.editedAt,
    isAi: row.isAi === 1,
    likeCount: row.likeCount,
    commentCount: row.commentCount,
    isLiked: row.isLiked === 1,
    isSaved: row.isSaved === 1,
    comments: readComments(id, row.comments),
  };
}

/** Written by the query above, in this very order; without names, which would be half of what a feed's reply weighs. */
type CommentRow = [
  id: string,
  userId: string,
  comment: string,
  createdAt: string,
  username: string,
  fullName: string,
  profileImage: string | null,
];

function readComments(postId: string, text: string): CommentView[] {
  if (text === "[]") return [];
  const rows = JSON.parse(text) as CommentRow[];
  return rows.map(([id, userId, comment, createdAt, username, fullName, profileImage]) => ({
    id,
    postId,
    userId,
    comment,
    createdAt,
    user: { id: userId, username, fullName, profileImage },
  }));
}
