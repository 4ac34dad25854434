-- Roles, decisions of moderators, suspensions, and the hashes of removed files (docs/moderation.md).
ALTER TABLE users ADD COLUMN role text DEFAULT 'member' NOT NULL;
ALTER TABLE users ADD COLUMN silenced_until text;
-- The SHA-256 of the uploaded file; NULL for files from before this migration.
ALTER TABLE media ADD COLUMN hash blob;

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

CREATE TRIGGER moderation_log_unchanged BEFORE UPDATE ON moderation_log BEGIN
  SELECT RAISE(ABORT, 'the log is append-only');
END;

CREATE TRIGGER moderation_log_kept BEFORE DELETE ON moderation_log BEGIN
  SELECT RAISE(ABORT, 'the log is append-only');
END;

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

-- The copy of a photo is deleted with the last report or removal that has it.
DROP TRIGGER abuse_reports_release_evidence;
CREATE TRIGGER abuse_reports_release_evidence AFTER DELETE ON abuse_reports
WHEN OLD.media_id IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM abuse_reports WHERE media_id = OLD.media_id)
  AND NOT EXISTS (SELECT 1 FROM removed_content WHERE media_id = OLD.media_id) BEGIN
  INSERT OR IGNORE INTO media_removals (media_id) VALUES ('evidence/' || OLD.media_id);
END;

CREATE TRIGGER removed_content_release_evidence AFTER DELETE ON removed_content
WHEN OLD.media_id IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM abuse_reports WHERE media_id = OLD.media_id)
  AND NOT EXISTS (SELECT 1 FROM removed_content WHERE media_id = OLD.media_id) BEGIN
  INSERT OR IGNORE INTO media_removals (media_id) VALUES ('evidence/' || OLD.media_id);
END;

-- Files that cannot be uploaded again.
CREATE TABLE removed_hashes (
  hash blob PRIMARY KEY NOT NULL,
  media_id text NOT NULL
) WITHOUT ROWID;
CREATE INDEX removed_hashes_media ON removed_hashes (media_id);

CREATE TRIGGER media_not_removed BEFORE INSERT ON media
WHEN NEW.hash IS NOT NULL AND EXISTS (SELECT 1 FROM removed_hashes WHERE hash = NEW.hash) BEGIN
  SELECT RAISE(ABORT, 'file was removed');
END;

-- A suspended member has no session and, for everybody else, does not exist: reads hide what they wrote (app/db/blocks.ts), and the
-- triggers below put away their connections and search terms until the suspension ends.
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

CREATE TRIGGER suspensions_started AFTER INSERT ON suspensions BEGIN
  INSERT OR IGNORE INTO suspended_connections (member_id, other_id, accepted, sent, created_at)
  SELECT NEW.member_id, s.other, s.accepted, s.sent, coalesce(s.created_at, o.created_at)
  FROM users m JOIN connection_sides s ON s.member = m.key AND s.accepted IN (0, 1)
    JOIN users u ON u.id = s.other
    JOIN connection_sides o ON o.member = u.key AND o.accepted = s.accepted AND o.other = m.id
  WHERE m.id = NEW.member_id;
  DELETE FROM connection_sides WHERE member = (SELECT key FROM users WHERE id = NEW.member_id) AND accepted IN (0, 1);
  INSERT OR IGNORE INTO suspended_terms (member, rank, term)
  SELECT member, rank, term FROM search_terms WHERE member = (SELECT key FROM users WHERE id = NEW.member_id);
  DELETE FROM search_terms WHERE member = (SELECT key FROM users WHERE id = NEW.member_id);
  DELETE FROM notices WHERE sender = (SELECT key FROM users WHERE id = NEW.member_id)
    AND member <> sender AND type NOT IN ('like', 'save');
  DELETE FROM notices WHERE is_read IN (0, 1) AND (member, id) IN (
    SELECT owner, coalesce(read_notice, notice) FROM post_likes WHERE member = (SELECT key FROM users WHERE id = NEW.member_id));
  DELETE FROM notices WHERE is_read IN (0, 1) AND (member, id) IN (
    SELECT owner, coalesce(read_notice, notice) FROM post_saves WHERE member = (SELECT key FROM users WHERE id = NEW.member_id));
  DELETE FROM sessions WHERE user_id = NEW.member_id;
  DELETE FROM online_members WHERE user_id = NEW.member_id;
  DELETE FROM hub_subscriptions WHERE user_id = NEW.member_id;
END;

-- A pair stays put away while one of the two is suspended. The sender's side brings the other one.
CREATE TRIGGER suspensions_ended AFTER DELETE ON suspensions WHEN EXISTS (SELECT 1 FROM users WHERE id = OLD.member_id) BEGIN
  INSERT OR IGNORE INTO connection_sides (member, accepted, other, sent, created_at)
  SELECT u.key, c.accepted, iif(c.sent, c.other_id, c.member_id), 1, c.created_at
  FROM suspended_connections c JOIN users u ON u.id = iif(c.sent, c.member_id, c.other_id)
  WHERE (c.member_id = OLD.member_id OR c.other_id = OLD.member_id)
    AND NOT EXISTS (SELECT 1 FROM suspensions WHERE member_id IN (c.member_id, c.other_id));
  DELETE FROM suspended_connections
  WHERE (member_id = OLD.member_id OR other_id = OLD.member_id)
    AND NOT EXISTS (
      SELECT 1 FROM suspensions s WHERE s.member_id IN (suspended_connections.member_id, suspended_connections.other_id)
    );
  INSERT OR IGNORE INTO search_terms (rank, term, member)
  SELECT rank, term, member FROM suspended_terms WHERE member = (SELECT key FROM users WHERE id = OLD.member_id);
  DELETE FROM suspended_terms WHERE member = (SELECT key FROM users WHERE id = OLD.member_id);
END;

CREATE TRIGGER sessions_not_suspended BEFORE INSERT ON sessions
WHEN EXISTS (SELECT 1 FROM suspensions WHERE member_id = NEW.user_id) BEGIN
  SELECT RAISE(ABORT, 'member is suspended');
END;

CREATE TRIGGER connection_sides_not_suspended BEFORE INSERT ON connection_sides
WHEN NEW.sent = 1 AND EXISTS (
  SELECT 1 FROM suspensions WHERE member_id IN (NEW.other, (SELECT id FROM users WHERE key = NEW.member))
) BEGIN
  SELECT RAISE(IGNORE);
END;
