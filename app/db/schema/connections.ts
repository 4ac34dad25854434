import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { createdAt, id } from "./columns";
import { memberIdColumn } from "./member-columns";

/**
 * Pending and accepted connections from both sides: a row for each of the two members. Code writes one side, triggers
 * the other. No foreign key: a trigger on `users` deletes both sides with either member.
 */
export const connectionSides = sqliteTable(
  "connection_sides",
  {
    /** The key of one member. */
    member: integer("member").notNull(),
    /** False while the request is pending. In the key, so that a list of connections reads no requests. */
    accepted: integer("accepted", { mode: "boolean" }).notNull().default(false),
    /** The public id of the other member: the feed and the lists of online members seek by it without a look-up. */
    other: text("other").notNull(),
    /** Whether `member` sent the request. */
    sent: integer("sent", { mode: "boolean" }).notNull().default(false),
    /** Milliseconds since 1970; null in the row of the recipient. */
    createdAt: integer("created_at"),
    /** The number of the chat database that has the messages of the two, from their acceptance on. */
    chat: integer("chat").notNull().default(0),
    /** `member` has muted the chat until then, in milliseconds since 1970; null if never. Ends with the connection. */
    mutedUntil: integer("muted_until"),
    /** `member` has archived the chat until it has a message after this id; null if not. Ends with the connection. */
    archivedTo: integer("archived_to"),
  },
  (t) => [
    primaryKey({ columns: [t.member, t.accepted, t.other] }),
    // A page of a list of one direction reads no row of the other.
    index("connection_sides_direction").on(t.member, t.accepted, t.sent, t.other),
    index("connection_sides_muted").on(t.member, t.mutedUntil).where(sql`${t.mutedUntil} IS NOT NULL`),
    index("connection_sides_archived").on(t.member, t.other).where(sql`${t.archivedTo} IS NOT NULL`),
    // Partial indexes: a site with one database writes nothing to this one.
    index("connection_sides_elsewhere").on(t.member, t.other).where(sql`${t.chat} > 0`),
  ],
);

/**
 * Two former connections, or two connected again until their chat database knows. The id grows with every change of any
 * two, so a message whose permission was checked before a change can be distinguished from a later one.
 */
export const endedConnections = sqliteTable(
  "ended_connections",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** The members' ids, in sorted order. */
    lowId: memberIdColumn("low_id"),
    highId: memberIdColumn("high_id"),
    /** The number of the chat database that has their messages. */
    chat: integer("chat").notNull(),
    /** Whether the two are connected again. */
    isOpen: integer("is_open", { mode: "boolean" }).notNull(),
    /** Whether the chat database knows (`completeChatSteps`). */
    isApplied: integer("is_applied", { mode: "boolean" }).notNull().default(false),
  },
  (t) => [
    uniqueIndex("ended_connections_pair").on(t.lowId, t.highId),
    index("ended_connections_high").on(t.highId),
    index("ended_connections_pending").on(t.isApplied).where(sql`${t.isApplied} = 0`),
  ],
);

/** Connection requests of the last day, for their limits (docs/product.md#connections). A row outlives the request. */
export const connectionRequests = sqliteTable(
  "connection_requests",
  {
    id: id(),
    fromId: memberIdColumn("from_id"),
    toId: memberIdColumn("to_id"),
    createdAt: createdAt(),
  },
  (t) => [
    index("connection_requests_from").on(t.fromId, t.createdAt, t.toId),
    index("connection_requests_to").on(t.toId),
  ],
);
