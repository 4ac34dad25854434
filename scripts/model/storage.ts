import { NOTIFICATIONS_MAX, READ_NOTIFICATION_DAYS } from "~/contract/limits";
import { type Habits, notificationsADay, times } from "./habits";

/** Bytes with indexes (`npm run bench:bytes`), such as a member's search terms and a post's photo, tag and words. */
const ROW_BYTES = {
  member: 723 + 17 * 48,
  session: 689,
  connection: 2 * 117,
  post: 1136 + 512 + 133 + 12.5 * 20,
  like: 53,
  save: 68,
  comment: 272,
  conversation: 243 + 2 * 16,
  message: 155,
  notification: 101,
};

const GB = 1e9;

/** The gigabytes of the main database and of all chat databases together. */
export interface Sizes {
  main: number;
  chat: number;
}

/**
 * Returns a member's notifications after a number of days. They stop growing when the first are deleted by age; all
 * count as read soon, so the longer time of unread ones does not apply.
 */
export function retainedNotifications(habits: Habits, days: number): number {
  const stored = Math.min(days, READ_NOTIFICATION_DAYS) * habits.dailyShare * notificationsADay(habits);
  return Math.min(NOTIFICATIONS_MAX, stored);
}

/** Returns the sizes after a number of days since all members came. */
export function sizesAfter(habits: Habits, days: number): Sizes {
  const { members, dailyShare, connections, chattingShare } = habits;
  const activeDays = days * dailyShare;
  const account =
    ROW_BYTES.member +
    ROW_BYTES.session +
    (connections / 2) * ROW_BYTES.connection +
    retainedNotifications(habits, days) * ROW_BYTES.notification;
  const day =
    times(habits, "POST /api/posts") * ROW_BYTES.post +
    times(habits, "POST /api/posts/{id}/like") * ROW_BYTES.like +
    times(habits, "POST /api/posts/{id}/save") * ROW_BYTES.save +
    times(habits, "POST /api/posts/{id}/comment") * ROW_BYTES.comment;
  const conversations = ((connections * chattingShare) / 2) * ROW_BYTES.conversation;
  const messages = times(habits, "POST /api/chat/messages/{userId}") * ROW_BYTES.message;
  return {
    main: (members * (account + activeDays * day)) / GB,
    chat: (members * (conversations + activeDays * messages)) / GB,
  };
}

/** Returns the days until a database of these sizes has a number of gigabytes; `Infinity` without growth. */
export function daysUntil(habits: Habits, database: keyof Sizes, gigabytes: number): number {
  if (sizesAfter(habits, 0)[database] >= gigabytes) return 0;
  // From the first deletions on it grows by the same amount each day.
  const days = READ_NOTIFICATION_DAYS;
  const [first, then] = [sizesAfter(habits, days)[database], sizesAfter(habits, 2 * days)[database]];
  if (first >= gigabytes) return (gigabytes / first) * days;
  return then > first ? days + ((gigabytes - first) / (then - first)) * days : Number.POSITIVE_INFINITY;
}
