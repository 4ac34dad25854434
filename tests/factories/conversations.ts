/** Inserts the row of two members' conversation unless they have one, as their first message does. */
export async function insertConversation(db: D1Database, a: string, b: string): Promise<void> {
  await db
    .prepare(
      `INSERT OR IGNORE INTO conversations (low_id, high_id, low, high)
       SELECT l.id, h.id, l.key, h.key FROM users l, users h WHERE l.id = min(?1, ?2) AND h.id = max(?1, ?2)`,
    )
    .bind(a, b)
    .run();
}

/** Inserts unread messages of one member to another, without asking whether they are connected. @param prefix of the client ids */
export async function insertMessages(
  db: D1Database,
  from: string,
  to: string,
  contents: string[],
  prefix: string | null = null,
): Promise<void> {
  await insertConversation(db, from, to);
  await db
    .prepare(
      `INSERT INTO chat_messages (conversation, sender, unread_by, client_id, content, created_at)
       SELECT c.key, s.key, r.key, ?4 || text.key, text.value, 1767225600000
       FROM conversations c, users s, users r, json_each(?3) text
       WHERE c.low_id = min(?1, ?2) AND c.high_id = max(?1, ?2) AND s.id = ?1 AND r.id = ?2`,
    )
    .bind(from, to, JSON.stringify(contents), prefix)
    .run();
}
