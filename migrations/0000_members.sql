-- Members, their sessions, and their connections. docs/database.md lists all tables and triggers.
-- Times are text: ISO 8601 in UTC with milliseconds, so text order is time order.
-- Ids are UUIDv7, which sort by creation time.

-- The three counts are updated by triggers (0009_counts.sql).
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
  created_at text NOT NULL
);
CREATE UNIQUE INDEX users_username ON users (lower(username));
CREATE UNIQUE INDEX users_email ON users (lower(email));

-- The id is the SHA-256 of the session's token, so a stolen table opens no session.
CREATE TABLE sessions (
  id text PRIMARY KEY NOT NULL,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  user_agent text DEFAULT '' NOT NULL,
  remembered integer DEFAULT false NOT NULL,
  last_seen_at text NOT NULL,
  expires_at text NOT NULL,
  created_at text NOT NULL
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

-- One row per pair of members, in either direction: "pair" is unique.
-- follower_newest and following_newest hold the id of each side's newest post (0010_feed.sql).
CREATE TABLE connections (
  id text PRIMARY KEY NOT NULL,
  follower_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  following_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  pair text GENERATED ALWAYS AS (min(follower_id, following_id) || ':' || max(follower_id, following_id)) VIRTUAL,
  status text DEFAULT 'pending' NOT NULL,
  follower_newest text,
  following_newest text,
  created_at text NOT NULL
);
CREATE UNIQUE INDEX connections_pair ON connections (pair);
CREATE INDEX connections_follower ON connections (follower_id, status, following_id);
CREATE INDEX connections_following ON connections (following_id, status, follower_id);
CREATE INDEX connections_follower_feed ON connections (follower_id, following_newest, following_id) WHERE status = 'accepted';
CREATE INDEX connections_following_feed ON connections (following_id, follower_newest, follower_id) WHERE status = 'accepted';

-- Members with an open socket. The member's own hub inserts and deletes the row.
CREATE TABLE online_members (
  user_id text PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  since text NOT NULL
);

