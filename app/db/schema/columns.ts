import { integer, text } from "drizzle-orm/sqlite-core";

/** A UUIDv7: it cannot be guessed and sorts by creation time. */
export const id = () => text("id").primaryKey();

/**
 * The number by which other tables refer to a row instead of by its public id: a few bytes, never sent to a client. A
 * trigger numbers rows that are inserted without one, so it is never NULL.
 */
export const key = () => integer("key");

/** ISO 8601 in UTC with milliseconds, so text order is time order. */
export const createdAt = () => text("created_at").notNull();

/** The client's idempotency key, or null. A unique index lets a repeated write store nothing new. */
export const clientId = () => text("client_id");
