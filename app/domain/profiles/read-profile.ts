import { type SQL, sql } from "drizzle-orm";
import type { ProfileView } from "~/contract/accounts";
import type { ConnectionStatus } from "~/contract/connections";
import { MUTUAL_CONNECTIONS_NAMED, MUTUAL_CONNECTIONS_READ } from "~/contract/limits";
import { notBlocked } from "~/db/blocks";
import { beforeId, firstPage } from "~/db/cursor";
import { limit } from "~/db/limit";
import { notMuted } from "~/db/mutes";
import { coverOf } from "~/db/post-rows";
import { readRows, viewerQuery } from "~/db/viewer-query";
import { postsOf } from "~/db/visibility";
import { type ConnectionRow, sidesOfMember, statusColumns, statusOf } from "../connections/read-status";
import type { MemberCtx } from "../context";
import { memberNotFound } from "../not-found";
import { memberNamed, namesOf } from "./member-named";

interface ProfileRow
  extends Omit<ProfileView, "highlights" | "posts" | "isMuted" | "mutualConnections">,
    ConnectionRow {
  isMuted: number;
  mutualConnections: string;
  posts: string;
}

/** A profile as a page shows it. */
interface ProfileOfPage {
  profile: ProfileView;
  isOwn: boolean;
  /** The viewer's connection with the member; null on their own profile. */
  connection: ConnectionStatus | null;
}

/**
 * Returns a member's profile by username, case-insensitive, with the first page of their posts that are for the viewer,
 * newest first. A username given up in the last 30 days finds the profile too.
 * @throws AppError `not_found`, also when there is a block between the member and the viewer
 */
export async function readProfile(ctx: MemberCtx, username: string): Promise<ProfileView> {
  return profileOf(await readRow(ctx, username));
}

/** Returns the viewer's own profile. @throws AppError `not_found` */
export async function readOwnProfile(ctx: MemberCtx): Promise<ProfileView> {
  return profileOf(await readRow(ctx, null));
}

/** Returns what `readProfile` returns, and the connection with the member. @throws AppError `not_found` */
export async function readProfilePage(ctx: MemberCtx, username: string): Promise<ProfileOfPage> {
  const row = await readRow(ctx, username);
  const isOwn = row.id === ctx.viewer.id;
  return { profile: profileOf(row), isOwn, connection: isOwn ? null : statusOf(row, ctx.viewer.id) };
}

async function readRow(ctx: MemberCtx, username: string | null): Promise<ProfileRow> {
  const [[row]] = await readRows(ctx, profileRow(username));
  if (!row) throw memberNotFound();
  return row;
}

function profileOf({ followerId: _follower, status: _status, ...row }: ProfileRow): ProfileView {
  // The query below writes both in the view's shape. Highlights are always empty: no call creates one.
  return {
    ...row,
    mutualConnections: JSON.parse(row.mutualConnections) as ProfileView["mutualConnections"],
    isMuted: row.isMuted === 1,
    highlights: [],
    posts: JSON.parse(row.posts) as ProfileView["posts"],
  };
}

/** The viewer's id: `me` is a table of the query, so their session is read once. */
const viewerId = sql`me.id`;

/** The viewer, and the number of their connections. */
const meWithSize = (viewer: SQL) => sql`me(id, key, size) AS MATERIALIZED (
  SELECT id, key, follower_count + following_count FROM users WHERE id = ${viewer})`;

/** The key of the viewer or of the member `u`: of the one with the fewer connections, or of the other one. */
const keyOfSide = (side: "fewer" | "more") => {
  const [fewer, more] = [sql`u.key`, sql`me.key`];
  const isMemberFirst = sql`u.follower_count + u.following_count < me.size`;
  const [first, second] = side === "fewer" ? [fewer, more] : [more, fewer];
  return sql`CASE WHEN ${isMemberFirst} THEN ${first} ELSE ${second} END`;
};

/**
 * The connections that the viewer and the member `u` have in common, and the usernames of the first; none on the
 * viewer's own profile. Reads at most MUTUAL_CONNECTIONS_READ of the one who has fewer, the newest accounts.
 */
const mutualConnections = sql`
  (SELECT json_object('count', count(*), 'usernames', json_group_array(username) FILTER (WHERE username IS NOT NULL))
    FROM (SELECT CASE WHEN row_number() OVER (ORDER BY one.other DESC) <= ${sql.raw(String(MUTUAL_CONNECTIONS_NAMED))}
          THEN (SELECT username FROM users WHERE id = one.other) END AS username
      FROM (SELECT other FROM connection_sides WHERE member = ${keyOfSide("fewer")} AND accepted = 1 AND u.id <> me.id
        ORDER BY other DESC ${limit(MUTUAL_CONNECTIONS_READ)}) one
      WHERE EXISTS (SELECT 1 FROM connection_sides WHERE member = ${keyOfSide("more")} AND accepted = 1 AND other = one.other)
        AND ${notBlocked(viewerId, sql`one.other`)}))`;

/** The row of a profile by username; of the viewer's own without one. */
export const profileRow = viewerQuery<string | null, ProfileRow>({
  text: (viewer, username) => sql`
    WITH ${meWithSize(viewer)}
    SELECT u.id AS id, u.username AS username, u.full_name AS fullName, u.bio AS bio, u.profile_image AS profileImage,
      u.post_count AS postCount, u.follower_count AS followerCount, u.following_count AS followingCount,
      NOT ${notMuted(viewerId, sql`u.id`)} AS isMuted,
      (SELECT json_group_array(json_object('id', p.id, 'mediaUrl', p.media_url, 'altText', p.alt_text,
          'cover', ${coverOf}, 'photoCount', p.photo_count, 'likeCount', p.like_count, 'commentCount', p.comment_count))
        FROM (${postsOf(sql`u.id`, {
          columns: sql`p.id, p.media_url, p.alt_text, p.photo_count, p.like_count, p.comment_count, p.is_sensitive, p.is_covered`,
          seesAll: sql`(u.id = me.id OR a.member IS NOT NULL)`,
          before: sql`${beforeId(firstPage)}`,
        })} ORDER BY id DESC ${limit(firstPage.limit)}) p) AS posts,
      ${mutualConnections} AS mutualConnections,
      ${statusColumns(viewerId)}
    FROM me CROSS JOIN users u LEFT JOIN ${sidesOfMember(viewerId)}
    WHERE u.id = ${username === null ? viewerId : memberNamed()} AND ${notBlocked(viewerId, sql`u.id`)}`,
  values: (username): Record<string, string> => (username === null ? {} : namesOf(username)),
  shape: (username) => (username === null ? 0 : 1),
});
