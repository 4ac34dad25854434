import { sql } from "drizzle-orm";
import { blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { logKinds, moderationActions } from "../../contract/moderation";
import { reportKinds, reportReasons } from "../../contract/safety";
import { createdAt, id } from "./columns";
import { memberIdColumn, memberKeyColumn } from "./member-columns";
import { users } from "./members";

/**
 * Decisions of moderators and the operator, append-only by triggers. No foreign key: they outlive accounts and content.
 */
export const moderationLog = sqliteTable(
  "moderation_log",
  {
    id: id(),
    /** Null for the operator at the command line. */
    actorId: text("actor_id"),
    actorName: text("actor_name").notNull(),
    action: text("action", { enum: moderationActions }).notNull(),
    /** Empty for entries about the site. */
    memberId: text("member_id").notNull(),
    /** Of an entry about the site: what was switched or blocked. */
    memberName: text("member_name").notNull(),
    kind: text("kind", { enum: logKinds }).notNull(),
    subjectId: text("subject_id").notNull(),
    postId: text("post_id").notNull().default(""),
    reason: text("reason", { enum: reportReasons }).notNull(),
    /** For moderators only. */
    note: text("note").notNull().default(""),
    /** The end of a silence or suspension; null for a suspension without an end. */
    until: text("until"),
    /** Whether the decision has removed the subject too. */
    hasRemoved: integer("has_removed", { mode: "boolean" }).notNull().default(false),
    /** The id of the decision that this one undoes. */
    undoes: text("undoes"),
    createdAt: createdAt(),
  },
  (t) => [
    index("moderation_log_member").on(t.memberId, t.id),
    index("moderation_log_subject").on(t.subjectId, t.id),
    uniqueIndex("moderation_log_undoes").on(t.undoes).where(sql`${t.undoes} IS NOT NULL`),
  ],
);

/** Appeals: one against a decision, by its member. */
export const appeals = sqliteTable(
  "appeals",
  {
    decisionId: text("decision_id").primaryKey(),
    memberId: memberIdColumn("member_id"),
    text: text("text").notNull(),
    createdAt: createdAt(),
    closedAt: text("closed_at"),
    isGranted: integer("is_granted", { mode: "boolean" }),
  },
  (t) => [
    index("appeals_member").on(t.memberId),
    index("appeals_open").on(t.createdAt).where(sql`${t.closedAt} IS NULL`),
  ],
);

/** Removed content, to restore it: the JSON of its row (app/domain/moderation/content-columns.ts). */
export const removedContent = sqliteTable(
  "removed_content",
  {
    decisionId: text("decision_id").primaryKey(),
    kind: text("kind", { enum: reportKinds }).notNull(),
    content: text("content").notNull(),
    /** The id of its photo, whose copy the media store keeps as evidence. */
    mediaId: text("media_id"),
    createdAt: createdAt(),
  },
  (t) => [
    index("removed_content_age").on(t.createdAt),
    index("removed_content_media").on(t.mediaId).where(sql`${t.mediaId} IS NOT NULL`),
  ],
);

/**
 * The photos after the first of reported and removed posts, whose copies the media store keeps as evidence. Triggers
 * delete them with the post's last report or removal.
 */
export const evidencePhotos = sqliteTable(
  "evidence_photos",
  {
    postId: text("post_id").notNull(),
    mediaId: text("media_id").notNull(),
  },
  (t) => [primaryKey({ columns: [t.postId, t.mediaId] }), index("evidence_photos_media").on(t.mediaId)],
);

/** The SHA-256 of files that were removed: a trigger on `media` refuses their upload. */
export const removedHashes = sqliteTable(
  "removed_hashes",
  {
    hash: blob("hash", { mode: "buffer" }).primaryKey(),
    mediaId: text("media_id").notNull(),
  },
  (t) => [index("removed_hashes_media").on(t.mediaId)],
);

/** The perceptual hashes of removed photos: a trigger on `media` refuses the upload of one that looks like them. */
export const removedLooks = sqliteTable("removed_looks", {
  mediaId: text("media_id").primaryKey(),
  lookHigh: integer("look_high").notNull(),
  lookLow: integer("look_low").notNull(),
});

/** Suspended members. Triggers end their sessions and put away their connections and search terms. */
export const suspensions = sqliteTable(
  "suspensions",
  {
    memberId: text("member_id")
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    decisionId: text("decision_id").notNull(),
    reason: text("reason", { enum: reportReasons }).notNull(),
    /** Null for a suspension without an end. */
    until: text("until"),
  },
  (t) => [index("suspensions_until").on(t.until).where(sql`${t.until} IS NOT NULL`)],
);

/** Connections and requests of suspended members, from the side of `member`, as in `connection_sides`. */
export const suspendedConnections = sqliteTable(
  "suspended_connections",
  {
    memberId: memberIdColumn("member_id"),
    otherId: memberIdColumn("other_id"),
    accepted: integer("accepted", { mode: "boolean" }).notNull(),
    sent: integer("sent", { mode: "boolean" }).notNull(),
    createdAt: integer("created_at"),
  },
  (t) => [
    primaryKey({ columns: [t.memberId, t.otherId] }),
    index("suspended_connections_other").on(t.otherId),
  ],
);

/** Search terms of suspended members, as in `search_terms`. */
export const suspendedTerms = sqliteTable(
  "suspended_terms",
  {
    member: memberKeyColumn(),
    rank: integer("rank").notNull(),
    term: text("term").notNull(),
  },
  (t) => [primaryKey({ columns: [t.member, t.rank, t.term] })],
);

/** Words that hold a new or edited post for review, in the form of `foldedWords`. At most 500. */
export const heldWords = sqliteTable("held_words", {
  word: text("word").primaryKey(),
  createdAt: createdAt(),
});
