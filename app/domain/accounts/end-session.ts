import { msg } from "@lingui/core/runtime-macro";
import { and, eq, ne } from "drizzle-orm";
import { AppError } from "~/contract/errors";
import { sessions } from "~/db/schema";
import type { Ctx, MemberCtx } from "../context";

/**
 * Ends one of the viewer's sessions and closes its sockets.
 * @throws AppError `not_found` when it has ended already or belongs to another member
 */
export async function endSession(ctx: MemberCtx, sessionId: string): Promise<void> {
  const ended = await ctx.db
    .delete(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, ctx.viewer.id)))
    .returning({ id: sessions.id });
  if (ended.length === 0) throw new AppError("not_found", msg`This session has already ended.`);
  closeSockets(ctx, ctx.viewer.id, ended);
}

/** Ends all of the viewer's sessions except the current one. */
export async function endOtherSessions(ctx: MemberCtx): Promise<void> {
  const { db, viewer } = ctx;
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, viewer.id), ne(sessions.id, viewer.sessionId)))
    .returning({ id: sessions.id });
  closeSockets(ctx, viewer.id, ended);
}

/** Closes the sockets of sessions that have been deleted. */
export function closeSockets(
  { realtime }: Pick<Ctx, "realtime">,
  memberId: string,
  ended: { id: string }[],
): void {
  realtime.endSessions(
    memberId,
    ended.map(({ id }) => id),
  );
}
