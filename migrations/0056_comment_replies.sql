-- Replies to comments (docs/decisions/0100-threads.md).
ALTER TABLE post_comments ADD COLUMN parent_id text;
ALTER TABLE post_comments ADD COLUMN reply_count integer DEFAULT 0 NOT NULL;
CREATE INDEX post_comments_replies ON post_comments (post, parent_id, id) WHERE parent_id IS NOT NULL;

CREATE TRIGGER post_comments_replied AFTER INSERT ON post_comments WHEN NEW.parent_id IS NOT NULL BEGIN
  UPDATE post_comments SET reply_count = reply_count + 1 WHERE post = NEW.post AND id = NEW.parent_id;
END;

CREATE TRIGGER post_comments_unreplied AFTER DELETE ON post_comments WHEN OLD.parent_id IS NOT NULL BEGIN
  UPDATE post_comments SET reply_count = reply_count - 1 WHERE post = OLD.post AND id = OLD.parent_id;
END;

-- Recursive triggers are off: this one does not run for the replies, the others do.
CREATE TRIGGER post_comments_thread_deleted AFTER DELETE ON post_comments WHEN OLD.parent_id IS NULL BEGIN
  DELETE FROM post_comments WHERE (post, id) IN (
    SELECT post, id FROM post_comments INDEXED BY post_comments_replies
    WHERE post = OLD.post AND parent_id = OLD.id AND parent_id IS NOT NULL);
END;

-- The same triggers, with replies.
DROP TRIGGER notices_not_muted;
CREATE TRIGGER notices_not_muted BEFORE INSERT ON notices
WHEN NEW.type IN ('like', 'comment', 'save', 'post_share', 'mention', 'comment_like', 'comment_reply') AND EXISTS (
  SELECT 1 FROM users m JOIN users s JOIN mutes x ON x.muter_id = m.id AND x.muted_id = s.id
  WHERE m.key = NEW.member AND s.key = NEW.sender
) BEGIN
  SELECT RAISE(IGNORE);
END;

DROP TRIGGER mutes_unnoticed;
CREATE TRIGGER mutes_unnoticed AFTER INSERT ON mutes BEGIN
  DELETE FROM notices WHERE (member, is_read, id) IN (
    SELECT n.member, n.is_read, n.id
    FROM users m CROSS JOIN users o ON o.id = NEW.muter_id
      CROSS JOIN notices n INDEXED BY notices_sender ON n.sender = m.key AND n.member = o.key AND n.type NOT IN ('like', 'save')
    WHERE m.id = NEW.muted_id AND n.type IN ('comment', 'post_share', 'mention', 'comment_like', 'comment_reply'));
  DELETE FROM notices WHERE is_read IN (0, 1) AND (member, id) IN (
    SELECT l.owner, coalesce(l.read_notice, l.notice)
    FROM users m CROSS JOIN users o ON o.id = NEW.muter_id CROSS JOIN post_likes l ON l.member = m.key AND l.owner = o.key
    WHERE m.id = NEW.muted_id);
  DELETE FROM notices WHERE is_read IN (0, 1) AND (member, id) IN (
    SELECT s.owner, coalesce(s.read_notice, s.notice)
    FROM users m CROSS JOIN users o ON o.id = NEW.muter_id CROSS JOIN post_saves s ON s.member = m.key AND s.owner = o.key
    WHERE m.id = NEW.muted_id);
END;
