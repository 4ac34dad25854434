import { msg } from "@lingui/core/runtime-macro";
import { and, eq, sql } from "drizzle-orm";
import { invalid } from "~/contract/errors";
import { FOLLOWED_TAGS_MAX } from "~/contract/limits";
import { isTag, tagKey } from "~/contract/text-links";
import { batchRows } from "~/db/batch";
import { memberKey } from "~/db/keys";
import { followedTags } from "~/db/schema";
import { myKey, namingWithKey, readRows, viewerQuery } from "~/db/viewer-query";
import type { MemberCtx } from "../context";

/**
 * Follows a hashtag. Idempotent.
 * @throws AppError `invalid` for a text that is no hashtag, and beyond the limit
 */
export async function followTag({ db, viewer, now }: MemberCtx, tag: string): Promise<void> {
  if (!isTag(tag)) throw invalid("tag", msg`This is no hashtag.`);
  const member = memberKey(viewer.id);
  const [, [row] = []] = await batchRows(db, [
    sql`
      INSERT INTO followed_tags (member, tag, followed_at)
      SELECT ${member}, ${tagKey(tag)}, ${now().getTime()}
      WHERE (SELECT count(*) FROM followed_tags WHERE member = ${member}) < ${FOLLOWED_TAGS_MAX}
      ON CONFLICT DO NOTHING`,
    sql`SELECT EXISTS (SELECT 1 FROM followed_tags WHERE member = ${member} AND tag = ${tagKey(tag)}) AS isFollowed`,
  ]);
  if (!row?.isFollowed)
    throw invalid("tag", msg`You can follow at most ${{ max: FOLLOWED_TAGS_MAX }} hashtags.`);
}

/** Unfollows a hashtag. Idempotent. */
export async function unfollowTag({ db, viewer }: MemberCtx, tag: string): Promise<void> {
  await db
    .delete(followedTags)
    .where(and(eq(followedTags.member, memberKey(viewer.id)), eq(followedTags.tag, tagKey(tag))));
}

/** Returns the hashtags that the viewer follows, last followed first. */
export async function listFollowedTags(ctx: MemberCtx): Promise<string[]> {
  const [rows] = await readRows(ctx, followedTagRows());
  return rows.map(({ tag }) => tag);
}

/** The rows of `listFollowedTags`. */
export const followedTagRows = viewerQuery<void, { tag: string }>({
  text: (viewer) => sql`
    WITH ${namingWithKey(viewer)}
    SELECT tag FROM followed_tags WHERE member = ${myKey} ORDER BY followed_at DESC, tag`,
});
