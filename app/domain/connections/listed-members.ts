import { type SQL, sql } from "drizzle-orm";
import type { UserSummary } from "~/contract/accounts";
import type { ListedMember } from "~/contract/connections";
import { notBlocked } from "~/db/blocks";
import { me } from "~/db/viewer-query";
import { type ConnectionRow, sidesOfMember, statusColumns, statusOf } from "./read-status";

/** A member of a list; nulls in the row that shows that the viewer may see the list. */
export type ListedRow = (UserSummary & ConnectionRow) | { id: null };

const columns = sql`u.id AS id, u.username AS username, u.full_name AS fullName, u.profile_image AS profileImage,
  ${statusColumns(me)}`;

/** Returns the row of nulls, for the first part of a statement, as long as `condition` holds. */
export const permitted = (condition: SQL): SQL => sql`
  SELECT NULL AS id, NULL AS username, NULL AS fullName, NULL AS profileImage, NULL AS followerId, NULL AS status
  WHERE ${condition}`;

/**
 * Returns the members `u` of a list as `ListedRow`, without those whom a block or suspension hides from `me`.
 * @param members the FROM clause, which names `u`
 * @param rest condition, order and limit
 */
export const listed = (members: SQL, condition: SQL, rest: SQL): SQL => sql`
  SELECT * FROM (
    SELECT ${columns} FROM ${members} LEFT JOIN ${sidesOfMember(me)}
    WHERE ${condition} AND ${notBlocked(me, sql`u.id`)} ${rest})`;

/** Returns the members of a list without the row of nulls. */
export function listedMembers(rows: readonly ListedRow[], viewerId: string): ListedMember[] {
  return rows.flatMap((row) => {
    if (row.id === null) return [];
    const { followerId, status, ...user } = row;
    return [
      { ...user, connection: user.id === viewerId ? null : statusOf({ followerId, status }, viewerId) },
    ];
  });
}
