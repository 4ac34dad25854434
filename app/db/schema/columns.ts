import { type SQL, sql } from "drizzle-orm";
import { type AnySQLiteColumn, text } from "drizzle-orm/sqlite-core";

/** An opaque id that cannot be guessed and sorts by the time it was made (UUIDv7). */
export const id = () => text("id").primaryKey();

/** ISO 8601 in UTC with milliseconds, so that text order is time order. */
export const createdAt = () => text("created_at").notNull();

/** The writer's own name for what they wrote, if they gave one: sending it again stores nothing new. */
export const clientId = () => text("client_id");

export type PairColumns = [AnySQLiteColumn, AnySQLiteColumn];

/** Two members as one value, whichever came first: the key of a connection and of a conversation. */
export const pairOf = (members: () => PairColumns) =>
  text("pair").generatedAlwaysAs(
    (): SQL => {
      const [a, b] = members();
      return sql`min(${a}, ${b}) || ':' || max(${a}, ${b})`;
    },
    { mode: "virtual" },
  );
