/** Returns a key for the day of a message: in the browser's time zone, or in UTC on the server. */
export function dayOf(iso: string, zone: "UTC" | undefined): string {
  return zone === "UTC" ? iso.slice(0, 10) : new Date(iso).toDateString();
}

/**
 * Returns the label of a day separator: "Today", "Yesterday", or the date, with the year if it is not the current one.
 * @param now milliseconds since 1970
 */
export function dayName(iso: string, now: number, zone: "UTC" | undefined): string {
  const day = (ms: number) => dayOf(new Date(ms).toISOString(), zone);
  if (dayOf(iso, zone) === day(now)) return "Today";
  if (dayOf(iso, zone) === day(now - 86_400_000)) return "Yesterday";
  const isThisYear = new Date(iso).getFullYear() === new Date(now).getFullYear();
  return new Intl.DateTimeFormat("en-US", {
    weekday: "long",
    month: "long",
    day: "numeric",
    ...(isThisYear ? {} : { year: "numeric" }),
    timeZone: zone,
  }).format(new Date(iso));
}

/** Returns the time of day, for example "2:05 PM". */
export function timeOfDay(iso: string, zone: "UTC" | undefined): string {
  return new Intl.DateTimeFormat("en-US", { timeStyle: "short", timeZone: zone }).format(new Date(iso));
}
