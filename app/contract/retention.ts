import {
  ALERT_LINK_DAYS,
  DELETED_EMAIL_DAYS,
  EMAIL_LINK_HOURS,
  EMAIL_UNDO_DAYS,
  LOGIN_CODE_MINUTES,
  PASSKEY_MINUTES,
  RESET_LINK_MINUTES,
  SESSION_DAYS,
} from "./account-limits";
import {
  AI_UNSAVED_HOURS,
  FORMER_USERNAME_DAYS,
  IMAGE_CHECK_DAYS,
  NOTIFICATIONS_MAX,
  READ_NOTIFICATION_DAYS,
  REPORT_DAYS,
  TOMBSTONE_DAYS,
  UNREAD_NOTIFICATION_DAYS,
  UNUSED_MEDIA_HOURS,
} from "./limits";
import { HELD_MAIL_DAYS, MAIL_REPORT_DAYS } from "./mail-limits";

/**
 * Data that is deleted by its age, and for how long it is kept, as `/privacy` and docs/product.md#retention say it. The list by table,
 * by which the rows are deleted, is in app/domain/retention.
 */
export const kept: readonly [data: string, time: string][] = [
  ["Sessions", `${SESSION_DAYS} days after the log-in`],
  ["Devices to which notifications are pushed", "until their session ends"],
  ["Links that reset a password", `${RESET_LINK_MINUTES} minutes`],
  ["New email addresses that are not confirmed", `${EMAIL_LINK_HOURS} hours`],
  ["The email address before a change", `${EMAIL_UNDO_DAYS} days`],
  ["The record that an email came back, without its address", `${MAIL_REPORT_DAYS} days`],
  ["The times of emails, with a hash of their address, for their limits", "24 hours"],
  ["Events that wait for an email with their list, with its address", `${HELD_MAIL_DAYS} days`],
  ["Links that secure an account", `${ALERT_LINK_DAYS} days`],
  ["Log-ins that wait for a code", `${LOGIN_CODE_MINUTES} minutes`],
  ["Challenges of passkeys that were used", `${PASSKEY_MINUTES} minutes`],
  ["Former usernames", `${FORMER_USERNAME_DAYS} days`],
  ["Read notifications", `${READ_NOTIFICATION_DAYS} days`],
  ["Unread notifications", `${UNREAD_NOTIFICATION_DAYS} days`],
  ["Notifications of a member", `the newest ${NOTIFICATIONS_MAX.toLocaleString("en-US")}`],
  ["The record that a message, post or comment was deleted, without its content", `${TOMBSTONE_DAYS} days`],
  ["Reports, with a copy of the reported content", `${REPORT_DAYS} days after the decision`],
  ["Content that moderators have removed, or that waits for them", `${REPORT_DAYS} days`],
  ["Photos that wait for the image check, while the AI tools are off", `${IMAGE_CHECK_DAYS} days`],
  ["AI images that were not saved", `${AI_UNSAVED_HOURS} hours`],
  ["Uploads that nothing uses", `${UNUSED_MEDIA_HOURS} hours`],
  ["The times of connection requests and of uses of AI, for their limits", "24 hours"],
  ["The record that a notification of a like, save or request was withdrawn unread", "24 hours"],
  ["A hash of the network address of a sign-up, for its limit", "an hour"],
  ["A hash of the email address of a deleted account, against a new sign-up", `${DELETED_EMAIL_DAYS} days`],
  ["Email addresses and networks that are blocked for abuse", "until the block ends"],
  ["Log lines, without names, addresses or texts", "7 days"],
  ["Backups of the database", "30 days"],
];
