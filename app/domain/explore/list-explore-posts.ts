import { type SQL, sql } from "drizzle-orm";
import type { ExplorePost } from "~/contract/explore";
import { CARD_COMMENTS } from "~/contract/limits";
import { notBlocked } from "~/db/blocks";
import { beforeId, firstPage, type Page, type PageRequest, pageOf } from "~/db/cursor";
import { limit } from "~/db/limit";
import { notMuted } from "~/db/mutes";
import { isMyConnection, type NearRow, reasonOf, secondDegree, viewerTags } from "~/db/near-viewer";
import { type PostRow, postColumns } from "~/db/post-rows";
import { me, myKey, namingWithKey, readRows, viewerQuery } from "~/db/viewer-query";
import type { MemberCtx } from "../context";
import { shownTo, viewFor } from "../posts/shown-posts";

/** The first part of a cursor within the posts with a reason. */
const WITH_REASON = "reason-";
/** Posts that a page reads for those without a reason: most can be by connections. */
const POSTS_READ = 300;

/** A row of a page. With a NULL `username` the post is not for Explore or the viewer; the cursor counts it. */
interface ExploreRow extends Omit<PostRow, "username">, NearRow {
  username: string | null;
  /** -1 for the last post that was read, when the page has room for more. */
  hasReason: number;
  /** The number of posts with a reason that the statement has found, counted once for each reason. */
  reasons: number;
}

type ShownRow = ExploreRow & PostRow;

/**
 * Returns posts by members with whom the viewer is not connected: first those with a reason, which are posts of their
 * connections' connections and with hashtags of their newest posts, newest first, then the others, newest first. Leaves
 * out what the feed and hashtags leave out, and members who stay out of Explore: a page can be short or empty, and its
 * cursor is the same. Reads a bounded number of rows (docs/decisions/0089-explore.md).
 * @throws AppError `malformed`
 */
export async function listExplorePosts(
  ctx: MemberCtx,
  page: PageRequest = firstPage,
): Promise<Page<ExplorePost>> {
  const [rows] = await readRows(ctx, exploreRows(page));
  const { items, next } = pageWithin(rows, page.limit);
  const shown = shownTo(ctx, items.filter(isForViewer)).map((row) => ({
    ...viewFor(ctx, row),
    reason: reasonOf(row),
  }));
  return { items: ctx.viewer.aiHidden ? shown.filter(({ isAi }) => !isAi) : shown, next };
}

const isForViewer = (row: ExploreRow): row is ShownRow => row.username !== null;

/** Returns the page of the rows. While posts with a reason fill it, there may be more of them. */
function pageWithin(rows: ExploreRow[], limit: number): Page<ExploreRow> {
  const last = rows.at(-1);
  if (last && last.reasons >= limit) return { items: rows, next: WITH_REASON + last.id };
  if (last && last.hasReason < 0) return { items: rows.slice(0, -1), next: last.id };
  return pageOf(rows, limit, ({ id }) => id);
}

/** Returns the upper bounds of the posts with a reason and of the others. No id is below an empty one. */
function boundsOf({ cursor, limit }: PageRequest): { reasonBefore: string; before: string } {
  if (!cursor) return { reasonBefore: beforeId(firstPage), before: beforeId(firstPage) };
  if (!cursor.startsWith(WITH_REASON)) return { reasonBefore: "", before: beforeId({ cursor, limit }) };
  const reasonBefore = beforeId({ cursor: cursor.slice(WITH_REASON.length), limit });
  return { reasonBefore, before: beforeId(firstPage) };
}

/** Returns the newest post of a source before a post, by one seek. @param source the table with `author` and `tag` */
const newestOf = (source: SQL, before: SQL): SQL => sql`
  CASE WHEN ${source}.tag IS NULL
    THEN (SELECT max(p.id) FROM posts p INDEXED BY posts_everyone
      WHERE p.user_id = ${source}.author AND p.visibility = 'everyone' AND p.id < ${before})
    ELSE (SELECT max(t.post_id) FROM post_hashtags t WHERE t.tag = ${source}.tag AND t.post_id < ${before}) END`;

const reasonBefore = sql`${sql.placeholder("reasonBefore")}`;

/**
 * The posts with a reason, by one seek a source and one a post: `queue` is a priority queue as in the feed
 * (docs/decisions/0070-feed-by-seeks.md). A post of several sources is in it several times.
 */
const withReason = (count: number): SQL => sql`
  sources(author, tag) AS (
    SELECT id, NULL FROM second_degree WHERE ${reasonBefore} <> ''
    UNION ALL SELECT NULL, tag FROM tags WHERE ${reasonBefore} <> ''),
  queue(author, tag, id) AS (
    SELECT author, tag, ${newestOf(sql`sources`, reasonBefore)} FROM sources
    UNION ALL
    SELECT author, tag, ${newestOf(sql`queue`, sql`queue.id`)} FROM queue WHERE id IS NOT NULL
    ORDER BY 3 DESC ${limit(count)}),
  with_reason(id, author, tag, reasons) AS MATERIALIZED (
    SELECT id, max(author), min(tag), count(*) FROM queue WHERE id IS NOT NULL GROUP BY id)`;

const reasons = sql`(SELECT coalesce(sum(reasons), 0) FROM with_reason)`;

/**
 * A post behind the cursor, once the posts with a reason are all read. No id is below an empty bound; as a condition of
 * its own the number of reasons would be compared for every post.
 */
const isOther = (count: number): SQL =>
  sql`id < iif(${reasons} < ${sql.raw(`${count}`)}, ${sql.placeholder("before")}, '')`;

/** The rows of one page, and one row more: those with a reason, then the others if the first are all read. */
export const exploreRows = viewerQuery<PageRequest, ExploreRow>({
  text: (viewer, page) => sql`
    WITH RECURSIVE ${namingWithKey(viewer)}, ${secondDegree}, ${viewerTags}, ${withReason(page.limit)},
    newest(id, author, visibility) AS (
      SELECT id, user_id, visibility FROM posts WHERE ${isOther(page.limit)} ORDER BY id DESC ${limit(POSTS_READ)}),
    others(id) AS MATERIALIZED (
      SELECT id FROM newest WHERE visibility = 'everyone' AND author <> ${me} AND NOT ${isMyConnection(sql`author`)} ${limit(page.limit + 1)}),
    found(id, has_reason, tag) AS (
      SELECT id, 1, tag FROM with_reason
      UNION ALL SELECT id, 0, NULL FROM others
      UNION ALL SELECT id, -1, NULL FROM (
        SELECT id FROM newest WHERE (SELECT count(*) FROM others) <= ${sql.raw(`${page.limit}`)} LIMIT 1 OFFSET ${sql.raw(`${POSTS_READ - 1}`)}))
    SELECT found.has_reason AS hasReason, ${reasons} AS reasons, far.via AS via, far.shared AS shared, found.tag AS tag,
      ${postColumns(CARD_COMMENTS, { id: me, key: myKey })}
    FROM found CROSS JOIN posts p ON p.id = found.id
      LEFT JOIN second_degree far ON far.id = p.user_id
      LEFT JOIN users u ON u.id = p.user_id AND found.has_reason >= 0 AND p.visibility = 'everyone' AND u.discovery_hidden = 0 AND u.id <> ${me} AND NOT ${isMyConnection(sql`u.id`)}
        AND ${notBlocked(me, sql`u.id`)} AND ${notMuted(me, sql`u.id`)}
        AND (found.has_reason = 1 OR (far.id IS NULL
          AND NOT EXISTS (SELECT 1 FROM post_hashtags t WHERE t.post_id = p.id AND t.tag IN (SELECT tag FROM tags))))
    ORDER BY found.has_reason DESC, found.id DESC`,
  values: boundsOf,
  shape: (page) => page.limit,
});
