import { sql } from "drizzle-orm";
import type { UserSummary } from "~/contract/accounts";
import { notBlocked } from "~/db/blocks";
import { areConnected, connectionsOf, haveRequest } from "~/db/connections";
import { limit } from "~/db/limit";
import { me, naming, readRows, viewerQuery } from "~/db/viewer-query";
import type { MemberCtx } from "../context";

const SUGGESTIONS_MAX = 8;
/** Connections of the viewer whose own connections are read. */
const CONNECTIONS_READ = 50;
const SECOND_DEGREE_READ = 500;
const NEWEST_READ = 40;

/**
 * Returns members whom the viewer may know, at most 8: those with the most connections in common first, then the newest.
 * Leaves out the viewer, members without a profile, blocked ones, and those with a connection or a request
 * (docs/product.md#search). Reads a bounded number of rows.
 */
export async function suggestMembers(ctx: MemberCtx): Promise<UserSummary[]> {
  const [members] = await readRows(ctx, suggestedRows());
  return members;
}

/** The rows of `suggestMembers`. */
export const suggestedRows = viewerQuery<void, UserSummary>({
  text: (viewer) => sql`
    WITH ${naming(viewer)},
    near AS (SELECT id FROM (${connectionsOf(me)}) ${limit(CONNECTIONS_READ)}),
    far AS (
      SELECT c.other AS id FROM near CROSS JOIN users n ON n.id = near.id
        CROSS JOIN connection_sides c ON c.member = n.key AND c.accepted = 1
      ${limit(SECOND_DEGREE_READ)}),
    candidates AS (
      SELECT id, 1 AS shared FROM far
      UNION ALL SELECT id, 0 AS shared FROM (SELECT id FROM users ORDER BY rowid DESC ${limit(NEWEST_READ)}))
    SELECT u.id AS id, u.username AS username, u.full_name AS fullName, u.profile_image AS profileImage
    FROM (SELECT id, sum(shared) AS shared FROM candidates GROUP BY id) s JOIN users u ON u.id = s.id
    WHERE u.id <> ${me} AND u.profile_setup_at IS NOT NULL AND u.discovery_hidden = 0
      AND NOT ${areConnected(me, sql`u.id`)} AND NOT ${haveRequest(me, sql`u.id`)}
      AND ${notBlocked(me, sql`u.id`)}
    ORDER BY s.shared DESC, u.created_at DESC, u.id ${limit(SUGGESTIONS_MAX)}`,
});
