/** The day a message belongs to, as a key: the reader's own day, or the one of UTC where the reader's zone is not known. */
export function dayOf(iso: string, zone: "UTC" | undefined): string {
  return zone === "UTC" ? iso.slice(0, 10) : new Date(iso).toDateString();
}

/**
 * What stands above a day's messages: "Today", "Yesterday", else the date, with the year when it is another one.
 * @param now milliseconds since 1970
 */
export function dayName(iso: string, now: number, zone: "UTC" | undefined): string {
  const day = (at: number) => dayOf(new Date(at).toISOString(), zone);
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

/** "2:05 PM". */
export function timeOfDay(iso: string, zone: "UTC" | undefined): string {
  return new Intl.DateTimeFormat("en-US", { timeStyle: "short", timeZone: zone }).format(new Date(iso));
}
