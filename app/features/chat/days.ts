import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { SOURCE } from "~/contract/languages";
import { DAY_MS } from "~/contract/time";
import { dateFormat } from "~/ui/date-format";

/**
 * Returns a number for the calendar day of a time in a zone; that of the next day is one more. Days are not counted in
 * steps of 24 hours, because a day on which the clocks change has 23 or 25.
 * @param at milliseconds since 1970
 * @param zone IANA name; default: the runtime's zone
 */
function calendarDay(at: number, zone: string | undefined): number {
  const [month = 1, day = 1, year = 0] = dateFormat("date", SOURCE, zone).format(at).split("/").map(Number);
  return Date.UTC(year, month - 1, day) / DAY_MS;
}

/** Returns a key for the calendar day of a message in a zone. */
export function dayOf(iso: string, zone: string | undefined): number {
  return calendarDay(Date.parse(iso), zone);
}

/**
 * Returns the label of a day separator: "Today", "Yesterday", or the date, with the year if it is not the current one.
 * @param now milliseconds since 1970
 * @param zone the reader's zone, as an IANA name; default: the runtime's
 */
export function dayName(i18n: I18n, iso: string, now: number, zone: string | undefined): string {
  const daysAgo = calendarDay(now, zone) - dayOf(iso, zone);
  if (daysAgo === 0) return i18n._(msg`Today`);
  if (daysAgo === 1) return i18n._(msg`Yesterday`);
  const isThisYear = yearOf(Date.parse(iso), zone) === yearOf(now, zone);
  return dateFormat(isThisYear ? "longDay" : "longDayAndYear", i18n.locale, zone).format(Date.parse(iso));
}

function yearOf(at: number, zone: string | undefined): number {
  return new Date(calendarDay(at, zone) * DAY_MS).getUTCFullYear();
}

/** Returns the time of day, for example "2:05 PM". */
export function timeOfDay(i18n: I18n, iso: string, zone: string | undefined): string {
  return dateFormat("time", i18n.locale, zone).format(Date.parse(iso));
}
