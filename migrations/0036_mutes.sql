-- Muted members and words.
CREATE TABLE mutes (
  muter_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  muted_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at text NOT NULL,
  PRIMARY KEY (muter_id, muted_id)
) WITHOUT ROWID;
CREATE INDEX mutes_muted ON mutes (muted_id);

-- A JSON array.
ALTER TABLE users ADD COLUMN muted_words text DEFAULT '[]' NOT NULL;

-- Notifications of connections and of moderators stay.
CREATE TRIGGER notices_not_muted BEFORE INSERT ON notices
WHEN NEW.type IN ('like', 'comment', 'save', 'post_share', 'mention') AND EXISTS (
  SELECT 1 FROM users m JOIN users s JOIN mutes x ON x.muter_id = m.id AND x.muted_id = s.id
  WHERE m.key = NEW.member AND s.key = NEW.sender
) BEGIN
  SELECT RAISE(IGNORE);
END;

CREATE TRIGGER mutes_unnoticed AFTER INSERT ON mutes BEGIN
  DELETE FROM notices WHERE (member, is_read, id) IN (
    SELECT n.member, n.is_read, n.id
    FROM users m CROSS JOIN users o ON o.id = NEW.muter_id
      CROSS JOIN notices n INDEXED BY notices_sender ON n.sender = m.key AND n.member = o.key AND n.type NOT IN ('like', 'save')
    WHERE m.id = NEW.muted_id AND n.type IN ('comment', 'post_share', 'mention'));
  DELETE FROM notices WHERE is_read IN (0, 1) AND (member, id) IN (
    SELECT l.owner, coalesce(l.read_notice, l.notice)
    FROM users m CROSS JOIN users o ON o.id = NEW.muter_id CROSS JOIN post_likes l ON l.member = m.key AND l.owner = o.key
    WHERE m.id = NEW.muted_id);
  DELETE FROM notices WHERE is_read IN (0, 1) AND (member, id) IN (
    SELECT s.owner, coalesce(s.read_notice, s.notice)
    FROM users m CROSS JOIN users o ON o.id = NEW.muter_id CROSS JOIN post_saves s ON s.member = m.key AND s.owner = o.key
    WHERE m.id = NEW.muted_id);
END;
