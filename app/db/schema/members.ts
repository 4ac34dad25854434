import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
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
  },
  (t) => [
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

export const passwordResets = sqliteTable(
  "password_resets",
  {
    /** SHA-256 of the token in the link, in hex. */
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    expiresAt: text("expires_at").notNull(),
    usedAt: text("used_at"),
    createdAt: createdAt(),
  },
  (t) => [index("password_resets_user").on(t.userId), index("password_resets_expiry").on(t.expiresAt)],
);

/** Confirmations of an e-mail address, the one of the sign-up or a new one: a row per mail sent (docs/product.md#email-changes). */
export const emailChanges = sqliteTable(
  "email_changes",
  {
    /** SHA-256 of the token in the link, in hex. */
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The address to confirm, in lower case. */
    email: text("email").notNull(),
    /** The session that requested it. No foreign key: the row outlives a log-out. */
    sessionId: text("session_id").notNull(),
    /** The keyed hash of the six-digit code in the same mail. Null in rows from before codes. */
    code: text("code"),
    /** Codes that were entered while this was the newest mail. */
    attempts: integer("attempts").notNull().default(0),
    expiresAt: text("expires_at").notNull(),
    /** When the change was confirmed, cancelled or replaced. */
    usedAt: text("used_at"),
    createdAt: createdAt(),
  },
  (t) => [index("email_changes_user").on(t.userId), index("email_changes_expiry").on(t.expiresAt)],
);

/** Links that undo a change of the e-mail address. A valid one reserves the old address (docs/database.md#triggers). */
export const emailUndos = sqliteTable(
  "email_undos",
  {
    /** SHA-256 of the token in the link, in hex. */
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The address before the change, in lower case. */
    email: text("email").notNull(),
    expiresAt: text("expires_at").notNull(),
    /** When the change was undone, or an earlier one. */
    usedAt: text("used_at"),
    createdAt: createdAt(),
  },
  (t) => [
    index("email_undos_user").on(t.userId),
    index("email_undos_email").on(t.email),
    index("email_undos_expiry").on(t.expiresAt),
  ],
);

/** Links of security alerts, with which members who did not do what the alert is about secure their account. */
export const alertLinks = sqliteTable(
  "alert_links",
  {
    /** SHA-256 of the token in the link, in hex. */
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    expiresAt: text("expires_at").notNull(),
    /** When this link, or an earlier one, was used. */
    usedAt: text("used_at"),
    /** The time of the log-in or change. */
    createdAt: createdAt(),
  },
  (t) => [index("alert_links_user").on(t.userId), index("alert_links_expiry").on(t.expiresAt)],
);

/** Passkeys (WebAuthn): public keys of members' devices and password managers. */
export const passkeys = sqliteTable(
  "passkeys",
  {
    /** The credential id, in base64url. */
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** A SubjectPublicKeyInfo, in base64url. */
    publicKey: text("public_key").notNull(),
    /** The signature counter of the last use; 0 for authenticators without one. */
    counter: integer("counter").notNull(),
    lastUsedAt: text("last_used_at"),
    createdAt: createdAt(),
  },
  (t) => [index("passkeys_user").on(t.userId)],
);

/** Challenges for passkeys that were used, until they expire: each works once. */
export const usedChallenges = sqliteTable(
  "used_challenges",
  {
    /** SHA-256 of the random part of the challenge, in hex. */
    id: id(),
    expiresAt: text("expires_at").notNull(),
  },
  (t) => [index("used_challenges_expiry").on(t.expiresAt)],
);

/** Keys of authenticator apps. */
export const totpSecrets = sqliteTable("totp_secrets", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  /** In base32. */
  secret: text("secret").notNull(),
  /** When the first code was right; log-ins ask for a code from then on. */
  confirmedAt: text("confirmed_at"),
  /** The time step of the last used code (RFC 6238): no code works twice. */
  lastStep: integer("last_step").notNull(),
  createdAt: createdAt(),
});

export const recoveryCodes = sqliteTable(
  "recovery_codes",
  {
    /** SHA-256 of the code, in hex. */
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
  },
  (t) => [index("recovery_codes_user").on(t.userId)],
);

/** Log-ins with the right password that wait for a code. */
export const pendingLogIns = sqliteTable(
  "pending_log_ins",
  {
    /** SHA-256 of the token in the browser's cookie, in hex. */
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    remembered: integer("remembered", { mode: "boolean" }).notNull(),
    expiresAt: text("expires_at").notNull(),
  },
  (t) => [index("pending_log_ins_user").on(t.userId), index("pending_log_ins_expiry").on(t.expiresAt)],
);

/**
 * Pending and accepted connections from both sides: a row for each of the two members. Code writes one side, triggers the
 * other. There is no foreign key: a trigger on `users` deletes both sides with either member.
 */
export const connectionSides = sqliteTable(
  "connection_sides",
  {
    /** The key of one member. */
    member: integer("member").notNull(),
    /** False while the request is pending. In the key, so that a list of connections reads no requests. */
    accepted: integer("accepted", { mode: "boolean" }).notNull().default(false),
    /** The public id of the other member: the feed and the lists of online members seek by it without a look-up. */
    other: text("other").notNull(),
    /** Whether `member` sent the request. */
    sent: integer("sent", { mode: "boolean" }).notNull().default(false),
    /** Milliseconds since 1970; null in the row of the recipient. */
    createdAt: integer("created_at"),
    /** The number of the chat database that has the messages of the two, from their acceptance on. */
    chat: integer("chat").notNull().default(0),
    /** Until then `member` has muted the chat of the two, in milliseconds since 1970; null if never. Ends with the connection. */
    mutedUntil: integer("muted_until"),
    /** `member` has archived the chat: it is listed again once it has a message after this id. Null if not. Ends with the connection. */
    archivedTo: integer("archived_to"),
  },
  (t) => [
    primaryKey({ columns: [t.member, t.accepted, t.other] }),
    // A page of a list of one direction reads no row of the other.
    index("connection_sides_direction").on(t.member, t.accepted, t.sent, t.other),
    index("connection_sides_muted").on(t.member, t.mutedUntil).where(sql`${t.mutedUntil} IS NOT NULL`),
  ],
);

/**
 * Two former connections, or two who are connected again until their chat database knows. The id grows with every change of any
 * two, so a message whose permission was checked before a change can be distinguished from a later one.
 */
export const endedConnections = sqliteTable(
  "ended_connections",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** The members' ids, in sorted order. */
    lowId: text("low_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    highId: text("high_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The number of the chat database that has their messages. */
    chat: integer("chat").notNull(),
    /** Whether the two are connected again. */
    isOpen: integer("is_open", { mode: "boolean" }).notNull(),
    /** Whether the chat database knows (`completeChatSteps`). */
    isApplied: integer("is_applied", { mode: "boolean" }).notNull().default(false),
  },
  (t) => [
    uniqueIndex("ended_connections_pair").on(t.lowId, t.highId),
    index("ended_connections_high").on(t.highId),
    index("ended_connections_pending").on(t.isApplied).where(sql`${t.isApplied} = 0`),
  ],
);

/** Deleted accounts whose messages are still to be deleted from the chat databases other than the main one. */
export const deletedAccounts = sqliteTable("deleted_accounts", {
  id: text("id").primaryKey(),
  /** Milliseconds since 1970. */
  leftAt: integer("left_at").notNull(),
  /** Whether the chat databases have deleted them; they do it again after an hour (`completeChatSteps`). */
  isApplied: integer("is_applied", { mode: "boolean" }).notNull().default(false),
});

/** Connection requests of the last day, for their limits (docs/product.md#connections). The row outlives the request. */
export const connectionRequests = sqliteTable(
  "connection_requests",
  {
    id: id(),
    fromId: text("from_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    toId: text("to_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
  },
  (t) => [
    index("connection_requests_from").on(t.fromId, t.createdAt, t.toId),
    index("connection_requests_to").on(t.toId),
  ],
);

/** Members with an open socket. The member's own hub inserts the row and deletes it, also after a crash. */
export const onlineMembers = sqliteTable("online_members", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  since: text("since").notNull(),
});

/** A hub that receives the changes of what it holds (docs/decisions/0072-the-hub-answers.md). `since` names the subscription. */
export const hubSubscriptions = sqliteTable("hub_subscriptions", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  since: text("since").notNull(),
});
