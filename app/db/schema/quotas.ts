import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * Counters of quotas, one row for each owner and kind (docs/decisions/0042-quotas.md). A row counts the uses of one window, which
 * begins with its first use; the first use after it begins another. There is no foreign key, because an owner need not be a
 * member: a trigger deletes a member's counters with the member.
 */
export const quotaCounters = sqliteTable(
  "quota_counters",
  {
    /** The public id of a member. */
    owner: text("owner").notNull(),
    kind: text("kind").notNull(),
    /** The start of the window, in milliseconds since 1970. */
    since: integer("since").notNull(),
    used: integer("used").notNull(),
  },
  (t) => [primaryKey({ columns: [t.owner, t.kind] })],
);
