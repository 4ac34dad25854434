import { formatTag } from "~/contract/languages";

const styles = {
  /** "Mar 2" */
  shortDay: { month: "short", day: "numeric" },
  /** "Monday, March 2" */
  longDay: { weekday: "long", month: "long", day: "numeric" },
  /** "Monday, March 2, 2026" */
  longDayAndYear: { weekday: "long", month: "long", day: "numeric", year: "numeric" },
  /** "2 March 2026" */
  dayInWords: { dateStyle: "long" },
  /** "2 March at 14:05" */
  dayAndTime: { day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" },
  /** "March 2, 2026" */
  longDate: { dateStyle: "long" },
  /** "3/2/2026" */
  date: { year: "numeric", month: "numeric", day: "numeric" },
  /** "2:05 PM" */
  time: { timeStyle: "short" },
  /** "March 2, 2026 at 2:05 PM" */
  full: { dateStyle: "long", timeStyle: "short" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

type Style = keyof typeof styles;

/** Styles that write English in another way than that of the United States. */
const englishTags: Partial<Record<Style, string>> = { dayInWords: "en-GB", dayAndTime: "en-GB" };

/** Cached, because creating a formatter takes longer than all its uses on a page of posts. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/**
 * Returns the formatter of a style, always the same one.
 * @param language the code of the reader's language
 * @param timeZone IANA name; default: the runtime's zone
 */
export function dateFormat(
  style: Style,
  language: string,
  timeZone: string | undefined,
): Intl.DateTimeFormat {
  const key = `${style} ${language} ${timeZone}`;
  const cached = formatters.get(key);
  if (cached) return cached;
  const tag = formatTag(language);
  const created = new Intl.DateTimeFormat((tag === "en-US" && englishTags[style]) || tag, {
    ...styles[style],
    timeZone,
  });
  formatters.set(key, created);
  return created;
}
