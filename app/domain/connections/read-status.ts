import { type SQL, sql } from "drizzle-orm";
import type { ConnectionStatus } from "~/contract/connections";
import { AppError } from "~/contract/errors";
import { notBlocked } from "~/db/blocks";
import type { MemberCtx } from "../context";
import { memberNotFound } from "../not-found";

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

/** @throws AppError `invalid` when both ids are of one member */
export function assertOther(me: string, otherId: string): void {
  if (otherId === me) throw new AppError("invalid", "You cannot connect with yourself.");
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
  assertOther(me, userId);
  const row = await ctx.db.get<ConnectionRow | undefined>(connectionRow(me, userId));
  if (!row) throw memberNotFound();
  return statusOf(row, me);
}
