import type { MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/runtime-macro";
import {
  ALERT_LINK_DAYS,
  DELETED_EMAIL_DAYS,
  EMAIL_LINK_HOURS,
  EMAIL_UNDO_DAYS,
  INVITATION_DAYS,
  LOGIN_CODE_MINUTES,
  PASSKEY_MINUTES,
  RESET_LINK_MINUTES,
  SESSION_DAYS,
  WAITING_DAYS,
} from "./account-limits";
import {
  AI_UNSAVED_HOURS,
  BACKUP_DAYS,
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
 * Data that is deleted by its age, and for how long it is kept, as `/privacy` lists it (docs/product.md#retention). The
 * list by table, by which the rows are deleted, is in app/domain/retention.
 */
export const retentionTexts: readonly MessageDescriptor[] = [
  msg`Sessions: ${plural({ days: SESSION_DAYS }, { one: "# day after the log-in", other: "# days after the log-in" })}`,
  msg`Devices to which notifications are pushed: until their session ends`,
  msg`Links that reset a password: ${plural({ minutes: RESET_LINK_MINUTES }, { one: "# minute", other: "# minutes" })}`,
  msg`New email addresses that are not confirmed: ${plural({ hours: EMAIL_LINK_HOURS }, { one: "# hour", other: "# hours" })}`,
  msg`The email address before a change: ${plural({ days: EMAIL_UNDO_DAYS }, { one: "# day", other: "# days" })}`,
  msg`The record that an email came back, without its address: ${plural({ days: MAIL_REPORT_DAYS }, { one: "# day", other: "# days" })}`,
  msg`The times of emails, with a hash of their address, for their limits: 24 hours`,
  msg`Events that wait for an email with their list, with its address: ${plural({ days: HELD_MAIL_DAYS }, { one: "# day", other: "# days" })}`,
  msg`Links that secure an account: ${plural({ days: ALERT_LINK_DAYS }, { one: "# day", other: "# days" })}`,
  msg`Log-ins that wait for a code: ${plural({ minutes: LOGIN_CODE_MINUTES }, { one: "# minute", other: "# minutes" })}`,
  msg`Challenges of passkeys that were used: ${plural({ minutes: PASSKEY_MINUTES }, { one: "# minute", other: "# minutes" })}`,
  msg`Former usernames: ${plural({ days: FORMER_USERNAME_DAYS }, { one: "# day", other: "# days" })}`,
  msg`Read notifications: ${plural({ days: READ_NOTIFICATION_DAYS }, { one: "# day", other: "# days" })}`,
  msg`Unread notifications: ${plural({ days: UNREAD_NOTIFICATION_DAYS }, { one: "# day", other: "# days" })}`,
  msg`Notifications of a member: the newest ${plural({ count: NOTIFICATIONS_MAX }, { one: "#", other: "#" })}`,
  msg`The record that a message, post or comment was deleted, without its content: ${plural({ days: TOMBSTONE_DAYS }, { one: "# day", other: "# days" })}`,
  msg`Reports, with a copy of the reported content: ${plural({ days: REPORT_DAYS }, { one: "# day after the decision", other: "# days after the decision" })}`,
  msg`Content that moderators have removed, or that waits for them: ${plural({ days: REPORT_DAYS }, { one: "# day", other: "# days" })}`,
  msg`Photos that wait for the image check, while the AI tools are off: ${plural({ days: IMAGE_CHECK_DAYS }, { one: "# day", other: "# days" })}`,
  msg`AI images that were not saved: ${plural({ hours: AI_UNSAVED_HOURS }, { one: "# hour", other: "# hours" })}`,
  msg`Uploads that nothing uses: ${plural({ hours: UNUSED_MEDIA_HOURS }, { one: "# hour", other: "# hours" })}`,
  msg`The times of connection requests and of uses of AI, for their limits: 24 hours`,
  msg`The record that a notification of a like, save or request was withdrawn unread: 24 hours`,
  msg`A hash of the network address of a sign-up, for its limit: an hour`,
  msg`Accounts that wait for approval, with a hash of their network: ${plural({ days: WAITING_DAYS }, { one: "# day", other: "# days" })}`,
  msg`Invitation links, as hashes: ${plural({ days: INVITATION_DAYS }, { one: "# day", other: "# days" })}`,
  msg`The record that a member has invited another: until one of their accounts is deleted`,
  msg`A hash of the email address of a deleted account, against a new sign-up: ${plural({ days: DELETED_EMAIL_DAYS }, { one: "# day", other: "# days" })}`,
  msg`Email addresses and networks that are blocked for abuse: until the block ends`,
  msg`Log lines, without names, addresses or texts: 7 days`,
  msg`Backups of the database and of photos: ${plural({ days: BACKUP_DAYS }, { one: "# day", other: "# days" })}`,
];
