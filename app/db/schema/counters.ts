import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { counterNames } from "../../contract/counters";

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

/** Dashboard counters, a row per day and counter. The hourly run keeps them (app/domain/dashboard/keep-counters.ts). */
export const dayCounters = sqliteTable(
  "day_counters",
  {
    /** The day in UTC. */
    day: text("day").notNull(),
    name: text("name", { enum: counterNames }).notNull(),
    value: integer("value").notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.name] })],
);

/** Totals of the whole site, which triggers keep: counting the rows would read all of them. */
export const siteTotals = sqliteTable("site_totals", {
  /** `members`: all accounts. `storage`: the bytes of all files. */
  name: text("name", { enum: ["members", "storage"] }).primaryKey(),
  value: integer("value").notNull(),
});

/** The last hourly run, for admins: one row, or none before the first one. */
export const lastRun = sqliteTable("last_run", {
  /** Always 1. */
  id: integer("id").primaryKey(),
  /** The time of its end, in milliseconds since 1970. */
  endedAt: integer("ended_at").notNull(),
  /** In milliseconds. */
  tookMs: integer("took_ms").notNull(),
  /** A JSON object: how much each sweep has handled. */
  swept: text("swept").notNull(),
  /** A JSON array: the names of the sweeps that have failed. */
  failed: text("failed").notNull(),
  /** Whether the budget has ended the run, with work left for the next one. */
  isCut: integer("is_cut", { mode: "boolean" }).notNull(),
});
