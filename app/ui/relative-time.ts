import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "~/contract/time";
import { dateFormat } from "./date-format";

/**
 * Returns the relative time of an event: "just now" under 60 seconds, then minutes, hours, days up to 6 days, then a
 * short month and day (docs/product.md#words). A time after `now`, which a slow clock can cause, is "just now" too.
 * @param i18n texts of the reader's language
 * @param iso time of the event
 * @param now milliseconds since 1970
 * @param timeZone time zone of the reader, for the month and day; default: the runtime's
 */
export function relativeTime(i18n: I18n, iso: string, now: number, timeZone?: string): string {
  const past = now - Date.parse(iso);
  if (past < MINUTE_MS) return i18n._(msg`just now`);
  if (past < 7 * DAY_MS) return i18n._(ago(past));
  return dateFormat("shortDay", i18n.locale, timeZone).format(Date.parse(iso));
}

/** Returns the full date and time, for a title. */
export function fullTime(i18n: I18n, iso: string, timeZone?: string): string {
  return dateFormat("full", i18n.locale, timeZone).format(Date.parse(iso));
}

function ago(past: number): MessageDescriptor {
  const minutes = Math.floor(past / MINUTE_MS);
  const hours = Math.floor(past / HOUR_MS);
  const days = Math.floor(past / DAY_MS);
  if (past < HOUR_MS)
    return msg({ message: plural(minutes, { one: "# minute ago", other: "# minutes ago" }) });
  if (past < DAY_MS) return msg({ message: plural(hours, { one: "# hour ago", other: "# hours ago" }) });
  return msg({ message: plural(days, { one: "# day ago", other: "# days ago" }) });
}
