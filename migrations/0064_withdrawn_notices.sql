-- Unread notifications that were withdrawn with their like, save or request.
CREATE TABLE withdrawn_notices (
  member integer NOT NULL REFERENCES users(`key`) ON DELETE cascade,
  sender integer NOT NULL REFERENCES users(`key`) ON DELETE cascade,
  type text NOT NULL,
  about text NOT NULL,
  withdrawn_at integer NOT NULL,
  PRIMARY KEY (member, sender, type, about)
);
CREATE INDEX withdrawn_notices_sender ON withdrawn_notices (sender);
CREATE INDEX withdrawn_notices_age ON withdrawn_notices (withdrawn_at);

-- A like, save or request that is taken back before its notification was read, and comes again within a day, is not announced again. The
-- first time counts: it does not start over with each repetition.
CREATE TRIGGER notices_withdrawn AFTER DELETE ON notices
WHEN OLD.is_read = 0 AND OLD.type IN ('like', 'save', 'comment_like', 'connection_request') BEGIN
  INSERT INTO withdrawn_notices (member, sender, type, about, withdrawn_at)
  SELECT OLD.member, OLD.sender, OLD.type, coalesce(OLD.comment_id, OLD.post_id, s.id), CAST(unixepoch('now', 'subsec') * 1000 AS integer)
  FROM users m CROSS JOIN users s WHERE m.key = OLD.member AND s.key = OLD.sender
  ON CONFLICT DO NOTHING;
END;
