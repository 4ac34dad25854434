-- Likes of comments, and the comment of a notification (docs/decisions/0099-comments.md).
CREATE TABLE comment_likes (
  post integer NOT NULL,
  comment text NOT NULL,
  member integer NOT NULL REFERENCES users (key) ON DELETE CASCADE,
  liked_at integer NOT NULL,
  PRIMARY KEY (post, comment, member),
  FOREIGN KEY (post, comment) REFERENCES post_comments (post, id) ON DELETE CASCADE
) WITHOUT ROWID;
CREATE INDEX comment_likes_member ON comment_likes (member);

ALTER TABLE post_comments ADD COLUMN like_count integer DEFAULT 0 NOT NULL;

CREATE TRIGGER comment_likes_counted AFTER INSERT ON comment_likes BEGIN
  UPDATE post_comments SET like_count = like_count + 1 WHERE post = NEW.post AND id = NEW.comment;
END;

CREATE TRIGGER comment_likes_uncounted AFTER DELETE ON comment_likes BEGIN
  UPDATE post_comments SET like_count = like_count - 1 WHERE post = OLD.post AND id = OLD.comment;
END;

-- By the same name, because code names the index.
ALTER TABLE notices ADD COLUMN comment_id text;
DROP INDEX notices_about;
CREATE INDEX notices_about ON notices (post_id, comment_id)
  WHERE post_id IS NOT NULL AND type NOT IN ('like', 'save', 'comment');

-- The post of a comment that is deleted with it is gone, and its notifications were deleted before (posts_unnoticed).
CREATE TRIGGER post_comments_unnoticed AFTER DELETE ON post_comments BEGIN
  DELETE FROM notices WHERE post_id = (SELECT id FROM posts WHERE key = OLD.post) AND comment_id = OLD.id
    AND type NOT IN ('like', 'save', 'comment');
END;

-- The same triggers, with the likes of comments.
DROP TRIGGER notices_not_muted;
CREATE TRIGGER notices_not_muted BEFORE INSERT ON notices
WHEN NEW.type IN ('like', 'comment', 'save', 'post_share', 'mention', 'comment_like') AND EXISTS (
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
    WHERE m.id = NEW.muted_id AND n.type IN ('comment', 'post_share', 'mention', 'comment_like'));
  DELETE FROM notices WHERE is_read IN (0, 1) AND (member, id) IN (
    SELECT l.owner, coalesce(l.read_notice, l.notice)
    FROM users m CROSS JOIN users o ON o.id = NEW.muter_id CROSS JOIN post_likes l ON l.member = m.key AND l.owner = o.key
    WHERE m.id = NEW.muted_id);
  DELETE FROM notices WHERE is_read IN (0, 1) AND (member, id) IN (
    SELECT s.owner, coalesce(s.read_notice, s.notice)
    FROM users m CROSS JOIN users o ON o.id = NEW.muter_id CROSS JOIN post_saves s ON s.member = m.key AND s.owner = o.key
    WHERE m.id = NEW.muted_id);
END;
