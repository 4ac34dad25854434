import { type SQL, sql } from "drizzle-orm";
import { newId } from "~/contract/ids";
import { IMAGE_CHECK } from "~/contract/moderation";
import type { ReportReason } from "~/contract/safety";
import { batchRows } from "~/db/batch";
import { limit } from "~/db/limit";
import { postsWithMedia } from "~/db/post-photos";
import { logError } from "~/platform/log";
import { sweepRemovals } from "../media/sweep-removals";
import { notifyOf, publishDecisionNotifications } from "./decision-notifications";
import {
  type CheckCtx,
  type DecidedPost,
  holdStatements,
  listOf,
  loggedOf,
  logOf,
  readHeld,
} from "./hold-posts";
import { publishRemovedPost } from "./publish-decision";
import { refuseFile, withoutFiles } from "./removed-files";

/** Returns posts with a photo, of which a member can have many, each with the id of a new decision. */
async function postsWith({ db, now }: CheckCtx, mediaId: string, condition: SQL, most = -1) {
  const posts = await db.all<Omit<DecidedPost, "id">>(sql`
    SELECT id AS postId, user_id AS ownerId FROM posts WHERE id IN ${postsWithMedia(mediaId)} AND ${condition}
    ORDER BY id ${limit(most)}`);
  return posts.map((post): DecidedPost => ({ id: newId(now().getTime()), ...post }));
}

/**
 * Covers the posts with a photo that the image check found sensitive, with a decision in the log for each: its member
 * is notified and can appeal, and a moderator can undo it. Idempotent: a covered post stays as it is.
 */
export async function coverPhoto(ctx: CheckCtx, mediaId: string, reason: ReportReason): Promise<void> {
  const isShown = sql`is_covered = 0`;
  const posts = await postsWith(ctx, mediaId, isShown);
  const [owner] = posts;
  if (!owner) return;
  const now = ctx.now();
  const logged = loggedOf(posts);
  const [[first] = [], notifications] = await batchRows(ctx.db, [
    logOf(IMAGE_CHECK, posts, "cover", reason, now, isShown),
    notifyOf("moderation", sql`u.id = ${owner.ownerId} AND EXISTS (${logged})`, now),
    sql`UPDATE posts SET is_covered = 1 WHERE id IN (SELECT postId FROM (${logged}))`,
  ]);
  if (!first) return;
  publishDecisionNotifications(ctx, notifications);
  ctx.realtime.postsChanged(owner.ownerId);
}

/** Posts of one call: their snapshots are one value, and D1 has values of at most 2 MB. */
const HELD_AT_ONCE = 25;

/**
 * Holds posts with a photo of which the image check is certain: puts them away as a removal does, so that nothing
 * serves them, and reports them to the moderators. Dismissing the report or covering the photo brings them back
 * (`decide`). The photo is deleted with the last of them. One transaction holds HELD_AT_ONCE posts.
 * @returns whether no post with the photo is left
 */
export async function holdPhoto(ctx: CheckCtx, mediaId: string, reason: ReportReason): Promise<boolean> {
  const posts = await postsWith(ctx, mediaId, sql`TRUE`, HELD_AT_ONCE);
  const [owner] = posts;
  if (!owner) return true;
  const hashes = await ctx.media.hashes(mediaId);
  const now = ctx.now();
  const ids = posts.map(({ postId }) => postId);
  const { reports, notified } = await readHeld(ctx, ids, now, (photos) => detailsOf(photos, mediaId));
  const logged = loggedOf(posts);
  const isHeld = sql`EXISTS (${logged})`;
  const remaining = sql`SELECT 1 FROM posts WHERE id IN ${postsWithMedia(mediaId)}`;
  const rows = await batchRows(ctx.db, [
    logOf(IMAGE_CHECK, posts, "hold", reason, now, sql`TRUE`),
    notifyOf("moderation", sql`u.id = ${owner.ownerId} AND ${isHeld}`, now),
    sql`${remaining} AND id NOT IN ${listOf(ids)} LIMIT 1`,
    ...holdStatements(IMAGE_CHECK, logged, reports, reason, now),
    ...refuseFile(mediaId, hashes, isHeld),
    sql`DELETE FROM posts WHERE id IN (SELECT postId FROM (${logged}))`,
    ...withoutFiles([mediaId], sql`${isHeld} AND NOT EXISTS (${remaining})`),
  ]);
  const [[first] = [], notifications, [other] = []] = rows;
  if (!first) return !other;
  publishDecisionNotifications(ctx, notifications);
  for (const postId of ids) publishRemovedPost(ctx, owner.ownerId, postId, notified);
  if (other) return false;
  // With the other photos of these posts. The rows are deleted, so the next sweep repeats it.
  await ctx.media
    .remove([mediaId])
    .then(() => sweepRemovals(ctx))
    .catch((error: unknown) => logError(error, { event: "held file not deleted" }));
  return true;
}

function detailsOf(photos: readonly string[], mediaId: string): string {
  const position =
    photos.length > 1 ? ` It is about photo ${photos.indexOf(mediaId) + 1} of ${photos.length}.` : "";
  return `Held by the image check: nobody sees the post until a moderator decides.${position}`;
}
