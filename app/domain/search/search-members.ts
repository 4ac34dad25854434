import { type SQL, sql } from "drizzle-orm";
import type { UserSummary } from "~/contract/accounts";
import { SEARCH_MIN, SEARCH_RESULTS_MAX } from "~/contract/limits";
import { notBlocked } from "~/db/blocks";
import { limit } from "~/db/limit";
import type { MemberCtx } from "../context";
import { fold } from "./fold";
import { type Rank, ranks, TERM_MAX } from "./name-terms";

/** A member has two names that a query can begin, and a few words: enough rows for twenty different members. */
const ROWS_PER_RANK = 3 * SEARCH_RESULTS_MAX;

/**
 * Members whose username or full name matches, without regard to case or accents: names that begin with the query
 * first, then words, then what lies inside a username; at most 20. A query under two characters finds nobody.
 * Reads a bounded number of rows however many members there are (bench/search.ts).
 */
export async function searchMembers(ctx: MemberCtx, query: string): Promise<UserSummary[]> {
  const wanted = fold(query).replace(/^@ ?/, "");
  // Both: "ß" is one character though "ss" is looked for, and of "@a" one is left.
  if (query.trim().length < SEARCH_MIN || wanted.length < SEARCH_MIN || wanted.length > TERM_MAX) return [];
  return ctx.db.all<UserSummary>(sql`
    WITH hits AS (${sql.join(
      ranks.map((rank) => hitsOf(rank, wanted, ctx.viewer.id)),
      sql` UNION ALL `,
    )}),
    found AS (SELECT user_id, min(rank || term) AS place FROM hits GROUP BY user_id ORDER BY 2, 1 ${limit(SEARCH_RESULTS_MAX)})
    SELECT u.id AS id, u.username AS username, u.full_name AS fullName, u.profile_image AS profileImage
    FROM found f JOIN users u ON u.id = f.user_id ORDER BY f.place, u.id`);
}

/** A range of the key from the query on: no term sorts after U+10FFFF, so what begins with the query lies before it. */
function hitsOf(rank: Rank, wanted: string, viewerId: string): SQL {
  return sql`SELECT * FROM (
    SELECT rank, term, user_id FROM name_terms
    WHERE rank = ${rank} AND term >= ${wanted} AND term < ${`${wanted}\u{10FFFF}`}
      AND ${notBlocked(viewerId, sql`name_terms.user_id`)}
    ORDER BY term, user_id ${limit(ROWS_PER_RANK)})`;
}
