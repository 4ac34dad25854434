import { and, eq, ne } from "drizzle-orm";
import { AppError } from "~/contract/errors";
import { sessions } from "~/db/schema";
import type { MemberCtx } from "../context";

/**
 * Ends one of the viewer's sessions, with the sockets it has open.
 * @throws AppError `not_found` when it has ended already or is not the viewer's
 */
export async function endSession(ctx: MemberCtx, sessionId: string): Promise<void> {
  const ended = await ctx.db
    .delete(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, ctx.viewer.id)))
    .returning({ id: sessions.id });
  if (ended.length === 0) throw new AppError("not_found", "This session has already ended.");
  ctx.realtime.endSessions(ctx.viewer.id, [sessionId]);
}

/** Ends every session of the viewer's but the one at hand. */
export async function endOtherSessions(ctx: MemberCtx): Promise<void> {
  const ended = await ctx.db
    .delete(sessions)
    .where(and(eq(sessions.userId, ctx.viewer.id), ne(sessions.id, ctx.viewer.sessionId)))
    .returning({ id: sessions.id });
  ctx.realtime.endSessions(
    ctx.viewer.id,
    ended.map(({ id }) => id),
  );
}
