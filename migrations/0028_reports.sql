-- Reports that outlive their subject and the accounts of both members, with a snapshot of the subject. Without foreign keys. The
-- old table stays, for the code before this migration, until 0029_contract_reports.sql: the triggers at the end of this file write
-- to the one what is written to the other.
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

-- The copy of a reported photo is deleted with the last report that has it.
CREATE TRIGGER abuse_reports_release_evidence AFTER DELETE ON abuse_reports
WHEN OLD.media_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM abuse_reports WHERE media_id = OLD.media_id) BEGIN
  INSERT OR IGNORE INTO media_removals (media_id) VALUES ('evidence/' || OLD.media_id);
END;

-- Copies of all rows. Their photos have no copy; their snapshot is of today.
INSERT INTO abuse_reports (id, reporter_id, member_id, kind, subject_id, post_id, reason, details, urgency, snapshot, created_at)
SELECT r.id, r.reporter_id, r.member_id, iif(r.post_id = '', 'member', 'post'), iif(r.post_id = '', r.member_id, r.post_id),
  r.post_id, r.reason, r.details, CASE r.reason WHEN 'violence' THEN 1 WHEN 'harassment' THEN 2 WHEN 'nudity' THEN 2 ELSE 3 END,
  json_object('username', u.username, 'fullName', u.full_name, 'text', coalesce(p.caption, iif(r.post_id = '', u.bio, '')),
    'at', coalesce(p.created_at, u.created_at)),
  r.created_at
FROM reports r JOIN users u ON u.id = r.member_id LEFT JOIN posts p ON p.id = r.post_id;

-- Until 0029_contract_reports.sql. Recursive triggers are off, so no write comes back.
CREATE TRIGGER reports_mirrored AFTER INSERT ON reports BEGIN
  INSERT INTO abuse_reports (id, reporter_id, member_id, kind, subject_id, post_id, reason, details, urgency, snapshot, created_at)
  SELECT NEW.id, NEW.reporter_id, NEW.member_id, iif(NEW.post_id = '', 'member', 'post'), iif(NEW.post_id = '', NEW.member_id, NEW.post_id),
    NEW.post_id, NEW.reason, NEW.details, CASE NEW.reason WHEN 'violence' THEN 1 WHEN 'harassment' THEN 2 WHEN 'nudity' THEN 2 ELSE 3 END,
    json_object('username', u.username, 'fullName', u.full_name, 'text', coalesce(p.caption, iif(NEW.post_id = '', u.bio, '')),
      'at', coalesce(p.created_at, u.created_at)),
    NEW.created_at
  FROM users u LEFT JOIN posts p ON p.id = NEW.post_id WHERE u.id = NEW.member_id
  ON CONFLICT (reporter_id, kind, subject_id) DO UPDATE SET
    reason = excluded.reason, details = excluded.details, urgency = excluded.urgency, created_at = excluded.created_at;
END;

CREATE TRIGGER reports_mirrored_again AFTER UPDATE ON reports BEGIN
  INSERT INTO abuse_reports (id, reporter_id, member_id, kind, subject_id, post_id, reason, details, urgency, snapshot, created_at)
  SELECT NEW.id, NEW.reporter_id, NEW.member_id, iif(NEW.post_id = '', 'member', 'post'), iif(NEW.post_id = '', NEW.member_id, NEW.post_id),
    NEW.post_id, NEW.reason, NEW.details, CASE NEW.reason WHEN 'violence' THEN 1 WHEN 'harassment' THEN 2 WHEN 'nudity' THEN 2 ELSE 3 END,
    json_object('username', u.username, 'fullName', u.full_name, 'text', coalesce(p.caption, iif(NEW.post_id = '', u.bio, '')),
      'at', coalesce(p.created_at, u.created_at)),
    NEW.created_at
  FROM users u LEFT JOIN posts p ON p.id = NEW.post_id WHERE u.id = NEW.member_id
  ON CONFLICT (reporter_id, kind, subject_id) DO UPDATE SET
    reason = excluded.reason, details = excluded.details, urgency = excluded.urgency, created_at = excluded.created_at;
END;

CREATE TRIGGER abuse_reports_mirrored AFTER INSERT ON abuse_reports WHEN NEW.kind IN ('post', 'member') BEGIN
  INSERT INTO reports (id, reporter_id, member_id, post_id, reason, details, created_at)
  SELECT NEW.id, NEW.reporter_id, NEW.member_id, NEW.post_id, NEW.reason, NEW.details, NEW.created_at
  WHERE EXISTS (SELECT 1 FROM users WHERE id = NEW.reporter_id) AND EXISTS (SELECT 1 FROM users WHERE id = NEW.member_id)
  ON CONFLICT (reporter_id, member_id, post_id) DO NOTHING;
END;

CREATE TRIGGER abuse_reports_mirrored_again AFTER UPDATE OF reason, details ON abuse_reports BEGIN
  UPDATE reports SET reason = NEW.reason, details = NEW.details, created_at = NEW.created_at
  WHERE reporter_id = NEW.reporter_id AND member_id = NEW.member_id AND post_id = NEW.post_id AND NEW.kind IN ('post', 'member');
END;
