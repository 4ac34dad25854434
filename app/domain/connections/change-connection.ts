import { type SQL, sql } from "drizzle-orm";
import type { ConnectionStatus, ConnectionStep } from "~/contract/connections";
import type { NotificationType } from "~/contract/notifications";
import { batchRows } from "~/db/batch";
import type { MemberCtx } from "../context";
import { memberNotFound } from "../not-found";
import { assertOther, type ConnectionRow, connectionRow, statusOf } from "./read-status";

interface Change {
  /** Changes the pair's row if it is in the state for it, and no row otherwise. */
  write: SQL;
  /** Follows `write` if that changed a row: a notification, answered as `{id, type}`, or one taken back. */
  alongside?: SQL;
  /** What else belongs to it, whether or not a row changed. Run last. */
  tidy?: SQL[];
}

export interface Changed {
  row: ConnectionRow;
  status: ConnectionStatus;
  /** Whether the write found something to change. */
  didChange: boolean;
}

/**
 * Changes how the viewer stands with a member, with its notification, in one batch: D1 runs a batch as one transaction,
 * so whatever races with it finds the pair before or after, never between. Tells both members' open tabs what came of it.
 * @param stepOf what happened, from the pair's state afterwards
 * @throws AppError `invalid` for oneself, `not_found` for a member there is not
 */
export async function changeConnection(
  ctx: MemberCtx,
  otherId: string,
  change: Change,
  stepOf: (row: ConnectionRow) => ConnectionStep,
): Promise<Changed> {
  const me = ctx.viewer.id;
  assertOther(me, otherId);
  const [written, alongside, read] = await batchRows(ctx.db, [
    sql`${change.write} RETURNING id`,
    change.alongside ?? sql`SELECT 1 WHERE 0`,
    connectionRow(me, otherId),
    ...(change.tidy ?? []),
  ]);
  // The statements above answer in these shapes.
  const row = read?.[0] as ConnectionRow | undefined;
  const notification = alongside?.[0] as { id: number; type: NotificationType } | undefined;
  if (!row) throw memberNotFound();
  const didChange = written?.length === 1;
  if (didChange) {
    const payload = { fromUserId: me, toUserId: otherId, status: stepOf(row) };
    for (const id of [otherId, me]) ctx.realtime.publish(id, { type: "connection_status", payload });
  }
  if (notification) {
    const { id, type } = notification;
    const payload = {
      id: String(id),
      type,
      fromUserId: me,
      fromUsername: ctx.viewer.username,
      entityId: null,
    };
    ctx.realtime.publish(otherId, { type: "notification", payload });
  }
  return { row, status: statusOf(row, me), didChange };
}
