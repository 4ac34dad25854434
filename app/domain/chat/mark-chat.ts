import { type SQL, sql } from "drizzle-orm";
import type { MarkedChat, MuteLength } from "~/contract/chat";
import { HOUR_MS } from "~/contract/time";
import { type MarksRow, marksOf } from "~/db/chat-marks";
import { rowId } from "~/db/cursor";
import { keyOf } from "~/db/keys";
import { IDEMPOTENT } from "~/db/repeatable";
import type { MemberCtx } from "../context";
import { notConnected } from "./can-chat";

type MarkCtx = Pick<MemberCtx, "db" | "viewer" | "now" | "realtime">;

/** A mute that the member ends themselves: until the last millisecond of the year 9999. */
const ALWAYS = Date.UTC(10_000, 0) - 1;
const LENGTHS: Record<MuteLength, (now: number) => number | null> = {
  hour: (now) => now + HOUR_MS,
  "8-hours": (now) => now + 8 * HOUR_MS,
  always: () => ALWAYS,
  off: () => null,
};

/**
 * Mutes the chat with a connection from now on, or ends its mute, and publishes that to the viewer's tabs.
 * @throws AppError `forbidden` unless the two are connected
 */
export function muteChat(ctx: MarkCtx, userId: string, length: MuteLength): Promise<MarkedChat> {
  return markChat(ctx, userId, sql`muted_until = ${LENGTHS[length](ctx.now().getTime())}`);
}

/**
 * Archives the chat with a connection, or takes it out, and publishes that to the viewer's tabs. Idempotent.
 * @param upTo the newest message that the viewer sees: a later one, which may be stored by now, brings the chat back
 * @throws AppError `forbidden` unless the two are connected
 */
export function archiveChat(ctx: MarkCtx, userId: string, upTo: string | null): Promise<MarkedChat> {
  return markChat(ctx, userId, sql`archived_to = ${upTo === null ? null : rowId(upTo)}`);
}

async function markChat(ctx: MarkCtx, userId: string, change: SQL): Promise<MarkedChat> {
  const [row] = await ctx.db.all<MarksRow>(sql`${sql.raw(IDEMPOTENT)}
    UPDATE connection_sides SET ${change}
    WHERE member = ${keyOf(ctx.viewer)} AND accepted = 1 AND other = ${userId}
    RETURNING muted_until AS mutedUntil, archived_to AS archivedTo`);
  if (!row) throw notConnected();
  const payload = { userId, ...marksOf(row) };
  ctx.realtime.publish(ctx.viewer.id, { type: "chat_state", payload });
  return payload;
}
