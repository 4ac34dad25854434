import { type SQL, sql } from "drizzle-orm";
import type { UserSummary } from "~/contract/accounts";
import { fold } from "~/contract/fold";
import { SEARCH_MIN, SEARCH_RESULTS_MAX } from "~/contract/limits";
import { limit } from "~/db/limit";
import { naming, readRows, type ViewerRead, viewerQuery } from "~/db/viewer-query";
import type { MemberCtx } from "../context";
import { type Rank, ranks, TERM_MAX } from "./name-terms";

/** A member can match by several terms of one rank; this many rows give 20 different members. */
const ROWS_PER_RANK = 3 * SEARCH_RESULTS_MAX;

/**
 * Returns members whose username or full name matches a query, without case and accents, at most 20: names that start
 * with the query first, then words that do, then usernames that contain it. A query under two characters finds nobody.
 * Reads a bounded number of rows, independent of the number of members (docs/performance.md#search), and two a block.
 */
export async function searchMembers(ctx: MemberCtx, query: string): Promise<UserSummary[]> {
  const [found = []] = await readRows(ctx, ...searchReads(query));
  return found;
}

/** Returns the reads of `searchMembers`: none for a query that finds nobody. */
export function searchReads(query: string): ViewerRead<UserSummary>[] {
  const wanted = fold(query).replace(/^@ ?/, "");
  // Both lengths: "ß" is one character but folds to "ss", and "@a" folds to one.
  if (query.trim().length < SEARCH_MIN || wanted.length < SEARCH_MIN || wanted.length > TERM_MAX) return [];
  return [foundRows(wanted)];
}

const foundRows = viewerQuery<string, UserSummary>({
  text: (viewer) => sql`
    WITH ${naming(viewer)},
    hidden(members) AS (SELECT ',' || ifnull(group_concat(key), '') || ',' FROM (
      SELECT u.key FROM me CROSS JOIN blocks b ON b.blocker_id = me.id OR b.blocked_id = me.id
        CROSS JOIN users u ON u.id = iif(b.blocker_id = me.id, b.blocked_id, b.blocker_id))),
    hits AS (${sql.join(ranks.map(hitsOf), sql` UNION ALL `)}),
    found AS (SELECT member, min(rank || term) AS place FROM hits GROUP BY member ORDER BY 2, 1 ${limit(SEARCH_RESULTS_MAX)})
    SELECT u.id AS id, u.username AS username, u.full_name AS fullName, u.profile_image AS profileImage
    FROM found f JOIN users u ON u.key = f.member ORDER BY f.place, u.id`,
  // A key range up to U+10FFFF, the highest code point.
  values: (wanted) => ({ wanted, end: `${wanted}\u{10FFFF}` }),
});

/** Returns the statement for the terms of a rank that start with the query. `NOT IN` would read a row for each term. */
function hitsOf(rank: Rank): SQL {
  return sql`SELECT rank, term, member FROM (
    SELECT rank, term, member FROM search_terms
    WHERE rank = ${rank} AND term >= ${sql.placeholder("wanted")} AND term < ${sql.placeholder("end")}
      AND NOT instr((SELECT members FROM hidden), ',' || member || ',')
    ORDER BY term, member ${limit(ROWS_PER_RANK)})`;
}
