import { msg } from "@lingui/core/runtime-macro";
import { type SQL, sql } from "drizzle-orm";
import type { ConnectionStatus } from "~/contract/connections";
import { AppError } from "~/contract/errors";
import { notBlocked } from "~/db/blocks";
import { me, naming, readRows, viewerQuery } from "~/db/viewer-query";
import type { MemberCtx } from "../context";
import { memberNotFound } from "../not-found";

/** The row of a pair; nulls when the pair has none. */
export interface ConnectionRow {
  followerId: string | null;
  status: "pending" | "accepted" | null;
}

/** Returns the key of a pair of members, the same in either order. */
export function pairKey(a: string, b: string): string {
  return a < b ? `${a}:${b}` : `${b}:${a}`;
}

/** Returns the columns of a ConnectionRow from `users u LEFT JOIN` `sidesOfMember`. */
export function statusColumns(viewerId: string | SQL): SQL {
  const sent = sql`coalesce(a.sent, p.sent)`;
  return sql`CASE ${sent} WHEN 1 THEN u.id WHEN 0 THEN ${viewerId} END AS followerId,
    CASE WHEN a.member IS NOT NULL THEN 'accepted' WHEN p.member IS NOT NULL THEN 'pending' END AS status`;
}

/** Returns the sides of a member `u` with the viewer, accepted (`a`) and pending (`p`), for a LEFT JOIN. */
export function sidesOfMember(viewerId: string | SQL): SQL {
  const side = (name: "a" | "p", accepted: 0 | 1) => {
    const c = sql.raw(name);
    return sql`connection_sides ${c}
      ON ${c}.member = u.key AND ${c}.accepted = ${sql.raw(String(accepted))} AND ${c}.other = ${viewerId}`;
  };
  // Two look-ups: `accepted IN (0, 1)` would read two rows more.
  return sql`${side("a", 1)} LEFT JOIN ${side("p", 0)}`;
}

/**
 * Returns the statement for one ConnectionRow; no row when the member does not exist or there is a block.
 * @param members the table of members `u`, for a statement that reads it under a condition
 */
export function connectionRow(
  viewerId: string | SQL,
  otherId: string | SQL,
  members: SQL = sql`users u`,
): SQL {
  return sql`
    SELECT ${statusColumns(viewerId)}
    FROM ${members} LEFT JOIN ${sidesOfMember(viewerId)}
    WHERE u.id = ${otherId} AND ${notBlocked(viewerId, otherId)}`;
}

/** The end of a write to the viewer's side: returns the ConnectionRow after it. */
export const returningRow = (viewerId: string, otherId: string): SQL => sql`
  RETURNING iif(sent, ${viewerId}, ${otherId}) AS followerId, iif(accepted, 'accepted', 'pending') AS status`;

/** The same for a deletion. */
export const returningNoRow = sql`RETURNING NULL AS followerId, NULL AS status`;

/** The row of the viewer and a member, as `connectionRow` selects it. */
export const statusRow = viewerQuery<string, ConnectionRow>({
  text: (viewer) => sql`WITH ${naming(viewer)} ${connectionRow(me, sql`${sql.placeholder("userId")}`)}`,
  values: (userId) => ({ userId }),
});

/** @throws AppError `invalid` when both ids are of one member */
export function assertOther(viewerId: string, otherId: string): void {
  if (otherId === viewerId) throw new AppError("invalid", msg`You cannot connect with yourself.`);
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
