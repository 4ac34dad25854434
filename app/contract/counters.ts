/** Counters whose values of a day are added up. */
export const sums = [
  "newMembers",
  "activeMembers",
  "posts",
  "messages",
  "uploads",
  "aiUses",
  "aiImages",
  "mails",
  "errors",
] as const;

/** Counters with the last value of a day: numbers of rows, and bytes. */
export const gauges = [
  "members",
  "storage",
  "largestDatabase",
  "databases",
  "reports",
  "appeals",
  "waiting",
  "heldMails",
  "removals",
] as const;

/** The counters of the dashboard (docs/moderation.md#the-dashboard). */
export const counterNames = [...sums, ...gauges] as const;
export type CounterName = (typeof counterNames)[number];

/** The days of the dashboard's charts, today included. */
export const CHART_DAYS = 90;

/** Time for which counters stay, in days. */
export const COUNTER_DAYS = 100;

/** Gauges of queues count no further: more rows are this many. */
export const QUEUE_MAX = 10_000;
