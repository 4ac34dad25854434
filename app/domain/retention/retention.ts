import { type SQL, sql } from "drizzle-orm";
import { INVITATION_DAYS } from "~/contract/account-limits";
import { COUNTER_DAYS } from "~/contract/counters";
import { AI_UNSAVED_HOURS, IMAGE_CHECK_DAYS, REPORT_DAYS, TOMBSTONE_DAYS } from "~/contract/limits";
import { HELD_MAIL_DAYS, MAIL_REPORT_DAYS } from "~/contract/mail-limits";
import { DAY_MS, HOUR_MS } from "~/contract/time";
import type * as schema from "~/db/schema";

/** The name of a table of the database. */
type TableName = { [K in keyof typeof schema]: (typeof schema)[K]["_"]["name"] }[keyof typeof schema];

/** Rows that the hourly run deletes by their age. The time leads an index, or follows the columns of `where` in one. */
export interface Expiry {
  /** The column with the time from which the age counts. */
  time: SQL;
  /** ISO 8601, milliseconds since 1970, or the time in a UUIDv7. */
  form: "iso" | "milliseconds" | "id";
  /** The age, in milliseconds. */
  retentionMs: number;
  /** The rows concerned; all of them by default. */
  where?: SQL;
}

/**
 * `lasting`: content, which stays until it is deleted itself or with its member, post or conversation.
 * `current`: the state of now, at most one row for each member, or a fixed number.
 * `sweep`: rows that a sweep of their own finds (workers/scheduled.ts).
 */
export type Retention = "lasting" | "current" | Expiry | { sweep: string };

const expires: Expiry = { time: sql`expires_at`, form: "iso", retentionMs: 0 };

/**
 * The retention of each table's rows (docs/product.md#retention). Every table has an entry: one that grows without a
 * limit is a decision. `expirySweeps` deletes the rows with an `Expiry`; to retain another table, add its entry and the
 * index that its time needs.
 */
export const retention: Record<TableName, Retention> = {
  users: "lasting",
  search_terms: "lasting",
  connection_sides: "lasting",
  blocks: "lasting",
  mutes: "lasting",
  // At most 100 of each member.
  notification_exceptions: "lasting",
  // At most one for each other member.
  dismissed_suggestions: "lasting",
  posts: "lasting",
  post_photos: "lasting",
  post_hashtags: "lasting",
  // A trigger deletes one with the last post of the hashtag.
  tag_folds: "lasting",
  // Triggers delete them with their post.
  post_words: "lasting",
  followed_tags: "lasting",
  post_comments: "lasting",
  comment_likes: "lasting",
  // One that was taken back goes with its notification (trigger `notices_likes_forgotten`).
  post_likes: "lasting",
  post_saves: "lasting",
  collections: "lasting",
  conversations: "lasting",
  // Triggers delete them with their conversation.
  chat_sides: "lasting",
  message_blocks: "lasting",
  // The log is append-only; an appeal belongs to its decision.
  moderation_log: "lasting",
  appeals: "lasting",
  removed_hashes: "lasting",
  removed_looks: "lasting",
  suspended_connections: "lasting",
  suspended_terms: "lasting",
  // Those without an end stay. A trigger restores the member's connections.
  suspensions: { time: sql`until`, form: "iso", retentionMs: 0, where: sql`until IS NOT NULL` },
  // Triggers delete them with the last report or removal of their post.
  evidence_photos: "lasting",
  // A trigger deletes the copy of the photo with the last row that has it.
  removed_content: { time: sql`created_at`, form: "iso", retentionMs: REPORT_DAYS * DAY_MS },
  // At most 500.
  held_words: "lasting",
  chat_databases: "current",
  online_members: "current",
  hub_subscriptions: "current",
  notification_settings: "current",
  sweeps: "current",
  // At most ten.
  trending_tags: "current",
  switched_off: "current",
  site_settings: "current",
  // At most one for each kind and language. `announcements` deletes those of one that is over.
  site_texts: "current",
  day_counters: { time: sql`day`, form: "iso", retentionMs: COUNTER_DAYS * DAY_MS },
  site_totals: "current",
  last_run: "current",
  // At most 250 a day.
  error_counts: { time: sql`day`, form: "iso", retentionMs: COUNTER_DAYS * DAY_MS },
  // A row for each member and quota, each ceiling, and at most 4096 for unknown addresses and each kind of a member's
  // attempts with passwords and codes.
  quota_counters: "current",
  // A used link counts towards the limit of links an hour, so it stays until it expires.
  sessions: expires,
  // They end with their session.
  push_subscriptions: "lasting",
  quiet_hours: "current",
  digests: "current",
  mail_reports: { time: sql`received_at`, form: "milliseconds", retentionMs: MAIL_REPORT_DAYS * DAY_MS },
  sent_mails: { time: sql`id`, form: "id", retentionMs: DAY_MS },
  held_mails: { time: sql`id`, form: "id", retentionMs: HELD_MAIL_DAYS * DAY_MS },
  password_resets: expires,
  email_changes: expires,
  email_undos: expires,
  alert_links: expires,
  pending_log_ins: expires,
  used_challenges: expires,
  passkeys: "lasting",
  totp_secrets: "lasting",
  recovery_codes: "lasting",
  former_usernames: expires,
  connection_requests: { time: sql`id`, form: "id", retentionMs: DAY_MS },
  // Their accounts are deleted with them.
  waiting_members: { sweep: "waitingMembers" },
  // A link lives no longer.
  invitations: { time: sql`created_at`, form: "iso", retentionMs: INVITATION_DAYS * DAY_MS },
  // With the account of the member who was invited.
  invited_members: "lasting",
  sign_ups: { time: sql`id`, form: "id", retentionMs: HOUR_MS },
  // Those without an end stay until the operator ends them.
  sign_up_blocks: { time: sql`until`, form: "iso", retentionMs: 0, where: sql`until IS NOT NULL` },
  ai_uses: { time: sql`created_at`, form: "iso", retentionMs: DAY_MS },
  ai_images: {
    time: sql`created_at`,
    form: "iso",
    retentionMs: AI_UNSAVED_HOURS * HOUR_MS,
    where: sql`saved_at IS NULL`,
  },
  deleted_client_ids: { time: sql`deleted_at`, form: "milliseconds", retentionMs: TOMBSTONE_DAYS * DAY_MS },
  // Tombstones. The newest row stays: the next id is one more. With the `+` SQLite seeks by time, not by id.
  chat_messages: {
    time: sql`created_at`,
    form: "milliseconds",
    retentionMs: TOMBSTONE_DAYS * DAY_MS,
    where: sql`content IS NULL AND +id < (SELECT max(id) FROM chat_messages)`,
  },
  // Open ones stay. A trigger deletes the copy of the photo with the last report that has it.
  abuse_reports: {
    time: sql`closed_at`,
    form: "iso",
    retentionMs: REPORT_DAYS * DAY_MS,
    where: sql`closed_at IS NOT NULL`,
  },
  ended_connections: "lasting",
  message_removals: { sweep: "messageRemovals" },
  deleted_accounts: { sweep: "chatSteps" },
  notices: { sweep: "notices" },
  withdrawn_notices: { time: sql`withdrawn_at`, form: "milliseconds", retentionMs: DAY_MS },
  media: { sweep: "unusedMedia" },
  // One that stayed due for a week, because of the ceiling or a broken model.
  image_checks: { time: sql`due_at`, form: "milliseconds", retentionMs: IMAGE_CHECK_DAYS * DAY_MS },
  media_removals: { sweep: "removals" },
};
