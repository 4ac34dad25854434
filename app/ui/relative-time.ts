import { counted } from "~/contract/counted";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "~/contract/time";
import { dateFormat } from "./date-format";

/**
 * Returns the relative time of an event: "just now" under 60 seconds, then minutes, hours, days up to 6 days, then a short
 * month and day (docs/product.md#words). A time after `now`, which a slow clock can cause, is "just now" too.
 * @param iso time of the event
 * @param now milliseconds since 1970
 * @param timeZone time zone of the reader, for the month and day; default: the runtime's
 */
export function relativeTime(iso: string, now: number, timeZone?: string): string {
  const past = now - Date.parse(iso);
  if (past < MINUTE_MS) return "just now";
  if (past < HOUR_MS) return ago(Math.floor(past / MINUTE_MS), "minute");
  if (past < DAY_MS) return ago(Math.floor(past / HOUR_MS), "hour");
  if (past < 7 * DAY_MS) return ago(Math.floor(past / DAY_MS), "day");
  return dateFormat("shortDay", timeZone).format(Date.parse(iso));
}

/** Returns the full date and time, for a title. */
export function fullTime(iso: string, timeZone?: string): string {
  return dateFormat("full", timeZone).format(Date.parse(iso));
}

function ago(count: number, unit: string): string {
  return `${counted(count, unit)} ago`;
}
