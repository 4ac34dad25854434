import { and, eq, sql } from "drizzle-orm";
import { sessions } from "~/db/schema";
import type { Ctx } from "../context";

/**
 * Returns the statement that deletes the session of the request's cookie, none for a visitor. A log-in or sign-up
 * replaces that cookie, so nobody could use the session any more.
 * @param sessionId the new session, which an earlier statement of the batch stores
 */
export function deleteReplaced({ db, viewer }: Ctx, sessionId: string) {
  const isOpen = sql`EXISTS (SELECT 1 FROM sessions WHERE id = ${sessionId})`;
  return viewer ? [db.delete(sessions).where(and(eq(sessions.id, viewer.sessionId), isOpen))] : [];
}

/** Closes the sockets of the replaced session, after it was deleted. */
export function closeReplaced({ realtime, viewer }: Ctx): void {
  if (viewer) realtime.endSessions(viewer.id, [viewer.sessionId]);
}
