import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { commenters } from "../../contract/commenting";
import { roles } from "../../contract/moderation";
import { sensitiveModes } from "../../contract/sensitive";
import { createdAt, id, key } from "./columns";

export const users = sqliteTable(
  "users",
  {
    id: id(),
    username: text("username").notNull(),
    /** The scrypt hash that app/domain/accounts/password.ts writes. */
    password: text("password").notNull(),
    /** In lower case. */
    email: text("email").notNull(),
    /** False from the sign-up until the address is confirmed. Accounts from before confirmations count as confirmed. */
    emailConfirmed: integer("email_confirmed", { mode: "boolean" }).notNull().default(true),
    fullName: text("full_name").notNull(),
    bio: text("bio").notNull().default(""),
    /** The URL of one of the member's own media rows, or null. */
    profileImage: text("profile_image"),
    /** Null until profile setup is finished; until then the username is provisional (docs/product.md#accounts). */
    profileSetupAt: text("profile_setup_at"),
    /** All counts are updated by triggers (docs/database.md#triggers). */
    postCount: integer("post_count").notNull().default(0),
    followerCount: integer("follower_count").notNull().default(0),
    followingCount: integer("following_count").notNull().default(0),
    /** Whether the member neither shows nor sees online status (docs/product.md#presence). */
    presenceHidden: integer("presence_hidden", { mode: "boolean" }).notNull().default(false),
    /** Whether the member neither shows nor sees who is typing. */
    typingHidden: integer("typing_hidden", { mode: "boolean" }).notNull().default(false),
    /** Whether the member neither shows nor sees from now on which messages were read. */
    readsHidden: integer("reads_hidden", { mode: "boolean" }).notNull().default(false),
    /** Whether the member's feed and Explore hide AI-made posts of others. */
    aiHidden: integer("ai_hidden", { mode: "boolean" }).notNull().default(false),
    createdAt: createdAt(),
    key: key(),
    role: text("role", { enum: roles }).notNull().default("member"),
    /** Until then the member cannot post, comment or send requests (docs/moderation.md). */
    silencedUntil: text("silenced_until"),
    /** The way in which the member sees covered photos. */
    sensitivePhotos: text("sensitive_photos", { enum: sensitiveModes }).notNull().default("cover"),
    /** The members who may comment on the member's posts. */
    commentsFrom: text("comments_from", { enum: commenters }).notNull().default("everyone"),
    /** The member's muted words in the form of `wordsOf` (app/contract/mutes.ts), as a JSON array. */
    mutedWords: text("muted_words").notNull().default("[]"),
    /** Whether the member stays out of Explore and of suggestions. */
    discoveryHidden: integer("discovery_hidden", { mode: "boolean" }).notNull().default(false),
    /** Whether the originals of the member's uploads are stored too. */
    originalsKept: integer("originals_kept", { mode: "boolean" }).notNull().default(false),
    /** The language of the member's mails and push messages (app/contract/languages.ts); null until one is chosen. */
    language: text("language"),
    /** The id of the last announcement that the member has dismissed. */
    dismissedAnnouncement: text("dismissed_announcement").notNull().default(""),
    /** The last day in UTC on which a session was used. A trigger stores it, and counts the member as active. */
    activeOn: text("active_on"),
    /** Bytes of the member's files: each photo's widest copy, and its original if there is one. Triggers keep it. */
    storedBytes: integer("stored_bytes").notNull().default(0),
  },
  (t) => [
    index("users_stored").on(t.storedBytes, t.id).where(sql`${t.storedBytes} > 0`),
    uniqueIndex("users_username").on(sql`lower(${t.username})`),
    uniqueIndex("users_email").on(sql`lower(${t.email})`),
    uniqueIndex("users_key").on(t.key),
  ],
);

export const sessions = sqliteTable(
  "sessions",
  {
    /** SHA-256 of the token in hex, so a stolen table opens no session. */
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    userAgent: text("user_agent").notNull().default(""),
    remembered: integer("remembered", { mode: "boolean" }).notNull().default(false),
    lastSeenAt: text("last_seen_at").notNull(),
    expiresAt: text("expires_at").notNull(),
    createdAt: createdAt(),
    /** When the member last proved their identity in this session (docs/product.md#step-up). */
    verifiedAt: text("verified_at"),
  },
  (t) => [index("sessions_user").on(t.userId), index("sessions_expiry").on(t.expiresAt)],
);

/** Deleted accounts whose messages are still to be deleted from the chat databases other than the main one. */
export const deletedAccounts = sqliteTable("deleted_accounts", {
  id: text("id").primaryKey(),
  /** Milliseconds since 1970. */
  leftAt: integer("left_at").notNull(),
  /** Whether the chat databases have deleted them; they do it again after an hour (`completeChatSteps`). */
  isApplied: integer("is_applied", { mode: "boolean" }).notNull().default(false),
});

/** Members with an open socket. The member's own hub inserts the row and deletes it, also after a crash. */
export const onlineMembers = sqliteTable("online_members", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  since: text("since").notNull(),
});

/** A hub that receives changes of its caches (docs/decisions/0072-the-hub-answers.md). `since`: its subscription. */
export const hubSubscriptions = sqliteTable("hub_subscriptions", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  since: text("since").notNull(),
});
