-- Triggers update the three counts (0005_member_triggers.sql, 0006_post_triggers.sql).
CREATE TABLE users (
  id text PRIMARY KEY NOT NULL,
  username text NOT NULL,
  password text NOT NULL,
  email text NOT NULL,
  full_name text NOT NULL,
  bio text DEFAULT '' NOT NULL,
  profile_image text,
  profile_setup_at text,
  post_count integer DEFAULT 0 NOT NULL,
  follower_count integer DEFAULT 0 NOT NULL,
  following_count integer DEFAULT 0 NOT NULL,
  presence_hidden integer DEFAULT false NOT NULL,
  ai_hidden integer DEFAULT false NOT NULL,
  created_at text NOT NULL,
  key integer,
  role text DEFAULT 'member' NOT NULL,
  silenced_until text,
  email_confirmed integer DEFAULT true NOT NULL,
  sensitive_photos text DEFAULT 'cover' NOT NULL,
  comments_from text DEFAULT 'everyone' NOT NULL,
  muted_words text DEFAULT '[]' NOT NULL,
  discovery_hidden integer DEFAULT false NOT NULL,
  originals_kept integer DEFAULT false NOT NULL,
  typing_hidden integer DEFAULT false NOT NULL,
  reads_hidden integer DEFAULT false NOT NULL
);
CREATE UNIQUE INDEX users_username ON users (lower(username));
CREATE UNIQUE INDEX users_email ON users (lower(email));
CREATE UNIQUE INDEX users_key ON users (key);

-- The id is the SHA-256 of the session's token, so a stolen table opens no session.
CREATE TABLE sessions (
  id text PRIMARY KEY NOT NULL,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  user_agent text DEFAULT '' NOT NULL,
  remembered integer DEFAULT false NOT NULL,
  last_seen_at text NOT NULL,
  expires_at text NOT NULL,
  created_at text NOT NULL,
  verified_at text
);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);

-- The id is the SHA-256 of the token in the link.
CREATE TABLE password_resets (
  id text PRIMARY KEY NOT NULL,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  expires_at text NOT NULL,
  used_at text,
  created_at text NOT NULL
);
CREATE INDEX password_resets_user ON password_resets (user_id);
CREATE INDEX password_resets_expiry ON password_resets (expires_at);

CREATE TABLE email_changes (
  id text PRIMARY KEY NOT NULL,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  email text NOT NULL,
  session_id text NOT NULL,
  expires_at text NOT NULL,
  used_at text,
  created_at text NOT NULL,
  code text,
  attempts integer DEFAULT 0 NOT NULL
);
CREATE INDEX email_changes_user ON email_changes (user_id);
CREATE INDEX email_changes_expiry ON email_changes (expires_at);

CREATE TABLE email_undos (
  id text PRIMARY KEY NOT NULL,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  email text NOT NULL,
  expires_at text NOT NULL,
  used_at text,
  created_at text NOT NULL
);
CREATE INDEX email_undos_user ON email_undos (user_id);
CREATE INDEX email_undos_email ON email_undos (email);
CREATE INDEX email_undos_expiry ON email_undos (expires_at);

CREATE TABLE alert_links (
  id text PRIMARY KEY NOT NULL,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  expires_at text NOT NULL,
  used_at text,
  created_at text NOT NULL
);
CREATE INDEX alert_links_user ON alert_links (user_id);
CREATE INDEX alert_links_expiry ON alert_links (expires_at);

CREATE TABLE totp_secrets (
  user_id text PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  secret text NOT NULL,
  confirmed_at text,
  last_step integer NOT NULL,
  created_at text NOT NULL
);

CREATE TABLE recovery_codes (
  id text PRIMARY KEY NOT NULL,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at text NOT NULL
);
CREATE INDEX recovery_codes_user ON recovery_codes (user_id);

CREATE TABLE pending_log_ins (
  id text PRIMARY KEY NOT NULL,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  remembered integer NOT NULL,
  expires_at text NOT NULL
);
CREATE INDEX pending_log_ins_user ON pending_log_ins (user_id);
CREATE INDEX pending_log_ins_expiry ON pending_log_ins (expires_at);

CREATE TABLE passkeys (
  id text PRIMARY KEY NOT NULL,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name text NOT NULL,
  public_key text NOT NULL,
  counter integer NOT NULL,
  last_used_at text,
  created_at text NOT NULL
);
CREATE INDEX passkeys_user ON passkeys (user_id);

CREATE TABLE used_challenges (
  id text PRIMARY KEY NOT NULL,
  expires_at text NOT NULL
);
CREATE INDEX used_challenges_expiry ON used_challenges (expires_at);

-- Former usernames. A former username stays reserved for its member for 30 days.
CREATE TABLE former_usernames (
  username text PRIMARY KEY NOT NULL,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  expires_at text NOT NULL,
  created_at text NOT NULL
);
CREATE INDEX former_usernames_user ON former_usernames (user_id);
CREATE INDEX former_usernames_expiry ON former_usernames (expires_at);

-- Terms by which members are found (docs/decisions/0030-search-by-key-range.md).
CREATE TABLE search_terms (
  rank integer NOT NULL,
  term text NOT NULL,
  member integer NOT NULL REFERENCES users (key) ON DELETE CASCADE,
  PRIMARY KEY (rank, term, member)
) WITHOUT ROWID;
CREATE INDEX search_terms_member ON search_terms (member);

-- Connections from both sides: a row for each of the two members, which leads to the other by one seek
-- (docs/decisions/0079-connection-sides.md).
CREATE TABLE connection_sides (
  -- The key of one member. users_disconnected deletes with the member, in place of a foreign key: a cascade would run
  -- before any trigger and leave the other sides.
  member integer NOT NULL,
  accepted integer DEFAULT false NOT NULL,
  -- The public id of the other member: the feed and the lists of online members seek by it without a look-up.
  other text NOT NULL,
  -- Whether `member` sent the request.
  sent integer DEFAULT false NOT NULL,
  -- Milliseconds since 1970; NULL in the row of the recipient.
  created_at integer,
  chat integer DEFAULT 0 NOT NULL,
  muted_until integer,
  archived_to integer,
  PRIMARY KEY (member, accepted, other)
) WITHOUT ROWID;
CREATE INDEX connection_sides_direction ON connection_sides (member, accepted, sent, other);
CREATE INDEX connection_sides_muted ON connection_sides (member, muted_until) WHERE muted_until IS NOT NULL;

CREATE TABLE ended_connections (
  id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  low_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  high_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  chat integer NOT NULL,
  is_open integer NOT NULL,
  is_applied integer DEFAULT false NOT NULL
);
CREATE UNIQUE INDEX ended_connections_pair ON ended_connections (low_id, high_id);
CREATE INDEX ended_connections_high ON ended_connections (high_id);
CREATE INDEX ended_connections_pending ON ended_connections (is_applied) WHERE is_applied = 0;

CREATE TABLE deleted_accounts (
  id text PRIMARY KEY NOT NULL,
  left_at integer NOT NULL,
  is_applied integer DEFAULT false NOT NULL
);

CREATE TABLE connection_requests (
  id text PRIMARY KEY NOT NULL,
  from_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  to_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at text NOT NULL
);
CREATE INDEX connection_requests_from ON connection_requests (from_id, created_at, to_id);
CREATE INDEX connection_requests_to ON connection_requests (to_id);

-- Suggested members that a member does not want to be suggested again.
CREATE TABLE dismissed_suggestions (
  member integer NOT NULL REFERENCES users (key) ON DELETE CASCADE,
  other text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  dismissed_at integer NOT NULL,
  PRIMARY KEY (member, other)
) WITHOUT ROWID;
CREATE INDEX dismissed_suggestions_other ON dismissed_suggestions (other);

-- Members with an open socket. The member's own hub inserts and deletes the row.
CREATE TABLE online_members (
  user_id text PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  since text NOT NULL
);

CREATE TABLE hub_subscriptions (
  user_id text PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  since text NOT NULL
) WITHOUT ROWID;
