import { type SQL, sql } from "drizzle-orm";
import { newId } from "~/contract/ids";
import { IMAGE_CHECK, type ModerationAction } from "~/contract/moderation";
import type { ReportReason } from "~/contract/safety";
import { batchRows } from "~/db/batch";
import { limit } from "~/db/limit";
import { postsWithMedia } from "~/db/post-photos";
import { logError } from "~/platform/log";
import type { Ctx } from "../context";
import { sweepRemovals } from "../media/sweep-removals";
import { notifiedOfPosts } from "../presence/hub-subscriptions";
import { urgencies } from "../safety/report";
import { postRows, subjectIn } from "../safety/snapshot";
import { notifyOf, publishNotices } from "./notices";
import { publishPosts, publishRemovedPost } from "./publish-decision";
import { postContents } from "./removals";
import { mediaOfRemoved, refuseFile, withoutFiles } from "./removed-files";

type CheckCtx = Pick<Ctx, "db" | "chats" | "media" | "now" | "realtime">;

/** A post, and the id of a decision about it. */
interface DecidedPost {
  id: string;
  postId: string;
  ownerId: string;
}

/** Returns posts with a photo, of which a member can have many, each with the id of a new decision. */
async function postsWith({ db, now }: CheckCtx, mediaId: string, condition: SQL, most = -1) {
  const posts = await db.all<Omit<DecidedPost, "id">>(sql`
    SELECT id AS postId, user_id AS ownerId FROM posts WHERE id IN ${postsWithMedia(mediaId)} AND ${condition}
    ORDER BY id ${limit(most)}`);
  return posts.map((post): DecidedPost => ({ id: newId(now().getTime()), ...post }));
}

const listOf = (values: readonly string[]): SQL =>
  sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;

/**
 * Returns the statement that logs decisions of the image check about posts for which the condition on `posts p` holds.
 */
const logOf = (
  posts: readonly DecidedPost[],
  action: ModerationAction,
  reason: ReportReason,
  now: Date,
  condition: SQL,
) => sql`
  INSERT INTO moderation_log (id, actor_id, actor_name, action, member_id, member_name, kind, subject_id, post_id, reason,
    has_removed, created_at)
  SELECT d.value ->> 'id', NULL, ${IMAGE_CHECK}, ${action}, u.id, u.username, 'post', p.id, p.id, ${reason},
    ${action === "hold" ? 1 : 0}, ${now.toISOString()}
  FROM json_each(${JSON.stringify(posts)}) d CROSS JOIN posts p ON p.id = d.value ->> 'postId' JOIN users u ON u.id = p.user_id
  WHERE ${condition}
  RETURNING id AS id`;

/** Selects the decisions of a list that are logged. */
const loggedOf = (posts: readonly DecidedPost[]): SQL =>
  sql`SELECT id, subject_id AS postId FROM moderation_log WHERE id IN ${listOf(posts.map(({ id }) => id))}`;

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
  const [[first] = [], notices] = await batchRows(ctx.db, [
    logOf(posts, "cover", reason, now, isShown),
    notifyOf("moderation", sql`u.id = ${owner.ownerId} AND EXISTS (${logged})`, now),
    sql`UPDATE posts SET is_covered = 1 WHERE id IN (SELECT postId FROM (${logged}))`,
  ]);
  if (!first) return;
  publishNotices(ctx, notices);
  publishPosts(ctx, owner.ownerId);
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
  const { reports, notified } = await readHeld(ctx, ids, mediaId, now);
  const logged = loggedOf(posts);
  const isHeld = sql`EXISTS (${logged})`;
  const remaining = sql`SELECT 1 FROM posts WHERE id IN ${postsWithMedia(mediaId)}`;
  const rows = await batchRows(ctx.db, [
    logOf(posts, "hold", reason, now, sql`TRUE`),
    notifyOf("moderation", sql`u.id = ${owner.ownerId} AND ${isHeld}`, now),
    sql`${remaining} AND id NOT IN ${listOf(ids)} LIMIT 1`,
    ...holdStatements(logged, reports, reason, now),
    ...refuseFile(mediaId, hashes, isHeld),
    sql`DELETE FROM posts WHERE id IN (SELECT postId FROM (${logged}))`,
    ...withoutFiles([mediaId], sql`${isHeld} AND NOT EXISTS (${remaining})`),
  ]);
  const [[first] = [], notices, [other] = []] = rows;
  if (!first) return !other;
  publishNotices(ctx, notices);
  for (const postId of ids) publishRemovedPost(ctx, owner.ownerId, postId, notified);
  if (other) return false;
  // With the other photos of these posts. The rows are deleted, so the next sweep repeats it.
  await ctx.media
    .remove([mediaId])
    .then(() => sweepRemovals(ctx))
    .catch((error: unknown) => logError(error, { event: "held file not deleted" }));
  return true;
}

interface HeldReport {
  id: string;
  postId: string;
  details: string;
  snapshot: string;
}

/**
 * Copies the photos of posts that are to be held, and returns the reports about them and the hubs that show
 * notifications of them.
 */
async function readHeld(ctx: CheckCtx, ids: string[], mediaId: string, now: Date) {
  const which = sql`p.id IN ${listOf(ids)}`;
  const [rows = [], contents = [], hubs = []] = await batchRows(ctx.db, [
    postRows(which, null),
    sql`SELECT postId, ${mediaOfRemoved(sql`mediaId`, sql`content`)} AS mediaIds FROM (${postContents(which)})`,
    notifiedOfPosts(ids),
  ]);
  const photosOf = new Map(
    // The statement writes the array.
    contents.map(({ postId, mediaIds }) => [String(postId), JSON.parse(String(mediaIds)) as string[]]),
  );
  for (const one of new Set([...photosOf.values()].flat())) await ctx.media.preserve(one);
  const reports = rows.map((row): HeldReport => {
    const postId = String(row.postId);
    const photos = photosOf.get(postId) ?? [];
    const position =
      photos.length > 1 ? ` It is about photo ${photos.indexOf(mediaId) + 1} of ${photos.length}.` : "";
    return {
      id: newId(now.getTime()),
      postId,
      details: `Held by the image check: nobody sees the post until a moderator decides.${position}`,
      snapshot: JSON.stringify(subjectIn(row).snapshot),
    };
  });
  return { reports, notified: hubs.map(({ id }) => String(id)) };
}

/**
 * Returns the statements that store the content of held posts and report them.
 * @param logged the decisions about them
 */
const holdStatements = (logged: SQL, reports: HeldReport[], reason: ReportReason, now: Date): SQL[] => [
  sql`INSERT INTO removed_content (decision_id, kind, content, media_id, created_at)
    SELECT l.id, 'post', c.content, c.mediaId, ${now.toISOString()}
    FROM (${logged}) l JOIN (${postContents(sql`p.id IN (SELECT postId FROM (${logged}))`)}) c ON c.postId = l.postId`,
  sql`INSERT INTO abuse_reports
      (id, reporter_id, member_id, kind, subject_id, post_id, reason, details, urgency, snapshot, media_id, created_at)
    SELECT r.value ->> 'id', ${IMAGE_CHECK}, p.user_id, 'post', p.id, p.id, ${reason}, r.value ->> 'details', ${urgencies[reason]},
      r.value ->> 'snapshot', p.media_id, ${now.toISOString()}
    FROM json_each(${JSON.stringify(reports)}) r CROSS JOIN posts p ON p.id = r.value ->> 'postId'
    WHERE p.id IN (SELECT postId FROM (${logged}))
    ON CONFLICT (reporter_id, kind, subject_id) DO UPDATE SET reason = excluded.reason, details = excluded.details, created_at = excluded.created_at,
      snapshot = excluded.snapshot, media_id = excluded.media_id, closed_at = NULL, has_led_to_action = NULL`,
  sql`INSERT OR IGNORE INTO evidence_photos (post_id, media_id)
    SELECT p.id, x.media_id FROM posts p JOIN post_photos x ON x.post = p.key WHERE p.id IN (SELECT postId FROM (${logged}))`,
];
