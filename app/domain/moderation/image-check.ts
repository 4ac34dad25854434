import { type SQL, sql } from "drizzle-orm";
import { newId } from "~/contract/ids";
import { IMAGE_CHECK, type ModerationAction } from "~/contract/moderation";
import type { ReportReason } from "~/contract/safety";
import { batchRows } from "~/db/batch";
import { idsOf } from "~/db/ids-of";
import { postsWithMedia } from "~/db/post-photos";
import { logError } from "~/platform/log";
import type { Ctx } from "../context";
import { sweepRemovals } from "../media/sweep-removals";
import { notifiedOf } from "../presence/hub-subscriptions";
import { urgencies } from "../safety/report";
import { subjectIn, subjectOf } from "../safety/snapshot";
import { notifyOf, publishNotices } from "./notices";
import { publishPosts } from "./publish-decision";
import { keepEvidence, mediaOfRemoved, refuseFile, removableOf, withoutFiles } from "./removals";

type CheckCtx = Pick<Ctx, "db" | "chats" | "media" | "now" | "realtime">;

interface ShownPost {
  id: string;
  ownerId: string;
}

/** Returns the posts with a photo; a member can post one several times. */
const postsWith = ({ db }: CheckCtx, mediaId: string) =>
  db.all<ShownPost>(
    sql`SELECT id AS id, user_id AS ownerId FROM posts WHERE id IN ${postsWithMedia(mediaId)} ORDER BY id`,
  );

/** Returns the statement that logs a decision of the image check about a post, if the condition on `posts p` holds. */
const logOf = (
  id: string,
  action: ModerationAction,
  postId: string,
  reason: ReportReason,
  now: Date,
  condition: SQL,
) => sql`
  INSERT INTO moderation_log (id, actor_id, actor_name, action, member_id, member_name, kind, subject_id, post_id, reason,
    has_removed, created_at)
  SELECT ${id}, NULL, ${IMAGE_CHECK}, ${action}, u.id, u.username, 'post', p.id, p.id, ${reason}, ${action === "hold" ? 1 : 0},
    ${now.toISOString()}
  FROM posts p JOIN users u ON u.id = p.user_id WHERE p.id = ${postId} AND ${condition}
  RETURNING id AS id`;

const isLogged = (id: string) => sql`EXISTS (SELECT 1 FROM moderation_log WHERE id = ${id})`;

/**
 * Covers the posts with a photo that the image check found sensitive, with a decision in the log for each: its member
 * is notified and can appeal, and a moderator can undo it. Idempotent: a covered post stays as it is.
 */
export async function coverPhoto(ctx: CheckCtx, mediaId: string, reason: ReportReason): Promise<void> {
  for (const post of await postsWith(ctx, mediaId)) {
    const now = ctx.now();
    const id = newId(now.getTime());
    const [[logged] = [], notices] = await batchRows(ctx.db, [
      logOf(id, "cover", post.id, reason, now, sql`p.is_covered = 0`),
      notifyOf("moderation", sql`u.id = ${post.ownerId} AND ${isLogged(id)}`, now),
      sql`UPDATE posts SET is_covered = 1 WHERE id = ${post.id} AND ${isLogged(id)}`,
    ]);
    if (!logged) continue;
    publishNotices(ctx, notices);
    publishPosts(ctx, post.ownerId);
  }
}

/** Attempts to hold all posts with a photo while its owner adds or deletes some. */
const TRIES = 3;

/**
 * Holds the posts with a photo of which the image check is certain: puts them away as a removal does, so that nothing
 * serves them, and reports them to the moderators. Dismissing the report or covering the photo brings them back
 * (`decide`). One transaction holds all of them.
 * @throws when the owner keeps adding and deleting such posts; the next attempt of the check holds them then
 */
export async function holdPhoto(ctx: CheckCtx, mediaId: string, reason: ReportReason): Promise<void> {
  for (let left = TRIES; left > 0; left--) if (await tryToHold(ctx, mediaId, reason)) return;
  throw new Error("The posts with a photo keep changing.");
}

/** @returns whether no post with the photo is left */
async function tryToHold(ctx: CheckCtx, mediaId: string, reason: ReportReason): Promise<boolean> {
  const posts = await postsWith(ctx, mediaId);
  const [owner] = posts;
  if (!owner) return true;
  const hashes = await ctx.media.hashes(mediaId);
  const now = ctx.now();
  const areAll = sql`(SELECT count(*) FROM ${postsWithMedia(mediaId)}) = ${posts.length}`;
  const holds = await Promise.all(posts.map((post) => holdOf(ctx, post, mediaId, reason, now, areAll)));
  const hubs = await batchRows(
    ctx.db,
    posts.map(({ id }) => notifiedOf(id)),
  );
  const notified = idsOf(hubs.flat());
  const isHeld = isLogged(holds[0]?.id ?? "");
  const [[logged] = [], notices] = await batchRows(ctx.db, [
    ...holds.slice(0, 1).map(({ log }) => log),
    notifyOf("moderation", sql`u.id = ${owner.ownerId} AND ${isHeld}`, now),
    ...holds.slice(1).map(({ log }) => log),
    ...holds.flatMap(({ statements }) => statements),
    ...refuseFile(mediaId, hashes, isHeld),
    ...withoutFiles([mediaId], isHeld),
  ]);
  if (!logged) return false;
  publishNotices(ctx, notices);
  publishPosts(ctx, owner.ownerId);
  ctx.realtime.changed(notified, ["notifications"]);
  // With the other photos of these posts. The rows are deleted, so the next sweep repeats it.
  await ctx.media
    .remove([mediaId])
    .then(() => sweepRemovals(ctx))
    .catch((error: unknown) => logError(error, { event: "held file not deleted" }));
  return true;
}

/** Returns the statements that hold one post. */
async function holdOf(
  ctx: CheckCtx,
  { id: postId }: ShownPost,
  mediaId: string,
  reason: ReportReason,
  now: Date,
  condition: SQL,
) {
  const id = newId(now.getTime());
  const removable = await removableOf(ctx, { kind: "post", id: postId, postId }, id);
  const content = removable?.content ?? sql``;
  const [[row] = [], [stored] = []] = await batchRows(ctx.db, [
    subjectOf({ postId }, null).row ?? sql`SELECT 1 WHERE 0`,
    sql`SELECT ${mediaOfRemoved(sql`mediaId`, sql`content`)} AS mediaIds FROM (${content})`,
  ]);
  const snapshot = row ? JSON.stringify(subjectIn(row).snapshot) : "{}";
  const mediaIds = JSON.parse(String(stored?.mediaIds ?? "[]")) as string[];
  for (const one of mediaIds) await ctx.media.preserve(one);
  const which =
    mediaIds.length > 1 ? ` It is about photo ${mediaIds.indexOf(mediaId) + 1} of ${mediaIds.length}.` : "";
  return {
    id,
    log: logOf(id, "hold", postId, reason, now, condition),
    statements: [
      sql`INSERT INTO removed_content (decision_id, kind, content, media_id, created_at)
        SELECT ${id}, 'post', content, mediaId, ${now.toISOString()} FROM (${content}) WHERE ${isLogged(id)}`,
      sql`INSERT INTO abuse_reports
          (id, reporter_id, member_id, kind, subject_id, post_id, reason, details, urgency, snapshot, media_id, created_at)
        SELECT ${newId(now.getTime())}, ${IMAGE_CHECK}, user_id, 'post', id, id, ${reason},
          ${`Held by the image check: nobody sees the post until a moderator decides.${which}`}, ${urgencies[reason]}, ${snapshot},
          media_id, ${now.toISOString()}
        FROM posts WHERE id = ${postId} AND ${isLogged(id)}
        ON CONFLICT (reporter_id, kind, subject_id) DO UPDATE SET reason = excluded.reason, details = excluded.details, created_at = excluded.created_at,
          snapshot = excluded.snapshot, media_id = excluded.media_id, closed_at = NULL, has_led_to_action = NULL`,
      keepEvidence(postId, mediaIds.slice(1), isLogged(id)),
    ],
  };
}
