import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { NotificationGroupView } from "~/contract/notifications";
import { DAY_MS } from "~/contract/time";

/** The headings of the page, the newest first. */
const periods = ["today", "week", "earlier"] as const;
type Period = (typeof periods)[number];

export const periodNames: Record<Period, MessageDescriptor> = {
  today: msg`Today`,
  week: msg({ message: "This week", comment: "Heading of notifications of the last days" }),
  earlier: msg({ message: "Earlier", comment: "Heading of older notifications" }),
};

/** Returns the beginning of a day in milliseconds since 1970, in the time zone of the runtime. */
export const startOfDay = (now: number): number => new Date(now).setHours(0, 0, 0, 0);

/** Returns the same in UTC, for the server, which does not know the reader's time zone. */
export const startOfUtcDay = (now: number): number => now - (now % DAY_MS);

/** @param today the beginning of the reader's day */
function periodOf({ createdAt }: NotificationGroupView, today: number): Period {
  const at = Date.parse(createdAt);
  if (at >= today) return "today";
  return at >= today - 6 * DAY_MS ? "week" : "earlier";
}

/** Returns the groups of each period that has some, in their order. */
export function byPeriod<T extends NotificationGroupView>(groups: readonly T[], today: number) {
  return periods
    .map((period) => ({ period, groups: groups.filter((group) => periodOf(group, today) === period) }))
    .filter((part) => part.groups.length > 0);
}
