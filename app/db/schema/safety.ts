import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { reportKinds, reportReasons } from "../../contract/safety";
import { createdAt, id } from "./columns";
import { memberIdColumn, memberKeyColumn } from "./member-columns";

/** Blocks, enforced in both directions (app/db/blocks.ts). */
export const blocks = sqliteTable(
  "blocks",
  {
    id: id(),
    blockerId: memberIdColumn("blocker_id"),
    blockedId: memberIdColumn("blocked_id"),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex("blocks_pair").on(t.blockerId, t.blockedId), index("blocks_blocked").on(t.blockedId)],
);

/** Muted members. Only the member who has muted knows. */
export const mutes = sqliteTable(
  "mutes",
  {
    muterId: memberIdColumn("muter_id"),
    mutedId: memberIdColumn("muted_id"),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.muterId, t.mutedId] }), index("mutes_muted").on(t.mutedId)],
);

/** Suggested members that a member does not want to be suggested again. */
export const dismissedSuggestions = sqliteTable(
  "dismissed_suggestions",
  {
    member: memberKeyColumn(),
    /** The public id of the suggested member. */
    other: memberIdColumn("other"),
    /** Milliseconds since 1970. */
    dismissedAt: integer("dismissed_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.member, t.other] }), index("dismissed_suggestions_other").on(t.other)],
);

/**
 * Reports by members, for the moderators (docs/product.md#safety). No foreign key: a report, with its snapshot,
 * outlives its subject and both members' accounts.
 */
export const abuseReports = sqliteTable(
  "abuse_reports",
  {
    id: id(),
    reporterId: text("reporter_id").notNull(),
    /** The reported member: the author of the subject, or the member themself. */
    memberId: text("member_id").notNull(),
    kind: text("kind", { enum: reportKinds }).notNull(),
    /** The public id of the subject. */
    subjectId: text("subject_id").notNull(),
    /** The post itself, or the post of a comment; empty for other kinds. */
    postId: text("post_id").notNull().default(""),
    reason: text("reason", { enum: reportReasons }).notNull(),
    details: text("details").notNull().default(""),
    /** 0 is the most urgent; by the reason (app/domain/safety/report.ts). */
    urgency: integer("urgency").notNull(),
    /** The subject at the time of the report: the JSON of a `Snapshot` (app/contract/moderation-views.ts). */
    snapshot: text("snapshot").notNull(),
    /** The media id of the reported photo, whose copy the media store keeps as evidence. */
    mediaId: text("media_id"),
    createdAt: createdAt(),
    /** When a moderator decided about it. The retention of a report begins then. */
    closedAt: text("closed_at"),
    /** Whether the moderator acted; null until then. */
    hasLedToAction: integer("has_led_to_action", { mode: "boolean" }),
  },
  (t) => [
    uniqueIndex("abuse_reports_once").on(t.reporterId, t.kind, t.subjectId),
    index("abuse_reports_open").on(t.urgency, t.id).where(sql`${t.closedAt} IS NULL`),
    index("abuse_reports_closed").on(t.closedAt).where(sql`${t.closedAt} IS NOT NULL`),
    index("abuse_reports_subject").on(t.subjectId),
    index("abuse_reports_member").on(t.memberId),
    index("abuse_reports_media").on(t.mediaId).where(sql`${t.mediaId} IS NOT NULL`),
  ],
);
