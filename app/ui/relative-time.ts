const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * "just now" under 60 seconds, then minutes, hours, days up to 6 days, then a short month and day (spec point 9).
 * A time ahead of `now`, as a slow clock makes it, is "just now" too.
 * @param iso when it happened; @param now milliseconds since 1970; @param timeZone of the reader, for the month and day.
 */
export function relativeTime(iso: string, now: number, timeZone?: string): string {
  const past = now - Date.parse(iso);
  if (past < MINUTE) return "just now";
  if (past < HOUR) return ago(Math.floor(past / MINUTE), "minute");
  if (past < DAY) return ago(Math.floor(past / HOUR), "hour");
  if (past < 7 * DAY) return ago(Math.floor(past / DAY), "day");
  return formatter("day", timeZone).format(Date.parse(iso));
}

/** The full date and time, as a title says it. */
export function fullTime(iso: string, timeZone?: string): string {
  return formatter("full", timeZone).format(Date.parse(iso));
}

const styles = {
  day: { month: "short", day: "numeric" },
  full: { dateStyle: "long", timeStyle: "short" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Making one takes longer than all its uses on a page of posts. */
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
