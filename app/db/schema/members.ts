import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { createdAt, id, type PairColumns, pairOf } from "./columns";

export const users = sqliteTable(
  "users",
  {
    id: id(),
    username: text("username").notNull(),
    /** scrypt, in the form app/domain/accounts/password.ts writes. */
    password: text("password").notNull(),
    /** Kept in lower case. */
    email: text("email").notNull(),
    fullName: text("full_name").notNull(),
    bio: text("bio").notNull().default(""),
    /** The address of a medium of the member's own, or null. */
    profileImage: text("profile_image"),
    /** Null until profile setup is finished: the username is provisional (contract.md "Accounts"). */
    profileSetupAt: text("profile_setup_at"),
    /** Kept exact by the triggers in migrations/0009_counts.sql, as all counts are. */
    postCount: integer("post_count").notNull().default(0),
    followerCount: integer("follower_count").notNull().default(0),
    followingCount: integer("following_count").notNull().default(0),
    /** Whether the member shows nobody that they are online, and is shown nobody (contract.md "The channel"). */
    presenceHidden: integer("presence_hidden", { mode: "boolean" }).notNull().default(false),
    /** Whether the member's feed leaves out what others made with AI. */
    aiHidden: integer("ai_hidden", { mode: "boolean" }).notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("users_username").on(sql`lower(${t.username})`),
    uniqueIndex("users_email").on(sql`lower(${t.email})`),
  ],
);

export const sessions = sqliteTable(
  "sessions",
  {
    /** SHA-256 of the token, hex: a stolen table opens no session. */
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    userAgent: text("user_agent").notNull().default(""),
    remembered: integer("remembered", { mode: "boolean" }).notNull().default(false),
    lastSeenAt: text("last_seen_at").notNull(),
    expiresAt: text("expires_at").notNull(),
    createdAt: createdAt(),
  },
  (t) => [index("sessions_user").on(t.userId), index("sessions_expiry").on(t.expiresAt)],
);

export const passwordResets = sqliteTable(
  "password_resets",
  {
    /** SHA-256 of the token in the link, hex. */
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

export const connections = sqliteTable(
  "connections",
  {
    id: id(),
    /** Who asked. */
    followerId: text("follower_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Who was asked. */
    followingId: text("following_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    pair: pairOf((): PairColumns => [connections.followerId, connections.followingId]),
    status: text("status", { enum: ["pending", "accepted"] })
      .notNull()
      .default("pending"),
    /** Each side's newest post, kept by triggers: a feed reads as much with 500 connections as with 20 (decision 10). */
    followerNewest: text("follower_newest"),
    followingNewest: text("following_newest"),
    createdAt: createdAt(),
  },
  (t) => [
    // One row per pair, whoever asked (contract.md "Connections").
    uniqueIndex("connections_pair").on(t.pair),
    index("connections_follower").on(t.followerId, t.status, t.followingId),
    index("connections_following").on(t.followingId, t.status, t.followerId),
    index("connections_follower_feed")
      .on(t.followerId, t.followingNewest, t.followingId)
      .where(sql`${t.status} = 'accepted'`),
    index("connections_following_feed")
      .on(t.followingId, t.followerNewest, t.followerId)
      .where(sql`${t.status} = 'accepted'`),
  ],
);

/** Who has a socket open now. Each row is written and removed by that member's own hub, crash or not. */
export const onlineMembers = sqliteTable("online_members", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  since: text("since").notNull(),
});
