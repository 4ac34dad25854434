import { sql } from "drizzle-orm";
import type { UserSummary } from "~/contract/accounts";
import type { SuggestedMember } from "~/contract/explore";
import { notBlocked } from "~/db/blocks";
import { haveRequest } from "~/db/connections";
import { limit } from "~/db/limit";
import { notMuted } from "~/db/mutes";
import { isMyConnection, type NearRow, reasonOf, secondDegree, viewerTags } from "~/db/near-viewer";
import { me, myKey, namingWithKey, readRows, viewerQuery } from "~/db/viewer-query";
import type { MemberCtx } from "../context";

const SUGGESTIONS_MAX = 8;
/** The newest posts of each of the viewer's hashtags whose authors are considered. */
const POSTS_OF_TAG = 5;
const NEWEST_READ = 40;

/**
 * Returns members whom the viewer may know, at most 8, with the reason: those with the most connections in common
 * first, then those who post about the viewer's hashtags, then the newest. Leaves out members without a profile, who
 * stay out of suggestions, blocked, muted, dismissed, connected or requested (docs/product.md#suggestions). Reads a
 * bounded number of rows.
 */
export async function suggestMembers(ctx: MemberCtx): Promise<SuggestedMember[]> {
  const [rows] = await readRows(ctx, suggestedRows());
  return rows.map(({ id, username, fullName, profileImage, ...near }) => ({
    id,
    username,
    fullName,
    profileImage,
    reason: reasonOf(near),
  }));
}

/** The rows of `suggestMembers`. */
export const suggestedRows = viewerQuery<void, UserSummary & NearRow>({
  text: (viewer) => sql`
    WITH RECURSIVE ${namingWithKey(viewer)}, ${secondDegree}, ${viewerTags},
    tagged(tag, nth, id) AS (
      SELECT tag, 1, (SELECT max(post_id) FROM post_hashtags WHERE tag = tags.tag) FROM tags
      UNION ALL
      SELECT tag, nth + 1, (SELECT max(post_id) FROM post_hashtags WHERE tag = tagged.tag AND post_id < tagged.id)
      FROM tagged WHERE id IS NOT NULL AND nth < ${POSTS_OF_TAG}),
    candidates(id, via, shared, tag) AS (
      SELECT id, via, shared, NULL FROM second_degree
      UNION ALL SELECT p.user_id, NULL, 0, tagged.tag FROM tagged CROSS JOIN posts p ON p.id = tagged.id
      UNION ALL SELECT id, NULL, 0, NULL FROM (SELECT id FROM users ORDER BY rowid DESC ${limit(NEWEST_READ)}))
    SELECT u.id AS id, u.username AS username, u.full_name AS fullName, u.profile_image AS profileImage,
      s.via AS via, s.shared AS shared, s.tag AS tag
    FROM (SELECT id, max(via) AS via, max(shared) AS shared, min(tag) AS tag FROM candidates GROUP BY id) s
      CROSS JOIN users u ON u.id = s.id
    WHERE u.id <> ${me} AND u.profile_setup_at IS NOT NULL AND u.discovery_hidden = 0
      AND NOT ${isMyConnection(sql`u.id`)} AND NOT ${haveRequest(me, sql`u.id`)}
      AND ${notBlocked(me, sql`u.id`)} AND ${notMuted(me, sql`u.id`)}
      AND NOT EXISTS (SELECT 1 FROM dismissed_suggestions WHERE member = ${myKey} AND other = u.id)
    ORDER BY s.shared DESC, s.tag IS NULL, u.created_at DESC, u.id ${limit(SUGGESTIONS_MAX)}`,
});
