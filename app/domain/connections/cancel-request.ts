import { sql } from "drizzle-orm";
import type { ConnectionStatus } from "~/contract/connections";
import { keyOf } from "~/db/keys";
import { removeRequestNotification } from "~/db/notify-connection";
import type { MemberCtx } from "../context";
import { changeConnection } from "./change-connection";
import { returningNoRow } from "./read-status";

/**
 * Cancels the viewer's own request and deletes its notification. Without a pending request nothing changes, and the
 * current status is returned.
 * @throws AppError `invalid` for oneself, `not_found`
 */
export async function cancelRequest(ctx: MemberCtx, userId: string): Promise<ConnectionStatus> {
  const { status } = await changeConnection(
    ctx,
    userId,
    {
      write: sql`
        DELETE FROM connection_sides
        WHERE member = ${keyOf(ctx.viewer)} AND accepted = 0 AND other = ${userId} AND sent = 1 ${returningNoRow}`,
      alongside: removeRequestNotification({ to: userId, from: ctx.viewer }),
      isOfAccepted: false,
    },
    () => "cancelled",
  );
  return status;
}
