import { sql } from "drizzle-orm";
import type { ProfileView } from "~/contract/accounts";
import { notBlocked } from "~/db/blocks";
import { firstPage } from "~/db/cursor";
import { limit } from "~/db/limit";
import type { MemberCtx } from "../context";
import { memberNotFound } from "../not-found";
import { memberNamed } from "./member-named";

interface ProfileRow extends Omit<ProfileView, "highlights" | "posts"> {
  posts: string;
}

/**
 * Returns a member's profile by username, case-insensitive, with the first page of their posts, newest first. A username
 * given up in the last 30 days finds the profile too.
 * @throws AppError `not_found`, also when there is a block between the member and the viewer
 */
export async function readProfile(ctx: MemberCtx, username: string): Promise<ProfileView> {
  const row = await ctx.db.get<ProfileRow | undefined>(sql`
    SELECT u.id AS id, u.username AS username, u.full_name AS fullName, u.bio AS bio, u.profile_image AS profileImage,
      u.post_count AS postCount, u.follower_count AS followerCount, u.following_count AS followingCount,
      (SELECT json_group_array(json_object('id', p.id, 'mediaUrl', p.media_url, 'altText', p.alt_text,
          'likeCount', p.like_count, 'commentCount', p.comment_count))
        FROM (SELECT id, media_url, alt_text, like_count, comment_count FROM posts WHERE user_id = u.id ORDER BY id DESC ${limit(firstPage.limit)}) p) AS posts
    FROM users u WHERE u.id = ${memberNamed(username, ctx.now())} AND ${notBlocked(ctx.viewer.id, sql`u.id`)}`);
  if (!row) throw memberNotFound();
  // The query above writes the posts in the view's shape. Highlights are always empty: no call creates one.
  return { ...row, highlights: [], posts: JSON.parse(row.posts) as ProfileView["posts"] };
}
