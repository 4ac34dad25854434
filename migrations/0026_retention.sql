-- Times and indexes by which the hourly run finds what it deletes (docs/decisions/0085-retention.md).
ALTER TABLE deleted_client_ids ADD deleted_at integer DEFAULT 0 NOT NULL;
-- The deletions before this migration count from now on.
UPDATE deleted_client_ids SET deleted_at = unixepoch() * 1000;
CREATE INDEX deleted_client_ids_age ON deleted_client_ids (deleted_at);
CREATE INDEX chat_messages_tombstones ON chat_messages (created_at) WHERE content IS NULL;

-- The same triggers, with the time.
DROP TRIGGER posts_key_kept;
CREATE TRIGGER posts_key_kept AFTER DELETE ON posts WHEN OLD.client_id IS NOT NULL BEGIN
  INSERT OR IGNORE INTO deleted_client_ids (user_id, kind, client_id, deleted_at)
  SELECT id, 'post', OLD.client_id, unixepoch() * 1000 FROM users WHERE id = OLD.user_id;
END;

DROP TRIGGER post_comments_key_kept;
CREATE TRIGGER post_comments_key_kept AFTER DELETE ON post_comments WHEN OLD.client_id IS NOT NULL BEGIN
  INSERT OR IGNORE INTO deleted_client_ids (user_id, kind, client_id, deleted_at)
  SELECT id, 'comment', OLD.client_id, unixepoch() * 1000 FROM users WHERE key = OLD.member;
END;
