import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { digestFrequencies } from "../../contract/notification-settings";
import { id } from "./columns";
import { memberIdColumn } from "./member-columns";
import { users } from "./members";

/** Digests by mail: one row for each member whose address was confirmed, or who has chosen a frequency. */
export const digests = sqliteTable(
  "digests",
  {
    userId: text("user_id")
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    frequency: text("frequency", { enum: digestFrequencies }).notNull().default("weekly"),
    /** The next digest, in milliseconds since 1970; null if none (`frequency`, `bounces`, `users.email_confirmed`). */
    dueAt: integer("due_at"),
    /** The newest notification or message of the last digest, in milliseconds since 1970. Later ones are news. */
    newsAfter: integer("news_after").notNull(),
    /** Bounced emails. With `MAIL_BOUNCES_MAX` the address gets no digests until it is confirmed again. */
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

/** Emails of the last day, for their limits (docs/product.md#mails). A row outlives its account, as does the limit. */
export const sentMails = sqliteTable(
  "sent_mails",
  {
    id: id(),
    /** The keyed hash of the address. */
    address: text("address").notNull(),
    /** The public id of the account; empty once it is deleted. */
    owner: text("owner").notNull(),
    /** A key of `MAIL_LIMITS`. */
    kind: text("kind").notNull(),
  },
  (t) => [
    index("sent_mails_address").on(t.address, t.kind, t.id),
    index("sent_mails_owner").on(t.owner, t.kind, t.id),
  ],
);

/** Events beyond the limits of mails. The hourly run sends those of an address and kind in one mail. */
export const heldMails = sqliteTable(
  "held_mails",
  {
    /** Has the time of the event. */
    id: id(),
    userId: memberIdColumn(),
    /** The address at the time of the event. */
    email: text("email").notNull(),
    /** Its keyed hash. */
    address: text("address").notNull(),
    /** `alert` or `news`. */
    kind: text("kind").notNull(),
    /** The event by `storedEvent` (app/domain/mail/held-event.ts); of earlier versions a sentence in English. */
    text: text("text").notNull(),
  },
  (t) => [index("held_mails_user").on(t.userId, t.kind, t.email), index("held_mails_kind").on(t.kind, t.id)],
);
