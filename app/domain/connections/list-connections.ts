import { sql } from "drizzle-orm";
import type { UserSummary } from "~/contract/accounts";
import type { ConnectionItem } from "~/contract/connections";
import { connectionsOf } from "~/db/connections";
import type { MemberCtx } from "../context";

/** Returns the members that the viewer is connected with, by username. */
export async function listConnections(ctx: MemberCtx): Promise<ConnectionItem[]> {
  const users = await ctx.db.all<UserSummary>(sql`
    SELECT u.id AS id, u.username AS username, u.full_name AS fullName, u.profile_image AS profileImage
    FROM (${connectionsOf(ctx.viewer.id)}) c JOIN users u ON u.id = c.id
    ORDER BY lower(u.username)`);
  return users.map((user) => ({ user }));
}
