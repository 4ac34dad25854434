import { sql } from "drizzle-orm";
import type { UserSummary } from "~/contract/accounts";
import type { ConnectionItem } from "~/contract/connections";
import type { MemberCtx } from "../context";

/** The members the viewer is connected with, by username. */
export async function listConnections(ctx: MemberCtx): Promise<ConnectionItem[]> {
  const me = ctx.viewer.id;
  const users = await ctx.db.all<UserSummary>(sql`
    SELECT u.id AS id, u.username AS username, u.full_name AS fullName, u.profile_image AS profileImage
    FROM (
      SELECT following_id AS id FROM connections WHERE follower_id = ${me} AND status = 'accepted'
      UNION ALL SELECT follower_id FROM connections WHERE following_id = ${me} AND status = 'accepted'
    ) c JOIN users u ON u.id = c.id
    ORDER BY lower(u.username)`);
  return users.map((user) => ({ user }));
}
