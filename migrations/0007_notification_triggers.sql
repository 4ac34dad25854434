-- Notifications. The row of a like or save names its notification, and so saves an index of them.
CREATE TRIGGER notices_not_blocked BEFORE INSERT ON notices
WHEN EXISTS (
  SELECT 1 FROM users m JOIN users s JOIN blocks b
  WHERE m.key = NEW.member AND s.key = NEW.sender
    AND (b.blocker_id = m.id AND b.blocked_id = s.id OR b.blocker_id = s.id AND b.blocked_id = m.id)
) BEGIN
  SELECT RAISE(IGNORE);
END;

-- A notification that was read and is deleted, by a block or by age, can be sent again.
CREATE TRIGGER notices_likes_forgotten AFTER DELETE ON notices WHEN OLD.type = 'like' AND OLD.is_read = 1 BEGIN
  DELETE FROM post_likes
  WHERE post = (SELECT key FROM posts WHERE id = OLD.post_id) AND member = OLD.sender AND liked_at IS NULL;
END;

CREATE TRIGGER notices_saves_forgotten AFTER DELETE ON notices WHEN OLD.type = 'save' AND OLD.is_read = 1 BEGIN
  DELETE FROM post_saves
  WHERE post = (SELECT key FROM posts WHERE id = OLD.post_id) AND member = OLD.sender AND saved_at IS NULL;
END;

-- Only the last request of a member to another can be answered.
CREATE TRIGGER notices_request_renewed BEFORE INSERT ON notices WHEN NEW.type = 'connection_request' BEGIN
  DELETE FROM notices WHERE (member, is_read, id) = (
    SELECT member, is_read, id FROM notices INDEXED BY notices_sender
    WHERE sender = NEW.sender AND member = NEW.member AND type = 'connection_request' AND type NOT IN ('like', 'save'));
END;

-- The answer is from the recipient of the request.
CREATE TRIGGER notices_request_answered AFTER INSERT ON notices
WHEN NEW.type IN ('connection_accepted', 'connection_rejected') BEGIN
  UPDATE notices SET is_read = 1 WHERE (member, is_read, id) = (
    SELECT member, is_read, id FROM notices INDEXED BY notices_sender
    WHERE sender = NEW.member AND member = NEW.sender AND type = 'connection_request' AND type NOT IN ('like', 'save'))
    AND is_read = 0;
END;

CREATE TRIGGER notices_not_muted BEFORE INSERT ON notices
WHEN NEW.type IN ('like', 'comment', 'save', 'post_share', 'mention', 'comment_like', 'comment_reply') AND EXISTS (
  SELECT 1 FROM users m JOIN users s JOIN mutes x ON x.muter_id = m.id AND x.muted_id = s.id
  WHERE m.key = NEW.member AND s.key = NEW.sender
) BEGIN
  SELECT RAISE(IGNORE);
END;

-- A like, save or request that is taken back before its notification was read, and comes again within a day, is not announced again. The
-- first time counts: it does not start over with each repetition.
CREATE TRIGGER notices_withdrawn AFTER DELETE ON notices
WHEN OLD.is_read = 0 AND OLD.type IN ('like', 'save', 'comment_like', 'connection_request') BEGIN
  INSERT INTO withdrawn_notices (member, sender, type, about, withdrawn_at)
  SELECT OLD.member, OLD.sender, OLD.type, coalesce(OLD.comment_id, OLD.post_id, s.id), CAST(unixepoch('now', 'subsec') * 1000 AS integer)
  FROM users m CROSS JOIN users s WHERE m.key = OLD.member AND s.key = OLD.sender
  ON CONFLICT DO NOTHING;
END;
