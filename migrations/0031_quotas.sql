-- Counters of quotas (docs/decisions/0042-quotas.md).
CREATE TABLE quota_counters (
  owner text NOT NULL,
  kind text NOT NULL,
  since integer NOT NULL,
  used integer NOT NULL,
  PRIMARY KEY (owner, kind)
) WITHOUT ROWID;

CREATE TRIGGER users_uncounted AFTER DELETE ON users BEGIN
  DELETE FROM quota_counters WHERE owner = OLD.id;
END;

-- The counter of comments is one row more for each, so the notification of a comment leaves the index of posts. A deleted post
-- reads its owner's notifications for them instead. No code names the index.
DROP INDEX notices_post;
CREATE INDEX notices_about ON notices (post_id) WHERE post_id IS NOT NULL AND type NOT IN ('like', 'save', 'comment');

DROP TRIGGER posts_unnoticed;
CREATE TRIGGER posts_unnoticed BEFORE DELETE ON posts BEGIN
  DELETE FROM notices WHERE post_id = OLD.id AND type NOT IN ('like', 'save', 'comment');
  DELETE FROM notices WHERE is_read IN (0, 1) AND member = (SELECT key FROM users WHERE id = OLD.user_id)
    AND type = 'comment' AND post_id = OLD.id;
  DELETE FROM notices WHERE is_read IN (0, 1)
    AND (member, id) IN (SELECT owner, coalesce(read_notice, notice) FROM post_likes WHERE post = OLD.key);
  DELETE FROM notices WHERE is_read IN (0, 1)
    AND (member, id) IN (SELECT owner, coalesce(read_notice, notice) FROM post_saves WHERE post = OLD.key);
END;
