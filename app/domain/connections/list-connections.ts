import { sql } from "drizzle-orm";
import type { UserSummary } from "~/contract/accounts";
import type { ConnectionItem } from "~/contract/connections";
import { connectionsOf } from "~/db/connections";
import { me, naming, readRows, viewerQuery } from "~/db/viewer-query";
import type { ViewerCtx } from "../context";

/** Returns the members that the viewer is connected with, by username. */
export async function listConnections(ctx: ViewerCtx): Promise<ConnectionItem[]> {
  const [users] = await readRows(ctx, connectionRows());
  return users.map(({ hidesTyping: _, ...user }) => ({ user }));
}

/** A connection of the viewer, as the viewer's hub holds it. */
export interface ConnectedMember extends UserSummary {
  /** Whether one of the two hides typing, so that neither sees the other type. */
  hidesTyping: 0 | 1;
}

/** The rows of `listConnections`. */
export const connectionRows = viewerQuery<void, ConnectedMember>({
  held: () => "connections",
  text: (viewer) => sql`
    WITH ${naming(viewer)}
    SELECT u.id AS id, u.username AS username, u.full_name AS fullName, u.profile_image AS profileImage,
      u.typing_hidden OR (SELECT typing_hidden FROM users WHERE id = ${me}) AS hidesTyping
    FROM (${connectionsOf(me)}) c JOIN users u ON u.id = c.id
    ORDER BY lower(u.username)`,
});
