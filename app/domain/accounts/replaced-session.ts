import { eq } from "drizzle-orm";
import { sessions } from "~/db/schema";
import type { Ctx } from "../context";

/**
 * Returns the statement that deletes the session of the request's cookie, none for a visitor. A log-in or sign-up replaces
 * that cookie, so nobody could use the session any more.
 */
export function deleteReplaced({ db, viewer }: Ctx) {
  return viewer ? [db.delete(sessions).where(eq(sessions.id, viewer.sessionId))] : [];
}

/** Closes the sockets of the replaced session, after it was deleted. */
export function closeReplaced({ realtime, viewer }: Ctx): void {
  if (viewer) realtime.endSessions(viewer.id, [viewer.sessionId]);
}
