import { sql } from "drizzle-orm";
import type { UserSummary } from "~/contract/accounts";
import type { ConnectionItem } from "~/contract/connections";
import { connectionsOf } from "~/db/connections";
import { me, naming, readRows, viewerQuery } from "~/db/viewer-query";
import type { ViewerCtx } from "../context";

/** Returns the members that the viewer is connected with, by username. */
export async function listConnections(ctx: ViewerCtx): Promise<ConnectionItem[]> {
  const [users] = await readRows(ctx, connectionRows());
  return users.map((user) => ({ user }));
}

/** The rows of `listConnections`. */
export const connectionRows = viewerQuery<void, UserSummary>({
  held: () => "connections",
  text: (viewer) => sql`
    WITH ${naming(viewer)}
    SELECT u.id AS id, u.username AS username, u.full_name AS fullName, u.profile_image AS profileImage
    FROM (${connectionsOf(me)}) c JOIN users u ON u.id = c.id
    ORDER BY lower(u.username)`,
});
