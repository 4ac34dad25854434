import { type SQL, sql } from "drizzle-orm";
import { batchRows } from "~/db/batch";
import { asViewer, maySee } from "~/db/visibility";
import type { MemberCtx } from "../context";
import { postNotFound } from "../not-found";
import { publishDeletedNotifications, publishNotifications } from "./publish-notifications";

interface Change {
  /** A statement of `app/db/reactions.ts`. */
  write: SQL;
  /** When `write` takes a reaction back: the condition that its notification stays. */
  keepsNotice?: SQL;
}

/** The post after the change. */
interface ReactionRow {
  ownerId: string;
  likeCount: number;
  keepsNotice: number;
}

/**
 * Stores a like or save of a post by the viewer, or takes one back, and publishes the change of its notification.
 * @throws AppError `not_found`
 */
export async function changeReaction(
  ctx: MemberCtx,
  postId: string,
  type: "like" | "save",
  { write, keepsNotice }: Change,
): Promise<{ post: ReactionRow; didChange: boolean }> {
  const [changed = [], [row] = []] = await batchRows(ctx.db, [
    write,
    sql`
      SELECT p.user_id AS ownerId, p.like_count AS likeCount, ${keepsNotice ?? sql`0`} AS keepsNotice
      FROM posts p WHERE p.id = ${postId} AND ${maySee(asViewer(ctx.viewer))}`,
  ]);
  // The statement above returns these columns.
  const post = row as ReactionRow | undefined;
  if (!post) throw postNotFound();
  const notices = changed.flatMap(({ notice, isAgain }) =>
    notice === null ? [] : [{ id: Number(notice), userId: post.ownerId, isAgain: isAgain === 1 }],
  );
  if (!keepsNotice) publishNotifications(ctx, notices, { type, entityId: postId });
  else if (!post.keepsNotice) publishDeletedNotifications(ctx, notices);
  return { post, didChange: changed.length > 0 };
}
