import { type SQL, sql } from "drizzle-orm";
import { newId } from "~/contract/ids";
import type { IMAGE_CHECK, ModerationAction, WORD_CHECK } from "~/contract/moderation";
import type { ReportReason } from "~/contract/safety";
import { batchRows } from "~/db/batch";
import type { Ctx } from "../context";
import { notifiedOfPosts } from "../presence/hub-subscriptions";
import { urgencies } from "../safety/report";
import { postRows, subjectIn } from "../safety/snapshot";
import { postContents } from "./removals";
import { mediaOfRemoved } from "./removed-files";

/** An automatic check, as the log and reports name it. */
type Check = typeof IMAGE_CHECK | typeof WORD_CHECK;

export type CheckCtx = Pick<Ctx, "db" | "chats" | "media" | "now" | "realtime">;

/** A post, and the id of a decision about it. */
export interface DecidedPost {
  id: string;
  postId: string;
  ownerId: string;
}

export const listOf = (values: readonly string[]): SQL =>
  sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;

/** Returns the statement that logs an automatic check's decisions about posts that meet `condition` on `posts p`. */
export const logOf = (
  check: Check,
  posts: readonly DecidedPost[],
  action: ModerationAction,
  reason: ReportReason,
  now: Date,
  condition: SQL,
) => sql`
  INSERT INTO moderation_log (id, actor_id, actor_name, action, member_id, member_name, kind, subject_id, post_id, reason,
    has_removed, created_at)
  SELECT d.value ->> 'id', NULL, ${check}, ${action}, u.id, u.username, 'post', p.id, p.id, ${reason},
    ${action === "hold" ? 1 : 0}, ${now.toISOString()}
  FROM json_each(${JSON.stringify(posts)}) d CROSS JOIN posts p ON p.id = d.value ->> 'postId' JOIN users u ON u.id = p.user_id
  WHERE ${condition}
  RETURNING id AS id`;

/** Selects the decisions of a list that are logged. */
export const loggedOf = (posts: readonly DecidedPost[]): SQL =>
  sql`SELECT id, subject_id AS postId FROM moderation_log WHERE id IN ${listOf(posts.map(({ id }) => id))}`;

interface HeldReport {
  id: string;
  postId: string;
  details: string;
  snapshot: string;
}

/**
 * Copies the photos of posts that are to be held, and returns the reports about them and the hubs that show
 * notifications of them.
 * @param detailsOf returns why a post with these photos is held
 */
export async function readHeld(
  ctx: CheckCtx,
  ids: string[],
  now: Date,
  detailsOf: (photos: readonly string[]) => string,
) {
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
    return {
      id: newId(now.getTime()),
      postId,
      details: detailsOf(photos),
      snapshot: JSON.stringify(subjectIn(row).snapshot),
    };
  });
  return { reports, notified: hubs.map(({ id }) => String(id)) };
}

/**
 * Returns the statements that store the content of held posts and report them.
 * @param logged the decisions about them
 */
export const holdStatements = (
  check: Check,
  logged: SQL,
  reports: HeldReport[],
  reason: ReportReason,
  now: Date,
): SQL[] => [
  sql`INSERT INTO removed_content (decision_id, kind, content, media_id, created_at)
    SELECT l.id, 'post', c.content, c.mediaId, ${now.toISOString()}
    FROM (${logged}) l JOIN (${postContents(sql`p.id IN (SELECT postId FROM (${logged}))`)}) c ON c.postId = l.postId`,
  sql`INSERT INTO abuse_reports
      (id, reporter_id, member_id, kind, subject_id, post_id, reason, details, urgency, snapshot, media_id, created_at)
    SELECT r.value ->> 'id', ${check}, p.user_id, 'post', p.id, p.id, ${reason}, r.value ->> 'details', ${urgencies[reason]},
      r.value ->> 'snapshot', p.media_id, ${now.toISOString()}
    FROM json_each(${JSON.stringify(reports)}) r CROSS JOIN posts p ON p.id = r.value ->> 'postId'
    WHERE p.id IN (SELECT postId FROM (${logged}))
    ON CONFLICT (reporter_id, kind, subject_id) DO UPDATE SET reason = excluded.reason, details = excluded.details, created_at = excluded.created_at,
      snapshot = excluded.snapshot, media_id = excluded.media_id, closed_at = NULL, has_led_to_action = NULL`,
  sql`INSERT OR IGNORE INTO evidence_photos (post_id, media_id)
    SELECT p.id, x.media_id FROM posts p JOIN post_photos x ON x.post = p.key WHERE p.id IN (SELECT postId FROM (${logged}))`,
];
