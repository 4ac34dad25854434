import { sql } from "drizzle-orm";
import type { UserSummary } from "~/contract/accounts";
import type { MemberCtx } from "../context";

/** Whom the stories strip shows: the viewer's connections, by username. */
export async function readStories(ctx: MemberCtx): Promise<UserSummary[]> {
  const me = ctx.viewer.id;
  return ctx.db.all<UserSummary>(sql`
    WITH circle(id) AS (
      SELECT following_id FROM connections WHERE follower_id = ${me} AND status = 'accepted'
      UNION ALL SELECT follower_id FROM connections WHERE following_id = ${me} AND status = 'accepted'
    )
    SELECT u.id AS id, u.username AS username, u.full_name AS fullName, u.profile_image AS profileImage
    FROM circle JOIN users u ON u.id = circle.id
    ORDER BY lower(u.username)`);
}
