/** The session on whose behalf a client of the database writes. */
export interface SessionGuard {
  /** The session's id; null while the client writes for no session. */
  session: string | null;
  /** Whether reads look the session up too: those before a write in another database, which has no sessions. */
  coversReads?: boolean;
}

/** The message of the statement that refuses a write. Its batch stores nothing. */
export const SESSION_ENDED = "session has ended";

/**
 * Fails unless a session is open at a time. Outside a trigger, only a malformed argument raises an error with a custom
 * text: a JSON path (SQLite docs, "JSON Functions And Operators", 3.2). Values: the session's id, the time as ISO 8601.
 */
export const requireSession = `SELECT iif(
  EXISTS (SELECT 1 FROM sessions WHERE id = ? AND expires_at > ?), 1, json_extract('{}', '${SESSION_ENDED}'))`;
