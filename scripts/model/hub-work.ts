import { HUB_GB } from "~/contract/bill";
import { type Habits, times } from "./habits";
import type { HubDay, Keeping } from "./hub-day";

/**
 * The work of a hub (workers/hub): statements and rows of the database, calls of other hubs, rows of its own storage. A
 * fan-out reads the audience, which is two rows per connection. Pings are answered by the runtime and cost nothing.
 */
export const HUB = {
  eventMs: 15,
  /** A read of cached values. */
  warmReadMs: 2,
  listenSeconds: 55,
  listen: { ownRows: 3 },
  sessionCheckSeconds: 600,
  sessionCheck: { statements: 2, rowsRead: 4, ownRows: 3 },
  /** A hub subscribes and unsubscribes. The read that subscribes counts the first statement. */
  subscription: { statements: 1, rowsWritten: 2, ownRows: 2, minutes: 5 },
  /** The member comes online and goes offline again. */
  visit: { statements: 5, rowsWritten: 2, fanOuts: 2, ownRows: 8 },
  /** A new count of likes or comments. */
  count: { statements: 2, fanOuts: 1 },
  /** Frames of the member that are billed as one request. */
  framesARequest: 20,
  /** The storage of a hub, even an empty one. */
  gigabytes: HUB_GB,
};

/** The work of a member's hub on an active day. */
export function hubsDay(
  habits: Habits,
  hub: HubDay,
  keeping: Keeping,
  { hubReads, coldReads }: { hubReads: number; coldReads: number },
) {
  const { visits, connections, dailyShare, peak, minutesOpen } = habits;
  const counts = times(habits, "POST /api/posts/{id}/like") + times(habits, "POST /api/posts/{id}/comment");
  const messages = times(habits, "POST /api/chat/messages/{userId}");
  const listens = (minutesOpen * 60) / HUB.listenSeconds;
  const checks = (minutesOpen * 60) / HUB.sessionCheckSeconds;
  const fanOuts = counts * HUB.count.fanOuts + visits * HUB.visit.fanOuts;
  const onlineAudience = connections * (minutesOpen / (24 * 60)) * dailyShare * peak;
  const tails = keeping === "nowhere" ? 0 : hub.subscriptions * HUB.subscription.minutes;
  const subscribedAudience = onlineAudience * (1 + tails / Math.max(minutesOpen, 1));
  // A message, a read mark, and the first frame of a socket, which syncs.
  const frames = messages + times(habits, "POST /api/chat/messages/{userId}/read") + visits;
  const events =
    counts * 2 +
    frames +
    messages +
    visits +
    listens +
    checks +
    visits * HUB.visit.fanOuts * onlineAudience +
    counts * HUB.count.fanOuts * subscribedAudience;
  return {
    statements: {
      main:
        checks * HUB.sessionCheck.statements +
        visits * HUB.visit.statements +
        counts * HUB.count.statements +
        hub.subscriptions * HUB.subscription.statements,
      chat: 0,
    },
    rowsRead: checks * HUB.sessionCheck.rowsRead + fanOuts * connections * 2,
    rowsWritten: visits * HUB.visit.rowsWritten + hub.subscriptions * HUB.subscription.rowsWritten,
    frames,
    calls: events + hubReads,
    ms: (events + coldReads) * HUB.eventMs + (hubReads - coldReads) * HUB.warmReadMs,
    ownRows:
      listens * HUB.listen.ownRows +
      checks * HUB.sessionCheck.ownRows +
      visits * HUB.visit.ownRows +
      hub.subscriptions * HUB.subscription.ownRows,
  };
}
