import { type SQL, sql } from "drizzle-orm";

/** The condition that a row `c` of `conversations` is that of two members, in either order. One index look-up. */
export const isBetween = (a: string | SQL, b: string | SQL): SQL =>
  sql`c.low_id = min(${a}, ${b}) AND c.high_id = max(${a}, ${b})`;

/** Returns a query for the conversations of a member. Reads one index range per side. */
export function conversationsOf(memberId: string | SQL): SQL {
  const columns = sql`key, low_id, high_id, low, high, open`;
  return sql`
    SELECT ${columns} FROM conversations WHERE low_id = ${memberId}
    UNION ALL SELECT ${columns} FROM conversations WHERE high_id = ${memberId}`;
}

/** Returns the key of one of the two members of a conversation `c`, as in `sender` and `unread_by` of its messages. */
export const keyIn = (memberId: string | SQL): SQL => sql`iif(c.low_id = ${memberId}, c.low, c.high)`;

/** Returns the key of a member in a chat database: null without a conversation. */
export const keyInChat = (memberId: string | SQL): SQL => sql`coalesce(
  (SELECT low FROM conversations WHERE low_id = ${memberId} LIMIT 1),
  (SELECT high FROM conversations WHERE high_id = ${memberId} LIMIT 1))`;

/** The condition that a message of the conversation `c` is an unread one from one of the two. One index range. */
export const isUnreadFrom = (memberId: string | SQL): SQL => sql`
  unread_by = iif(c.low_id = ${memberId}, c.high, c.low) AND sender = ${keyIn(memberId)}`;

/** The public ids of a message's members, from the message `m` and its conversation `c`. */
export const senderOf = sql`iif(m.sender = c.low, c.low_id, c.high_id)`;
export const receiverOf = sql`iif(m.sender = c.low, c.high_id, c.low_id)`;

/** The form that most clients give their ids. Such an id is stored as 16 bytes, any other as the text that it is. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the stored form of a message's `clientId`. */
export function storedClientId(clientId: string): SQL {
  return UUID.test(clientId) ? sql`unhex(${clientId.replaceAll("-", "")})` : sql`${clientId}`;
}

/** Returns a message's `clientId` from its stored form. */
export function clientIdOf(stored: SQL): SQL {
  const digits = (from: number, count: number) =>
    sql`substr(hex(${stored}), ${sql.raw(`${from}, ${count}`)})`;
  const groups = [digits(1, 8), digits(9, 4), digits(13, 4), digits(17, 4), digits(21, 12)];
  return sql`iif(typeof(${stored}) = 'blob', lower(${sql.join(groups, sql` || '-' || `)}), ${stored})`;
}
