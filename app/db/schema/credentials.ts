import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { createdAt, id } from "./columns";
import { memberIdColumn } from "./member-columns";
import { users } from "./members";

export const passwordResets = sqliteTable(
  "password_resets",
  {
    /** SHA-256 of the token in the link, in hex. */
    id: id(),
    userId: memberIdColumn(),
    expiresAt: text("expires_at").notNull(),
    usedAt: text("used_at"),
    createdAt: createdAt(),
  },
  (t) => [index("password_resets_user").on(t.userId), index("password_resets_expiry").on(t.expiresAt)],
);

/** Confirmations of an email address, at sign-up or of a new one: a row per email (docs/product.md#email-changes). */
export const emailChanges = sqliteTable(
  "email_changes",
  {
    /** SHA-256 of the token in the link, in hex. */
    id: id(),
    userId: memberIdColumn(),
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

/** Links that undo a change of the email address. A valid one reserves the old address (docs/database.md#triggers). */
export const emailUndos = sqliteTable(
  "email_undos",
  {
    /** SHA-256 of the token in the link, in hex. */
    id: id(),
    userId: memberIdColumn(),
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
    userId: memberIdColumn(),
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
    userId: memberIdColumn(),
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
    userId: memberIdColumn(),
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
    userId: memberIdColumn(),
    remembered: integer("remembered", { mode: "boolean" }).notNull(),
    expiresAt: text("expires_at").notNull(),
  },
  (t) => [index("pending_log_ins_user").on(t.userId), index("pending_log_ins_expiry").on(t.expiresAt)],
);
