import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { digestFrequencies } from "../../contract/notification-settings";
import { users } from "./members";

/** Digests by mail: one row for each member whose address was confirmed, or who has chosen a frequency. */
export const digests = sqliteTable(
  "digests",
  {
    userId: text("user_id")
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    frequency: text("frequency", { enum: digestFrequencies }).notNull().default("weekly"),
    /** When the next digest is due, in milliseconds since 1970. Null for a member who gets none: see `frequency`, `bounces` and `users.email_confirmed`. */
    dueAt: integer("due_at"),
    /** The time of the newest notification or message of the last digest, in milliseconds since 1970. Later ones are news. */
    newsAfter: integer("news_after").notNull(),
    /** Mails to the address that came back. With `MAIL_BOUNCES_MAX` the address is forgotten, until it is confirmed again. */
    bounces: integer("bounces").notNull().default(0),
  },
  (t) => [index("digests_due").on(t.dueAt).where(sql`${t.dueAt} IS NOT NULL`)],
);

/** Reports of the mail service about mails that came back, so that a repeated report counts once. */
export const mailReports = sqliteTable(
  "mail_reports",
  {
    /** The SHA-256 of the mail service's id, in hex. */
    id: text("id").primaryKey(),
    /** Milliseconds since 1970. */
    receivedAt: integer("received_at").notNull(),
  },
  (t) => [index("mail_reports_age").on(t.receivedAt)],
);
