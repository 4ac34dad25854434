import type { DigestFrequency } from "~/contract/notification-settings";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "~/contract/time";

/** Digests are due from this hour on, in the member's time zone. */
const FIRST_HOUR = 7;
/** Minutes over which the digests of a morning are spread. */
const SPREAD_MINUTES = 180;

/** The time zone of members who have set none. */
export const DEFAULT_ZONE = "UTC";

/** Returns the time of a member's next digest, in milliseconds since 1970: a morning of their time zone. */
export function nextDigest(
  frequency: Exclude<DigestFrequency, "never">,
  now: number,
  member: { id: string; timeZone: string },
): number {
  return morningAfter(now, frequency === "daily" ? 1 : 7, member);
}

/**
 * Returns the next morning of a member if a time is in none, such as one that was chosen before their time zone was
 * known; null for a time in a morning.
 */
export function postponed(
  dueAt: number,
  now: number,
  member: { id: string; timeZone: string },
): number | null {
  const time = (dueAt + offsetOf(member.timeZone, dueAt)) % DAY_MS;
  const isMorning = time >= FIRST_HOUR * HOUR_MS && time < FIRST_HOUR * HOUR_MS + SPREAD_MINUTES * MINUTE_MS;
  if (isMorning) return null;
  const today = morningAfter(now, 0, member);
  return today > now ? today : morningAfter(now, 1, member);
}

/** @param days days after the member's present day */
function morningAfter(now: number, days: number, { id, timeZone }: { id: string; timeZone: string }): number {
  const here = now + offsetOf(timeZone, now);
  const midnight = here - (here % DAY_MS) + days * DAY_MS;
  const morning = midnight + FIRST_HOUR * HOUR_MS + minuteOf(id) * MINUTE_MS;
  // The offset of that morning, on which the clocks may have changed.
  return morning - offsetOf(timeZone, morning - offsetOf(timeZone, now));
}

/** Returns the minute of a member within the spread: the same for every digest. */
function minuteOf(id: string): number {
  let hash = 0;
  for (const character of id) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % SPREAD_MINUTES;
  return hash;
}

/** Returns the milliseconds between the clocks of a time zone and UTC; 0 for a zone unknown to this runtime. */
function offsetOf(timeZone: string, at: number): number {
  try {
    const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
    // In Swedish a date is written as in ISO 8601.
    const here = Date.parse(`${format.format(at).replace(" ", "T")}Z`);
    return Math.round((here - at) / MINUTE_MS) * MINUTE_MS;
  } catch {
    return 0;
  }
}
