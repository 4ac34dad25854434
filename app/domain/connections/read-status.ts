import { type SQL, sql } from "drizzle-orm";
import type { ConnectionStatus } from "~/contract/connections";
import { AppError } from "~/contract/errors";
import { notBlocked } from "~/db/blocks";
import type { MemberCtx } from "../context";

/** The pair's row as seen from a member that exists; nulls while there is none. */
export interface ConnectionRow {
  followerId: string | null;
  status: "pending" | "accepted" | null;
}

/** The key of a pair, as the generated column `pair` makes it. */
export function pairKey(a: string, b: string): string {
  return a < b ? `${a}:${b}` : `${b}:${a}`;
}

/** Answers one ConnectionRow, or nothing when there is no such member. */
export function connectionRow(me: string, otherId: string): SQL {
  return sql`
    SELECT c.follower_id AS followerId, c.status AS status
    FROM users u LEFT JOIN connections c ON c.pair = ${pairKey(me, otherId)}
    WHERE u.id = ${otherId} AND ${notBlocked(me, otherId)}`;
}

/** How a member stands with the other of a pair's row (contract.md "Connections"). */
export function statusOf({ followerId, status }: ConnectionRow, me: string): ConnectionStatus {
  return {
    isConnected: status === "accepted",
    isPending: status === "pending" && followerId === me,
    hasPendingRequest: status === "pending" && followerId !== me,
  };
}

/**
 * How the viewer stands with a member.
 * @throws AppError `invalid` for oneself, `not_found`
 */
export async function readConnectionStatus(ctx: MemberCtx, userId: string): Promise<ConnectionStatus> {
  const me = ctx.viewer.id;
  if (userId === me) throw new AppError("invalid", "You cannot connect with yourself.");
  const row = await ctx.db.get<ConnectionRow | undefined>(connectionRow(me, userId));
  if (!row) throw new AppError("not_found", "User not found");
  return statusOf(row, me);
}
