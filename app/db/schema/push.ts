import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { createdAt } from "./columns";
import { sessions, users } from "./members";

/** Devices to which notifications are pushed: at most one for each session, with which it ends. */
export const pushSubscriptions = sqliteTable(
  "push_subscriptions",
  {
    sessionId: text("session_id")
      .primaryKey()
      .references(() => sessions.id, { onDelete: "cascade" }),
    /** The device's address at the push service of its browser. */
    endpoint: text("endpoint").notNull(),
    /** The keys of the subscription, in base64url (RFC 8291, 2). */
    p256dh: text("p256dh").notNull(),
    auth: text("auth").notNull(),
    /** Whether notifications on the device show the text of messages. */
    showsText: integer("shows_text", { mode: "boolean" }).notNull(),
    createdAt: createdAt(),
    /** Consecutive refusals of the site's key by the push service (401, 403), at most one an hour, and the last. */
    refusals: integer("refusals").notNull().default(0),
    refusedAt: integer("refused_at"),
  },
  (t) => [
    uniqueIndex("push_subscriptions_endpoint").on(t.endpoint),
    index("push_subscriptions_refused").on(t.refusedAt).where(sql`${t.refusedAt} IS NOT NULL`),
  ],
);

/** The hours of each day in which nothing is pushed to a member. */
export const quietHours = sqliteTable("quiet_hours", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  /** As `22:00`. */
  startsAt: text("starts_at").notNull(),
  /** Earlier than the start for hours that span midnight. */
  endsAt: text("ends_at").notNull(),
  /** A name of the IANA time zone database. */
  timeZone: text("time_zone").notNull(),
});
