/**
 * Messages are in one or several databases. Database n numbers its messages from n × 10¹², so an id is unique and
 * names its database (docs/decisions/0081-chat-databases.md). Ids grow in commit order in it; a conversation keeps it.
 */
export const IDS_OF_A_DATABASE = 10 ** 12;

/** The chat databases that ids of 15 digits can name. */
export const CHAT_DATABASES_MAX = 100;

/** Returns the number of the database of a message. */
export const databaseOf = (messageId: number | string): number =>
  Math.floor(Number(messageId) / IDS_OF_A_DATABASE);

/** Returns the `messageCursor` of a position in each database, in the order of their numbers. */
export const cursorOf = (positions: readonly number[]): string => positions.join(".");

/** Returns the position of a cursor in a database. */
export function positionIn(cursor: string, database: number): number {
  const own = cursor
    .split(".")
    .map(Number)
    .filter((id) => databaseOf(id) === database);
  return Math.max(database * IDS_OF_A_DATABASE, ...own);
}

/** Returns whether a message is at or before a cursor. */
export const isCovered = (cursor: string, messageId: string): boolean =>
  Number(messageId) <= positionIn(cursor, databaseOf(messageId));
