import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Errors that the log has, by day and kind (app/platform/error-counts.ts), for admins. */
export const errorCounts = sqliteTable(
  "error_counts",
  {
    /** The day in UTC, such as `2026-11-27`. */
    day: text("day").notNull(),
    kind: text("kind").notNull(),
    count: integer("count").notNull(),
    /** The time of the last one, in milliseconds since 1970. */
    lastAt: integer("last_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.kind] })],
);
