import { sql } from "drizzle-orm";
import type { CommentView } from "~/contract/comments";
import { readRows, viewerQuery } from "~/db/viewer-query";
import { maySee, viewerRow } from "~/db/visibility";
import type { MemberCtx } from "../context";
import { type CommentRow, commentColumns, isShown, toCommentView } from "./list-comments";
import { shownComments } from "./shown-posts";

/** A comment that an address names. */
export interface LinkedComment {
  /** The comment itself, or the one that it replies to. */
  comment: CommentView;
  /** The comment itself, when it is a reply. */
  reply: CommentView | null;
}

/** Returns a comment with the one that it replies to; null when the viewer does not see both, or it was deleted. */
export async function readLinkedComment(
  ctx: MemberCtx,
  postId: string,
  commentId: string,
): Promise<LinkedComment | null> {
  const [rows] = await readRows(ctx, linkedRows({ postId, commentId }));
  const comments = shownComments(ctx, rows.map(toCommentView));
  const comment = comments.find(({ parentId }) => parentId === null);
  const reply = comments.find(({ parentId }) => parentId !== null) ?? null;
  return comment && [comment.id, reply?.id].includes(commentId) ? { comment, reply } : null;
}

/** The comment and the one that it replies to, for `readLinkedComment`. */
export const linkedRows = viewerQuery<{ postId: string; commentId: string }, CommentRow>({
  text: (viewer) => sql`
    SELECT ${commentColumns}
    FROM users me CROSS JOIN posts p ON p.id = ${sql.placeholder("postId")}
      CROSS JOIN post_comments n ON n.post = p.key AND n.id = ${sql.placeholder("commentId")}
      CROSS JOIN post_comments c ON c.post = p.key AND c.id IN (n.id, n.parent_id) CROSS JOIN users u ON u.key = c.member
    WHERE me.id = ${viewer} AND ${maySee(viewerRow)} AND ${isShown}`,
  values: ({ postId, commentId }) => ({ postId, commentId }),
});
