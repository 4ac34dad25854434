import { type SQL, sql } from "drizzle-orm";
import type { FindingReason } from "~/contract/explore";
import { limit } from "./limit";
import { me, myKey } from "./viewer-query";

/** Connections of the viewer whose own connections are read, those with the newest accounts; and how many of those. */
const CONNECTIONS_READ = 50;
const SECOND_DEGREE_READ = 100;
/** Hashtags followed last; newest own posts whose hashtags count as the viewer's; the number of these hashtags. */
const FOLLOWED_TAGS = 20;
const OWN_POSTS_READ = 20;
const OWN_TAGS = 20;

/** The columns of a reason: of `second_degree`, and a hashtag. */
export interface NearRow {
  via: string | null;
  shared: number | null;
  tag: string | null;
}

/** Returns the reason of a row; the connection before the hashtag. */
export function reasonOf({ via, shared, tag }: NearRow): FindingReason | null {
  if (via !== null) return { type: "connection", name: via, others: (shared ?? 1) - 1 };
  return tag === null ? null : { type: "tag", name: tag, others: 0 };
}

/** Returns the condition that the viewer is connected with a member, for a statement with `namingWithKey`. */
export const isMyConnection = (memberId: SQL): SQL => sql`EXISTS (
  SELECT 1 FROM connection_sides WHERE member = ${myKey} AND accepted = 1 AND other = ${memberId})`;

/**
 * The common table `second_degree` for a statement with `namingWithKey`: the `id` of each member who is not connected
 * with the viewer but with one of their connections. `via` is the username of that connection; of several, the one with
 * the newest account, because SQLite takes a bare column from the row of the maximum. `shared` is their number. Reads a
 * bounded number of rows. The statement applies blocks, mutes and settings.
 */
export const secondDegree = sql`
  second_degree(id, via, newest, shared) AS MATERIALIZED (
    SELECT id, via, max(near), count(*) FROM (
      SELECT far.other AS id, n.username AS via, near.other AS near
      FROM (SELECT other FROM connection_sides WHERE member = ${myKey} AND accepted = 1
          ORDER BY other DESC ${limit(CONNECTIONS_READ)}) near
        CROSS JOIN users n ON n.id = near.other
        CROSS JOIN connection_sides far ON far.member = n.key AND far.accepted = 1
      ${limit(SECOND_DEGREE_READ)}) c
    WHERE c.id <> ${me} AND NOT ${isMyConnection(sql`c.id`)}
    GROUP BY id)`;

/** The common table `tags` for the same: the hashtags that the viewer follows, and those of their newest posts. */
export const viewerTags = sql`
  tags(tag) AS MATERIALIZED (
    SELECT tag FROM (
      SELECT tag FROM followed_tags WHERE member = ${myKey} ORDER BY followed_at DESC ${limit(FOLLOWED_TAGS)})
    UNION
    SELECT tag FROM (SELECT t.tag FROM (
      SELECT id FROM posts WHERE user_id = ${me} ORDER BY id DESC ${limit(OWN_POSTS_READ)}) own
      CROSS JOIN post_hashtags t ON t.post_id = own.id
    ${limit(OWN_TAGS)}))`;
