import { msg } from "@lingui/core/runtime-macro";
import { sql } from "drizzle-orm";
import { AppError } from "~/contract/errors";
import { batchRows } from "~/db/batch";
import { idsOf } from "~/db/ids-of";
import { asViewer, maySee } from "~/db/visibility";
import type { MemberCtx } from "../context";
import { sweepRemovals } from "../media/sweep-removals";
import { postNotFound } from "../not-found";
import { notifiedOf } from "../presence/hub-subscriptions";
import { publishDeletedNotifications } from "./publish-notifications";

/**
 * Deletes the viewer's post with its comments, likes, saves and notifications. Its photo is removed after the reply.
 * @throws AppError `not_found`; `forbidden` for another member's post
 */
export async function deletePost(ctx: MemberCtx, postId: string): Promise<void> {
  const { viewer } = ctx;
  const [[post] = [], notified = []] = await batchRows(ctx.db, [
    sql`SELECT user_id AS userId FROM posts WHERE id = ${postId} AND ${maySee(asViewer(viewer), sql`posts`)}`,
    notifiedOf(postId),
    sql`DELETE FROM posts WHERE id = ${postId} AND user_id = ${viewer.id}`,
  ]);
  if (!post) throw postNotFound();
  if (post.userId !== viewer.id) throw new AppError("forbidden", msg`Only its owner can delete a post.`);
  ctx.realtime.postRemoved(viewer.id, postId);
  publishDeletedNotifications(ctx, idsOf(notified), { entityId: postId });
  ctx.defer(sweepRemovals(ctx));
}
