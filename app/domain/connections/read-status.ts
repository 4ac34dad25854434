import { type SQL, sql } from "drizzle-orm";
import type { ConnectionStatus } from "~/contract/connections";
import { AppError } from "~/contract/errors";
import { notBlocked } from "~/db/blocks";
import { pairIn } from "~/db/connections";
import { me, naming, readRows, viewerQuery } from "~/db/viewer-query";
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
export function connectionRow(viewerId: string | SQL, otherId: string | SQL): SQL {
  return sql`
    SELECT c.follower_id AS followerId, c.status AS status
    FROM users u LEFT JOIN connections c ON c.pair = ${pairIn(viewerId, otherId)}
    WHERE u.id = ${otherId} AND ${notBlocked(viewerId, otherId)}`;
}

/** The row of the viewer and a member, as `connectionRow` selects it. */
export const statusRow = viewerQuery<string, ConnectionRow>({
  text: (viewer) => sql`WITH ${naming(viewer)} ${connectionRow(me, sql`${sql.placeholder("userId")}`)}`,
  values: (userId) => ({ userId }),
});

/** @throws AppError `invalid` when both ids are of one member */
export function assertOther(viewerId: string, otherId: string): void {
  if (otherId === viewerId) throw new AppError("invalid", "You cannot connect with yourself.");
}

/** Returns the status of a pair as one of its members sees it (docs/product.md#connections). */
export function statusOf({ followerId, status }: ConnectionRow, viewerId: string): ConnectionStatus {
  return {
    isConnected: status === "accepted",
    isPending: status === "pending" && followerId === viewerId,
    hasPendingRequest: status === "pending" && followerId !== viewerId,
  };
}

/**
 * Returns the connection status between the viewer and a member.
 * @throws AppError `invalid` for oneself, `not_found`
 */
export async function readConnectionStatus(ctx: MemberCtx, userId: string): Promise<ConnectionStatus> {
  assertOther(ctx.viewer.id, userId);
  const [[row]] = await readRows(ctx, statusRow(userId));
  if (!row) throw memberNotFound();
  return statusOf(row, ctx.viewer.id);
}
