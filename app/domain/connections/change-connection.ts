import { type SQL, sql } from "drizzle-orm";
import type { ConnectionStatus, ConnectionStep } from "~/contract/connections";
import type { NotificationType } from "~/contract/notifications";
import { withChatSteps } from "../chat/complete-chat-steps";
import type { MemberCtx } from "../context";
import { memberNotFound } from "../not-found";
import { assertOther, type ConnectionRow, connectionRow, statusOf } from "./read-status";

interface Change {
  /**
   * Changes the viewer's side of the pair if its status allows the change, and returns the ConnectionRow after it; a
   * trigger changes the other side.
   */
  write: SQL;
  /** Runs after `write`: stores a notification and returns `{id, type, isAgain}`, or deletes one. */
  alongside?: SQL;
  /** Run last, whether or not a row changed. */
  tidy?: SQL[];
  /** Whether it accepts or ends a connection, which chat databases must know. */
  isOfAccepted: boolean;
}

export interface Changed {
  row: ConnectionRow;
  status: ConnectionStatus;
  /** Whether `write` changed a row. */
  didChange: boolean;
}

/**
 * Changes the connection between the viewer and a member, and its notification, in one batch. D1 runs a batch as one
 * transaction, so concurrent changes see the pair before or after it. Publishes the result to both members.
 * @param stepOf returns the step that happened, from the pair's row after the change
 * @throws AppError `invalid` for oneself; `not_found`
 */
export async function changeConnection(
  ctx: MemberCtx,
  otherId: string,
  change: Change,
  stepOf: (row: ConnectionRow) => ConnectionStep,
): Promise<Changed> {
  const me = ctx.viewer.id;
  assertOther(me, otherId);
  const [[changed] = [], [unchanged] = [], alongside] = await withChatSteps(
    ctx,
    [
      change.write,
      connectionRow(me, otherId, sql`(SELECT 1 WHERE changes() = 0) CROSS JOIN users u`),
      change.alongside ?? sql`SELECT 1 WHERE 0`,
      ...(change.tidy ?? []),
    ],
    change.isOfAccepted,
  );
  // The statements above return these columns.
  const row = (changed ?? unchanged) as ConnectionRow | undefined;
  const notification = alongside?.[0] as { id: number; type: NotificationType; isAgain: number } | undefined;
  if (!row) throw memberNotFound();
  const didChange = changed !== undefined;
  if (didChange) {
    const payload = { fromUserId: me, toUserId: otherId, status: stepOf(row) };
    for (const id of [otherId, me]) ctx.realtime.publish(id, { type: "connection_status", payload });
  }
  if (notification?.isAgain) ctx.realtime.changed([otherId], ["notifications"]);
  else if (notification) {
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
