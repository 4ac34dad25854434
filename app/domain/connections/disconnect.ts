import { sql } from "drizzle-orm";
import type { ConnectionStatus } from "~/contract/connections";
import { keyOf } from "~/db/keys";
import type { MemberCtx } from "../context";
import { changeConnection } from "./change-connection";
import { returningNoRow } from "./read-status";

/**
 * Ends a connection of the viewer; a new request can follow. Without a connection nothing changes.
 * @throws AppError `invalid` for oneself, `not_found`
 */
export async function disconnect(ctx: MemberCtx, userId: string): Promise<ConnectionStatus> {
  const me = ctx.viewer.id;
  const { status, didChange } = await changeConnection(
    ctx,
    userId,
    {
      write: sql`
        DELETE FROM connection_sides
        WHERE member = ${keyOf(ctx.viewer)} AND accepted = 1 AND other = ${userId} ${returningNoRow}`,
      isOfAccepted: true,
    },
    () => "disconnected",
  );
  if (didChange) ctx.realtime.disconnected(me, userId);
  return status;
}
