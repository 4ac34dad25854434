import { DAY_MS, HOUR_MS, MINUTE_MS } from "~/contract/time";

/**
 * "just now" under 60 seconds, then minutes, hours, days up to 6 days, then a short month and day (spec point 9).
 * A time ahead of `now`, as a slow clock makes it, is "just now" too.
 * @param iso when it happened; @param now milliseconds since 1970; @param timeZone of the reader, for the month and day.
 */
export function relativeTime(iso: string, now: number, timeZone?: string): string {
  const past = now - Date.parse(iso);
  if (past < MINUTE_MS) return "just now";
  if (past < HOUR_MS) return ago(Math.floor(past / MINUTE_MS), "minute");
  if (past < DAY_MS) return ago(Math.floor(past / HOUR_MS), "hour");
  if (past < 7 * DAY_MS) return ago(Math.floor(past / DAY_MS), "day");
  return formatter("day", timeZone).format(Date.parse(iso));
}

/** Returns the full date and time, for a title. */
export function fullTime(iso: string, timeZone?: string): string {
  return formatter("full", timeZone).format(Date.parse(iso));
}

const styles = {
  day: { month: "short", day: "numeric" },
  full: { dateStyle: "long", timeStyle: "short" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Cached, because creating a formatter takes longer than all its uses on a page of posts. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(style: keyof typeof styles, timeZone: string | undefined): Intl.DateTimeFormat {
  const key = `${style} ${timeZone}`;
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-US", { ...styles[style], timeZone });
  formatters.set(key, made);
  return made;
}

function ago(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? "" : "s"} ago`;
}
