import { type SQL, sql } from "drizzle-orm";
import { keyOf, type Member, memberKey } from "./keys";

/** Returns a query for the connections of a member: the other member's `id`. Reads one range of `connection_sides`. */
export function connectionsOf(memberId: string | SQL): SQL {
  return sql`
    SELECT other AS id FROM connection_sides WHERE member = ${memberKey(memberId)} AND accepted = 1`;
}

/** Returns the condition that two members are connected. */
export const areConnected = (member: Member, otherId: string | SQL) => hasSide(member, otherId, 1);

/** Returns the condition that one of two members has asked the other, who has not answered. */
export const haveRequest = (member: Member, otherId: string | SQL) => hasSide(member, otherId, 0);

function hasSide(member: Member, otherId: string | SQL, accepted: 0 | 1): SQL {
  return sql`EXISTS (
    SELECT 1 FROM connection_sides
    WHERE member = ${keyOf(member)} AND accepted = ${sql.raw(String(accepted))} AND other = ${otherId})`;
}
