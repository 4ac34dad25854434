import { IDS_OF_A_DATABASE } from "~/contract/message-cursor";

interface Place {
  chat: number;
  lowId: string;
  highId: string;
  low: number;
  high: number;
}

/** Inserts the row of two members' conversation unless they have one, as their first message does. */
export async function insertConversation(
  db: D1Database,
  a: string,
  b: string,
  chats: readonly D1Database[] = [db],
): Promise<Place & { database: D1Database }> {
  const place = await db
    .prepare(
      `SELECT l.id AS lowId, h.id AS highId, l.key AS low, h.key AS high,
         ifnull((SELECT chat FROM connection_sides WHERE member = l.key AND accepted = 1 AND other = h.id), 0) AS chat
       FROM users l, users h WHERE l.id = min(?1, ?2) AND h.id = max(?1, ?2)`,
    )
    .bind(a, b)
    .first<Place>();
  const database = chats[place?.chat ?? 0];
  if (!place || !database) throw new Error("The two have no chat database.");
  const { chat, lowId, highId, low, high } = place;
  await database.batch([
    database
      .prepare("INSERT OR IGNORE INTO conversations (low_id, high_id, low, high) VALUES (?, ?, ?, ?)")
      .bind(lowId, highId, low, high),
    database
      .prepare(
        "INSERT INTO chat_messages (id, created_at) SELECT ?1, 0 WHERE ?1 > 0 AND NOT EXISTS (SELECT 1 FROM chat_messages)",
      )
      .bind(chat * IDS_OF_A_DATABASE),
  ]);
  return { ...place, database };
}

/**
 * Inserts unread messages of one member to another, without asking whether they are connected.
 * @param prefix of the client ids
 * @param chats the chat databases by number, if there are several
 */
export async function insertMessages(
  db: D1Database,
  from: string,
  to: string,
  contents: string[],
  prefix: string | null = null,
  chats: readonly D1Database[] = [db],
): Promise<void> {
  const { database, lowId, highId, low, high } = await insertConversation(db, from, to, chats);
  const [sender, receiver] = from === lowId ? [low, high] : [high, low];
  await database
    .prepare(
      `INSERT INTO chat_messages (conversation, sender, unread_by, client_id, content, created_at)
       SELECT c.key, ?3, ?4, ?6 || text.key, text.value, 1767225600000
       FROM conversations c, json_each(?5) text WHERE c.low_id = ?1 AND c.high_id = ?2`,
    )
    .bind(lowId, highId, sender, receiver, JSON.stringify(contents), prefix)
    .run();
}
