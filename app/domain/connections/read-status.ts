import { type SQL, sql } from "drizzle-orm";
import type { ConnectionStatus } from "~/contract/connections";
import { AppError } from "~/contract/errors";
import { notBlocked } from "~/db/blocks";
import type { MemberCtx } from "../context";
import { memberNotFound } from "../not-found";

/** The row of a pair; nulls when the pair has none. */
export interface ConnectionRow {
  followerId: string | null;
  status: "pending" | "accepted" | null;
}

/** Returns the key of a pair, as the generated column `pair` computes it. */
export function pairKey(a: string, b: string): string {
  return a < b ? `${a}:${b}` : `${b}:${a}`;
}

/** Returns the statement for one ConnectionRow; no row when the member does not exist or there is a block. */
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

/** Returns the status of a pair as one of its members sees it (docs/product.md#connections). */
export function statusOf({ followerId, status }: ConnectionRow, me: string): ConnectionStatus {
  return {
    isConnected: status === "accepted",
    isPending: status === "pending" && followerId === me,
    hasPendingRequest: status === "pending" && followerId !== me,
  };
}

/**
 * Returns the connection status between the viewer and a member.
 * @throws AppError `invalid` for oneself, `not_found`
 */
export async function readConnectionStatus(ctx: MemberCtx, userId: string): Promise<ConnectionStatus> {
  const me = ctx.viewer.id;
  assertOther(me, userId);
  const row = await ctx.db.get<ConnectionRow | undefined>(connectionRow(me, userId));
  if (!row) throw memberNotFound();
  return statusOf(row, me);
}
