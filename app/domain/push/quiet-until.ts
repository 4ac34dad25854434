import type { QuietHours } from "~/contract/push";
import { DAY_MS, MINUTE_MS } from "~/contract/time";

/**
 * Returns when quiet hours end, in milliseconds since 1970; null outside of them. On a day on which the clocks change
 * it can be wrong by that change: the caller asks again then.
 */
export function quietUntil({ from, to, timeZone }: QuietHours, now: number): number | null {
  const start = msOf(from);
  const end = msOf(to);
  const time = timeOfDay(now, timeZone);
  const isQuiet = start < end ? time >= start && time < end : time >= start || time < end;
  return isQuiet ? now + ((end - time + DAY_MS) % DAY_MS) : null;
}

/** Returns the time since midnight of a text such as `22:00`, in milliseconds. */
function msOf(time: string): number {
  const [hours, minutes] = time.split(":").map(Number);
  return ((hours ?? 0) * 60 + (minutes ?? 0)) * MINUTE_MS;
}

/** Returns the time since midnight in a time zone, in milliseconds. */
function timeOfDay(now: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" });
  return msOf(format.format(now)) + (now % MINUTE_MS);
}
