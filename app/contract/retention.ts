import {
  AI_UNSAVED_HOURS,
  ALERT_LINK_DAYS,
  EMAIL_LINK_HOURS,
  EMAIL_UNDO_DAYS,
  FORMER_USERNAME_DAYS,
  LOGIN_CODE_MINUTES,
  NOTIFICATIONS_MAX,
  READ_NOTIFICATION_DAYS,
  REPORT_DAYS,
  RESET_LINK_MINUTES,
  SESSION_DAYS,
  TOMBSTONE_DAYS,
  UNREAD_NOTIFICATION_DAYS,
  UNUSED_MEDIA_HOURS,
} from "./limits";

/**
 * Data that is deleted by its age, and for how long it is kept, as `/privacy` and docs/product.md#retention say it. The list by table,
 * by which the rows are deleted, is in app/domain/retention.
 */
export const kept: readonly [data: string, time: string][] = [
  ["Sessions", `${SESSION_DAYS} days after the log-in`],
  ["Links that reset a password", `${RESET_LINK_MINUTES} minutes`],
  ["New e-mail addresses that are not confirmed", `${EMAIL_LINK_HOURS} hours`],
  ["The e-mail address before a change", `${EMAIL_UNDO_DAYS} days`],
  ["Links that secure an account", `${ALERT_LINK_DAYS} days`],
  ["Log-ins that wait for a code", `${LOGIN_CODE_MINUTES} minutes`],
  ["Former usernames", `${FORMER_USERNAME_DAYS} days`],
  ["Read notifications", `${READ_NOTIFICATION_DAYS} days`],
  ["Unread notifications", `${UNREAD_NOTIFICATION_DAYS} days`],
  ["Notifications of a member", `the newest ${NOTIFICATIONS_MAX.toLocaleString("en-US")}`],
  ["The record that a message, post or comment was deleted, without its content", `${TOMBSTONE_DAYS} days`],
  ["Reports, with a copy of the reported content", `${REPORT_DAYS} days after the decision`],
  ["Content that moderators have removed", `${REPORT_DAYS} days`],
  ["AI images that were not saved", `${AI_UNSAVED_HOURS} hours`],
  ["Uploads that nothing uses", `${UNUSED_MEDIA_HOURS} hours`],
  ["The times of connection requests and of uses of AI, for their limits", "24 hours"],
  ["Log lines, without names, addresses or texts", "7 days"],
  ["Backups of the database", "30 days"],
];
