-- A block works in both directions: triggers enforce it even when a write has passed its check just before the block was stored. They
-- skip the row (RAISE(IGNORE)), so the write succeeds and stores nothing.
CREATE TABLE blocks (
  id text PRIMARY KEY NOT NULL,
  blocker_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  blocked_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at text NOT NULL
);
CREATE UNIQUE INDEX blocks_pair ON blocks (blocker_id, blocked_id);
CREATE INDEX blocks_blocked ON blocks (blocked_id);

-- Muted members.
CREATE TABLE mutes (
  muter_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  muted_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at text NOT NULL,
  PRIMARY KEY (muter_id, muted_id)
) WITHOUT ROWID;
CREATE INDEX mutes_muted ON mutes (muted_id);

-- Reports outlive their subject and the accounts of both members, with a snapshot of the subject. Without foreign keys.
CREATE TABLE abuse_reports (
  id text PRIMARY KEY NOT NULL,
  reporter_id text NOT NULL,
  member_id text NOT NULL,
  kind text NOT NULL,
  subject_id text NOT NULL,
  post_id text DEFAULT '' NOT NULL,
  reason text NOT NULL,
  details text DEFAULT '' NOT NULL,
  urgency integer NOT NULL,
  snapshot text NOT NULL,
  media_id text,
  created_at text NOT NULL,
  closed_at text,
  has_led_to_action integer
);
CREATE UNIQUE INDEX abuse_reports_once ON abuse_reports (reporter_id, kind, subject_id);
CREATE INDEX abuse_reports_open ON abuse_reports (urgency, id) WHERE closed_at IS NULL;
CREATE INDEX abuse_reports_closed ON abuse_reports (closed_at) WHERE closed_at IS NOT NULL;
CREATE INDEX abuse_reports_subject ON abuse_reports (subject_id);
CREATE INDEX abuse_reports_member ON abuse_reports (member_id);
CREATE INDEX abuse_reports_media ON abuse_reports (media_id) WHERE media_id IS NOT NULL;

-- Decisions of moderators and of the operator. Without foreign keys: the log outlives accounts and content.
CREATE TABLE moderation_log (
  id text PRIMARY KEY NOT NULL,
  actor_id text,
  actor_name text NOT NULL,
  action text NOT NULL,
  member_id text NOT NULL,
  member_name text NOT NULL,
  kind text NOT NULL,
  subject_id text NOT NULL,
  post_id text DEFAULT '' NOT NULL,
  reason text NOT NULL,
  note text DEFAULT '' NOT NULL,
  until text,
  has_removed integer DEFAULT false NOT NULL,
  undoes text,
  created_at text NOT NULL
);
CREATE INDEX moderation_log_member ON moderation_log (member_id, id);
CREATE INDEX moderation_log_subject ON moderation_log (subject_id, id);
-- A decision is undone once.
CREATE UNIQUE INDEX moderation_log_undoes ON moderation_log (undoes) WHERE undoes IS NOT NULL;

-- One appeal against a decision, by its member.
CREATE TABLE appeals (
  decision_id text PRIMARY KEY NOT NULL,
  member_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  text text NOT NULL,
  created_at text NOT NULL,
  closed_at text,
  is_granted integer
);
CREATE INDEX appeals_member ON appeals (member_id);
CREATE INDEX appeals_open ON appeals (created_at) WHERE closed_at IS NULL;

-- Removed content as the JSON of its row, to restore it.
CREATE TABLE removed_content (
  decision_id text PRIMARY KEY NOT NULL,
  kind text NOT NULL,
  content text NOT NULL,
  media_id text,
  created_at text NOT NULL
);
CREATE INDEX removed_content_age ON removed_content (created_at);
CREATE INDEX removed_content_media ON removed_content (media_id) WHERE media_id IS NOT NULL;

-- The photos after the first one of reported and removed posts, whose copies are evidence. They go with the last report or removal
-- of their post.
CREATE TABLE evidence_photos (
  post_id text NOT NULL,
  media_id text NOT NULL,
  PRIMARY KEY (post_id, media_id)
) WITHOUT ROWID;
CREATE INDEX evidence_photos_media ON evidence_photos (media_id);

-- Files that cannot be uploaded again.
CREATE TABLE removed_hashes (
  hash blob PRIMARY KEY NOT NULL,
  media_id text NOT NULL
) WITHOUT ROWID;
CREATE INDEX removed_hashes_media ON removed_hashes (media_id);

CREATE TABLE removed_looks (
  media_id text PRIMARY KEY NOT NULL,
  look_high integer NOT NULL,
  look_low integer NOT NULL
);

-- Messages that a moderator has removed or restored, until their database has done so.
CREATE TABLE message_removals (
  message_id integer PRIMARY KEY NOT NULL,
  decision_id text NOT NULL,
  is_undone integer DEFAULT false NOT NULL
);

-- A suspended member has no session and, for everybody else, does not exist: reads hide what they wrote (app/db/blocks.ts), and the
-- triggers put away their connections and search terms until the suspension ends.
CREATE TABLE suspensions (
  member_id text PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  decision_id text NOT NULL,
  reason text NOT NULL,
  until text
);
CREATE INDEX suspensions_until ON suspensions (until) WHERE until IS NOT NULL;

CREATE TABLE suspended_connections (
  member_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  other_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  accepted integer NOT NULL,
  sent integer NOT NULL,
  created_at integer,
  PRIMARY KEY (member_id, other_id)
) WITHOUT ROWID;
CREATE INDEX suspended_connections_other ON suspended_connections (other_id);

CREATE TABLE suspended_terms (
  member integer NOT NULL REFERENCES users (key) ON DELETE CASCADE,
  rank integer NOT NULL,
  term text NOT NULL,
  PRIMARY KEY (member, rank, term)
) WITHOUT ROWID;

-- Counters of quotas (docs/decisions/0042-quotas.md).
CREATE TABLE quota_counters (
  owner text NOT NULL,
  kind text NOT NULL,
  since integer NOT NULL,
  used integer NOT NULL,
  PRIMARY KEY (owner, kind)
) WITHOUT ROWID;

-- Uses that a moderator has switched off for everybody: a row is an off switch (docs/decisions/0043-ceilings-and-blocks.md).
CREATE TABLE switched_off (
  name text PRIMARY KEY NOT NULL
) WITHOUT ROWID;

-- The sign-ups of the last hour, by the keyed hash of their network.
CREATE TABLE sign_ups (
  id text PRIMARY KEY NOT NULL,
  network text NOT NULL
);
CREATE INDEX sign_ups_network ON sign_ups (network, id);

-- E-mail addresses, domains and networks with which nobody can sign up.
CREATE TABLE sign_up_blocks (
  kind text NOT NULL,
  value text NOT NULL,
  until text,
  created_at text NOT NULL,
  PRIMARY KEY (kind, value)
);
CREATE INDEX sign_up_blocks_until ON sign_up_blocks (until) WHERE until IS NOT NULL;
