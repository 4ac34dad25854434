-- Likes, saves, comments, hashtags and notifications in tables that refer to members and posts by key, and that are their own
-- index where they can be (docs/decisions/0078-lean-reactions.md). The old tables stay, for the code before this migration, until
-- 0025_contract_notices.sql: triggers at the end of this file write to the one what is written to the other.
CREATE TABLE post_likes (
  post integer NOT NULL REFERENCES posts (key) ON DELETE CASCADE,
  member integer NOT NULL REFERENCES users (key) ON DELETE CASCADE,
  owner integer NOT NULL,
  liked_at integer,
  notice integer,
  read_notice integer,
  PRIMARY KEY (post, member)
) WITHOUT ROWID;
CREATE INDEX post_likes_member ON post_likes (member, owner);

CREATE TABLE post_saves (
  post integer NOT NULL REFERENCES posts (key) ON DELETE CASCADE,
  member integer NOT NULL REFERENCES users (key) ON DELETE CASCADE,
  owner integer NOT NULL,
  saved_at integer,
  notice integer,
  read_notice integer,
  PRIMARY KEY (post, member)
) WITHOUT ROWID;
CREATE INDEX post_saves_member ON post_saves (member, saved_at);

CREATE TABLE post_comments (
  post integer NOT NULL REFERENCES posts (key) ON DELETE CASCADE,
  id text NOT NULL,
  member integer NOT NULL REFERENCES users (key) ON DELETE CASCADE,
  comment text NOT NULL,
  created_at integer NOT NULL,
  client_id text,
  PRIMARY KEY (post, id)
) WITHOUT ROWID;
CREATE UNIQUE INDEX post_comments_member ON post_comments (member, client_id);

-- The public id of the post, because the list is in its order.
CREATE TABLE post_hashtags (
  tag text NOT NULL,
  post_id text NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
  PRIMARY KEY (tag, post_id)
) WITHOUT ROWID;
CREATE INDEX post_hashtags_post ON post_hashtags (post_id);

-- In the order of the primary key, the unread notifications of a member are one range and the read ones another.
CREATE TABLE notices (
  member integer NOT NULL REFERENCES users (key) ON DELETE CASCADE,
  is_read integer NOT NULL,
  id integer NOT NULL,
  sender integer NOT NULL,
  type text NOT NULL,
  post_id text,
  created_at integer NOT NULL,
  PRIMARY KEY (member, is_read, id)
) WITHOUT ROWID;
-- Those of likes and saves are found by the row of the like or save.
CREATE INDEX notices_sender ON notices (sender, member, type, post_id) WHERE type NOT IN ('like', 'save');
CREATE INDEX notices_post ON notices (post_id) WHERE post_id IS NOT NULL AND type NOT IN ('like', 'save');
-- Of repeated shares the newest stays.
CREATE UNIQUE INDEX notices_shared ON notices (member, sender, post_id) WHERE type = 'post_share';

-- Copies of all rows, before the triggers below count them again.
INSERT INTO notices (member, is_read, id, sender, type, post_id, created_at)
SELECT m.key, n.is_read, n.id, s.key, n.type, n.entity_id,
  coalesce(CAST(round(unixepoch(n.created_at, 'subsec') * 1000) AS integer), 0)
FROM notifications n JOIN users m ON m.id = n.user_id JOIN users s ON s.id = n.from_user_id;

INSERT INTO post_likes (post, member, owner, liked_at, notice)
SELECT p.key, m.key, o.key, coalesce(CAST(round(unixepoch(l.created_at, 'subsec') * 1000) AS integer), 0), n.id
FROM likes l JOIN posts p ON p.id = l.post_id JOIN users m ON m.id = l.user_id JOIN users o ON o.id = p.user_id
  LEFT JOIN notifications n ON n.user_id = p.user_id AND n.from_user_id = l.user_id AND n.type = 'like' AND n.entity_id = l.post_id;

-- Each a millisecond after the one before it, at least: the list of a member's saves is paged by this time.
INSERT INTO post_saves (post, member, owner, saved_at, notice)
SELECT post, member, owner, nth + max(at - nth) OVER (PARTITION BY member ORDER BY nth), notice
FROM (
  SELECT p.key AS post, m.key AS member, o.key AS owner, n.id AS notice,
    coalesce(CAST(round(unixepoch(s.created_at, 'subsec') * 1000) AS integer), 0) AS at,
    row_number() OVER (PARTITION BY s.user_id ORDER BY s.id) AS nth
  FROM saved_posts s JOIN posts p ON p.id = s.post_id JOIN users m ON m.id = s.user_id JOIN users o ON o.id = p.user_id
    LEFT JOIN notifications n ON n.user_id = p.user_id AND n.from_user_id = s.user_id AND n.type = 'save' AND n.entity_id = s.post_id
);

-- Likes and saves that were taken back after their notification was read.
INSERT OR IGNORE INTO post_likes (post, member, owner, read_notice)
SELECT p.key, s.key, m.key, n.id
FROM notifications n JOIN posts p ON p.id = n.entity_id JOIN users m ON m.id = n.user_id JOIN users s ON s.id = n.from_user_id
WHERE n.type = 'like';
INSERT OR IGNORE INTO post_saves (post, member, owner, read_notice)
SELECT p.key, s.key, m.key, n.id
FROM notifications n JOIN posts p ON p.id = n.entity_id JOIN users m ON m.id = n.user_id JOIN users s ON s.id = n.from_user_id
WHERE n.type = 'save';

INSERT INTO post_comments (post, id, member, comment, created_at, client_id)
SELECT p.key, c.id, m.key, c.comment, coalesce(CAST(round(unixepoch(c.created_at, 'subsec') * 1000) AS integer), 0), c.client_id
FROM comments c JOIN posts p ON p.id = c.post_id JOIN users m ON m.id = c.user_id;

INSERT INTO post_hashtags (tag, post_id) SELECT tag, post_id FROM post_tags;

-- Counts. Rows of the old tables reach them by their copies.
DROP TRIGGER likes_counted;
DROP TRIGGER likes_uncounted;
DROP TRIGGER comments_counted;
DROP TRIGGER comments_uncounted;

CREATE TRIGGER post_likes_counted AFTER INSERT ON post_likes WHEN NEW.liked_at IS NOT NULL BEGIN
  UPDATE posts SET like_count = like_count + 1 WHERE key = NEW.post;
END;

CREATE TRIGGER post_likes_recounted AFTER UPDATE OF liked_at ON post_likes
WHEN (NEW.liked_at IS NULL) <> (OLD.liked_at IS NULL) BEGIN
  UPDATE posts SET like_count = like_count + iif(NEW.liked_at IS NULL, -1, 1) WHERE key = NEW.post;
END;

CREATE TRIGGER post_likes_uncounted AFTER DELETE ON post_likes WHEN OLD.liked_at IS NOT NULL BEGIN
  UPDATE posts SET like_count = like_count - 1 WHERE key = OLD.post;
END;

CREATE TRIGGER post_comments_counted AFTER INSERT ON post_comments BEGIN
  UPDATE posts SET comment_count = comment_count + 1 WHERE key = NEW.post;
END;

CREATE TRIGGER post_comments_uncounted AFTER DELETE ON post_comments BEGIN
  UPDATE posts SET comment_count = comment_count - 1 WHERE key = OLD.post;
END;

-- The idempotency key of a deleted comment stays spent. An account in deletion has no row in `users` any more.
CREATE TRIGGER post_comments_key_kept AFTER DELETE ON post_comments WHEN OLD.client_id IS NOT NULL BEGIN
  INSERT OR IGNORE INTO deleted_client_ids (user_id, kind, client_id)
  SELECT id, 'comment', OLD.client_id FROM users WHERE key = OLD.member;
END;

CREATE TRIGGER post_comments_key_spent BEFORE INSERT ON post_comments
WHEN NEW.client_id IS NOT NULL AND EXISTS (
  SELECT 1 FROM users JOIN deleted_client_ids d ON d.user_id = users.id
  WHERE users.key = NEW.member AND d.kind = 'comment' AND d.client_id = NEW.client_id
) BEGIN
  SELECT RAISE(ABORT, 'client id is spent');
END;

-- Notifications. The row of a like or save names its notification, and so saves an index of them.
CREATE TRIGGER notices_not_blocked BEFORE INSERT ON notices
WHEN EXISTS (
  SELECT 1 FROM users m JOIN users s JOIN blocks b
  WHERE m.key = NEW.member AND s.key = NEW.sender
    AND (b.blocker_id = m.id AND b.blocked_id = s.id OR b.blocker_id = s.id AND b.blocked_id = m.id)
) BEGIN
  SELECT RAISE(IGNORE);
END;

CREATE TRIGGER post_likes_noticed AFTER INSERT ON post_likes WHEN NEW.notice IS NOT NULL BEGIN
  INSERT INTO notices (member, is_read, id, sender, type, post_id, created_at)
  SELECT NEW.owner, 0, NEW.notice, NEW.member, 'like', id, NEW.liked_at FROM posts WHERE key = NEW.post;
END;

CREATE TRIGGER post_saves_noticed AFTER INSERT ON post_saves WHEN NEW.notice IS NOT NULL BEGIN
  INSERT INTO notices (member, is_read, id, sender, type, post_id, created_at)
  SELECT NEW.owner, 0, NEW.notice, NEW.member, 'save', id, NEW.saved_at FROM posts WHERE key = NEW.post;
END;

-- A like that is taken back deletes its notification, unless its recipient has read it. Then a row without a time stays, so the
-- next like by the member does not notify again.
CREATE TRIGGER post_likes_unnoticed AFTER DELETE ON post_likes WHEN OLD.liked_at IS NOT NULL BEGIN
  DELETE FROM notices WHERE member = OLD.owner AND is_read = 0 AND id = OLD.notice;
  INSERT INTO post_likes (post, member, owner, read_notice)
  SELECT OLD.post, OLD.member, OLD.owner, id FROM notices
  WHERE member = OLD.owner AND is_read = 1 AND id = coalesce(OLD.read_notice, OLD.notice);
END;

CREATE TRIGGER post_saves_unnoticed AFTER DELETE ON post_saves WHEN OLD.saved_at IS NOT NULL BEGIN
  DELETE FROM notices WHERE member = OLD.owner AND is_read = 0 AND id = OLD.notice;
  INSERT INTO post_saves (post, member, owner, read_notice)
  SELECT OLD.post, OLD.member, OLD.owner, id FROM notices
  WHERE member = OLD.owner AND is_read = 1 AND id = coalesce(OLD.read_notice, OLD.notice);
END;

-- Before the likes and saves are deleted, because they name the notifications.
CREATE TRIGGER posts_unnoticed BEFORE DELETE ON posts BEGIN
  DELETE FROM notices WHERE post_id = OLD.id AND type NOT IN ('like', 'save');
  DELETE FROM notices WHERE is_read IN (0, 1)
    AND (member, id) IN (SELECT owner, coalesce(read_notice, notice) FROM post_likes WHERE post = OLD.key);
  DELETE FROM notices WHERE is_read IN (0, 1)
    AND (member, id) IN (SELECT owner, coalesce(read_notice, notice) FROM post_saves WHERE post = OLD.key);
END;

CREATE TRIGGER users_unnoticed BEFORE DELETE ON users BEGIN
  DELETE FROM notices WHERE sender = OLD.key AND type NOT IN ('like', 'save');
  DELETE FROM notices WHERE is_read IN (0, 1)
    AND (member, id) IN (SELECT owner, coalesce(read_notice, notice) FROM post_likes WHERE member = OLD.key);
  DELETE FROM notices WHERE is_read IN (0, 1)
    AND (member, id) IN (SELECT owner, coalesce(read_notice, notice) FROM post_saves WHERE member = OLD.key);
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

-- A block deletes the notifications between the two members.
CREATE TRIGGER blocks_unnoticed AFTER INSERT ON blocks BEGIN
  DELETE FROM notices WHERE (member, is_read, id) IN (
    SELECT n.member, n.is_read, n.id
    FROM (SELECT NEW.blocker_id AS a, NEW.blocked_id AS b UNION ALL SELECT NEW.blocked_id, NEW.blocker_id) pair
      CROSS JOIN users m ON m.id = pair.a CROSS JOIN users o ON o.id = pair.b
      CROSS JOIN notices n INDEXED BY notices_sender ON n.sender = m.key AND n.member = o.key AND n.type NOT IN ('like', 'save'));
  DELETE FROM notices WHERE is_read IN (0, 1) AND (member, id) IN (
    SELECT l.owner, coalesce(l.read_notice, l.notice)
    FROM (SELECT NEW.blocker_id AS a, NEW.blocked_id AS b UNION ALL SELECT NEW.blocked_id, NEW.blocker_id) pair
      CROSS JOIN users m ON m.id = pair.a CROSS JOIN users o ON o.id = pair.b
      CROSS JOIN post_likes l ON l.member = m.key AND l.owner = o.key);
  DELETE FROM notices WHERE is_read IN (0, 1) AND (member, id) IN (
    SELECT s.owner, coalesce(s.read_notice, s.notice)
    FROM (SELECT NEW.blocker_id AS a, NEW.blocked_id AS b UNION ALL SELECT NEW.blocked_id, NEW.blocker_id) pair
      CROSS JOIN users m ON m.id = pair.a CROSS JOIN users o ON o.id = pair.b
      CROSS JOIN post_saves s ON s.member = m.key AND s.owner = o.key);
END;

-- Until 0025_contract_notices.sql: from the old tables to the new ones. Recursive triggers are off, so no write comes back twice.
CREATE TRIGGER likes_mirrored AFTER INSERT ON likes BEGIN
  INSERT INTO post_likes (post, member, owner, liked_at)
  SELECT p.key, m.key, o.key, coalesce(CAST(round(unixepoch(NEW.created_at, 'subsec') * 1000) AS integer), 0)
  FROM posts p JOIN users m JOIN users o ON o.id = p.user_id WHERE p.id = NEW.post_id AND m.id = NEW.user_id
  ON CONFLICT (post, member) DO UPDATE SET liked_at = excluded.liked_at WHERE liked_at IS NULL;
END;

CREATE TRIGGER likes_mirrored_gone AFTER DELETE ON likes BEGIN
  DELETE FROM post_likes WHERE liked_at IS NOT NULL
    AND post = (SELECT key FROM posts WHERE id = OLD.post_id) AND member = (SELECT key FROM users WHERE id = OLD.user_id);
END;

CREATE TRIGGER saved_posts_mirrored AFTER INSERT ON saved_posts BEGIN
  INSERT INTO post_saves (post, member, owner, saved_at)
  SELECT p.key, m.key, o.key, max(coalesce(CAST(round(unixepoch(NEW.created_at, 'subsec') * 1000) AS integer), 0),
    coalesce((SELECT max(saved_at) + 1 FROM post_saves WHERE member = m.key), 0))
  FROM posts p JOIN users m JOIN users o ON o.id = p.user_id WHERE p.id = NEW.post_id AND m.id = NEW.user_id
  ON CONFLICT (post, member) DO UPDATE SET saved_at = excluded.saved_at WHERE saved_at IS NULL;
END;

CREATE TRIGGER saved_posts_mirrored_gone AFTER DELETE ON saved_posts BEGIN
  DELETE FROM post_saves WHERE saved_at IS NOT NULL
    AND post = (SELECT key FROM posts WHERE id = OLD.post_id) AND member = (SELECT key FROM users WHERE id = OLD.user_id);
END;

CREATE TRIGGER comments_mirrored AFTER INSERT ON comments BEGIN
  INSERT INTO post_comments (post, id, member, comment, created_at, client_id)
  SELECT p.key, NEW.id, m.key, NEW.comment, coalesce(CAST(round(unixepoch(NEW.created_at, 'subsec') * 1000) AS integer), 0), NEW.client_id
  FROM posts p JOIN users m WHERE p.id = NEW.post_id AND m.id = NEW.user_id
    AND NOT EXISTS (SELECT 1 FROM post_comments c WHERE c.post = p.key AND c.id = NEW.id);
END;

CREATE TRIGGER comments_mirrored_gone AFTER DELETE ON comments BEGIN
  DELETE FROM post_comments WHERE post = (SELECT key FROM posts WHERE id = OLD.post_id) AND id = OLD.id;
END;

CREATE TRIGGER post_tags_mirrored AFTER INSERT ON post_tags BEGIN
  INSERT INTO post_hashtags (tag, post_id) SELECT NEW.tag, NEW.post_id
  WHERE NOT EXISTS (SELECT 1 FROM post_hashtags WHERE tag = NEW.tag AND post_id = NEW.post_id);
END;

CREATE TRIGGER post_tags_mirrored_gone AFTER DELETE ON post_tags BEGIN
  DELETE FROM post_hashtags WHERE tag = OLD.tag AND post_id = OLD.post_id;
END;

-- By sender, type, post and time, because the ids of two members' notifications can be equal in the new table only.
CREATE TRIGGER notifications_mirrored AFTER INSERT ON notifications BEGIN
  INSERT INTO notices (member, is_read, id, sender, type, post_id, created_at)
  SELECT m.key, NEW.is_read, NEW.id, s.key, NEW.type, NEW.entity_id, at.ms
  FROM users m JOIN users s JOIN (SELECT coalesce(CAST(round(unixepoch(NEW.created_at, 'subsec') * 1000) AS integer), 0) AS ms) at
  WHERE m.id = NEW.user_id AND s.id = NEW.from_user_id AND NOT EXISTS (
    SELECT 1 FROM notices n WHERE n.member = m.key AND n.sender = s.key AND n.type = NEW.type AND n.post_id IS NEW.entity_id
      AND n.created_at = at.ms);
  UPDATE post_likes SET notice = NEW.id WHERE NEW.type = 'like' AND notice IS NULL AND read_notice IS NULL
    AND post = (SELECT key FROM posts WHERE id = NEW.entity_id) AND member = (SELECT key FROM users WHERE id = NEW.from_user_id);
  UPDATE post_saves SET notice = NEW.id WHERE NEW.type = 'save' AND notice IS NULL AND read_notice IS NULL
    AND post = (SELECT key FROM posts WHERE id = NEW.entity_id) AND member = (SELECT key FROM users WHERE id = NEW.from_user_id);
END;

CREATE TRIGGER notifications_mirrored_read AFTER UPDATE OF is_read ON notifications WHEN NEW.is_read <> OLD.is_read BEGIN
  UPDATE notices SET is_read = NEW.is_read
  WHERE member = (SELECT key FROM users WHERE id = NEW.user_id) AND is_read = OLD.is_read
    AND sender = (SELECT key FROM users WHERE id = NEW.from_user_id) AND type = NEW.type AND post_id IS NEW.entity_id
    AND created_at = coalesce(CAST(round(unixepoch(NEW.created_at, 'subsec') * 1000) AS integer), 0);
END;

CREATE TRIGGER notifications_mirrored_gone AFTER DELETE ON notifications BEGIN
  DELETE FROM notices
  WHERE member = (SELECT key FROM users WHERE id = OLD.user_id) AND is_read = OLD.is_read
    AND sender = (SELECT key FROM users WHERE id = OLD.from_user_id) AND type = OLD.type AND post_id IS OLD.entity_id
    AND created_at = coalesce(CAST(round(unixepoch(OLD.created_at, 'subsec') * 1000) AS integer), 0);
END;

-- And from the new tables to the old ones, so that a roll-back loses nothing. NOT EXISTS and not OR IGNORE: the statement that
-- fires a trigger decides about conflicts in it.
CREATE TRIGGER post_likes_mirrored AFTER INSERT ON post_likes WHEN NEW.liked_at IS NOT NULL BEGIN
  INSERT INTO likes (id, post_id, user_id, created_at)
  SELECT lower(hex(randomblob(16))), p.id, m.id, strftime('%Y-%m-%dT%H:%M:%fZ', NEW.liked_at / 1000.0, 'unixepoch')
  FROM posts p JOIN users m WHERE p.key = NEW.post AND m.key = NEW.member
    AND NOT EXISTS (SELECT 1 FROM likes WHERE user_id = m.id AND post_id = p.id);
END;

CREATE TRIGGER post_likes_mirrored_again AFTER UPDATE OF liked_at ON post_likes
WHEN OLD.liked_at IS NULL AND NEW.liked_at IS NOT NULL BEGIN
  INSERT INTO likes (id, post_id, user_id, created_at)
  SELECT lower(hex(randomblob(16))), p.id, m.id, strftime('%Y-%m-%dT%H:%M:%fZ', NEW.liked_at / 1000.0, 'unixepoch')
  FROM posts p JOIN users m WHERE p.key = NEW.post AND m.key = NEW.member
    AND NOT EXISTS (SELECT 1 FROM likes WHERE user_id = m.id AND post_id = p.id);
END;

CREATE TRIGGER post_likes_mirrored_gone AFTER DELETE ON post_likes WHEN OLD.liked_at IS NOT NULL BEGIN
  DELETE FROM likes
  WHERE user_id = (SELECT id FROM users WHERE key = OLD.member) AND post_id = (SELECT id FROM posts WHERE key = OLD.post);
END;

-- The old list is in the order of the ids: UUIDv7 of the time.
CREATE TRIGGER post_saves_mirrored AFTER INSERT ON post_saves WHEN NEW.saved_at IS NOT NULL BEGIN
  INSERT INTO saved_posts (id, user_id, post_id, created_at)
  SELECT printf('%08x-%04x-7000-8000-', NEW.saved_at >> 16, NEW.saved_at & 65535) || lower(hex(randomblob(6))), m.id, p.id,
    strftime('%Y-%m-%dT%H:%M:%fZ', NEW.saved_at / 1000.0, 'unixepoch')
  FROM posts p JOIN users m WHERE p.key = NEW.post AND m.key = NEW.member
    AND NOT EXISTS (SELECT 1 FROM saved_posts WHERE user_id = m.id AND post_id = p.id);
END;

CREATE TRIGGER post_saves_mirrored_again AFTER UPDATE OF saved_at ON post_saves
WHEN OLD.saved_at IS NULL AND NEW.saved_at IS NOT NULL BEGIN
  INSERT INTO saved_posts (id, user_id, post_id, created_at)
  SELECT printf('%08x-%04x-7000-8000-', NEW.saved_at >> 16, NEW.saved_at & 65535) || lower(hex(randomblob(6))), m.id, p.id,
    strftime('%Y-%m-%dT%H:%M:%fZ', NEW.saved_at / 1000.0, 'unixepoch')
  FROM posts p JOIN users m WHERE p.key = NEW.post AND m.key = NEW.member
    AND NOT EXISTS (SELECT 1 FROM saved_posts WHERE user_id = m.id AND post_id = p.id);
END;

CREATE TRIGGER post_saves_mirrored_gone AFTER DELETE ON post_saves WHEN OLD.saved_at IS NOT NULL BEGIN
  DELETE FROM saved_posts
  WHERE user_id = (SELECT id FROM users WHERE key = OLD.member) AND post_id = (SELECT id FROM posts WHERE key = OLD.post);
END;

CREATE TRIGGER post_comments_mirrored AFTER INSERT ON post_comments BEGIN
  INSERT INTO comments (id, post_id, user_id, comment, created_at, client_id)
  SELECT NEW.id, p.id, m.id, NEW.comment, strftime('%Y-%m-%dT%H:%M:%fZ', NEW.created_at / 1000.0, 'unixepoch'), NEW.client_id
  FROM posts p JOIN users m WHERE p.key = NEW.post AND m.key = NEW.member AND NOT EXISTS (SELECT 1 FROM comments WHERE id = NEW.id);
END;

CREATE TRIGGER post_comments_mirrored_gone AFTER DELETE ON post_comments BEGIN
  DELETE FROM comments WHERE id = OLD.id;
END;

CREATE TRIGGER post_hashtags_mirrored AFTER INSERT ON post_hashtags BEGIN
  INSERT INTO post_tags (tag, post_id) SELECT NEW.tag, NEW.post_id
  WHERE NOT EXISTS (SELECT 1 FROM post_tags WHERE tag = NEW.tag AND post_id = NEW.post_id);
END;

CREATE TRIGGER post_hashtags_mirrored_gone AFTER DELETE ON post_hashtags BEGIN
  DELETE FROM post_tags WHERE tag = OLD.tag AND post_id = OLD.post_id;
END;

-- With another id if another member's notification has this one.
CREATE TRIGGER notices_mirrored AFTER INSERT ON notices BEGIN
  INSERT OR IGNORE INTO notifications (id, user_id, from_user_id, type, entity_id, is_read, created_at)
  SELECT iif(EXISTS (SELECT 1 FROM notifications WHERE id = NEW.id), NULL, NEW.id), m.id, s.id, NEW.type, NEW.post_id, NEW.is_read, at.iso
  FROM users m JOIN users s
    JOIN (SELECT strftime('%Y-%m-%dT%H:%M:%fZ', NEW.created_at / 1000.0, 'unixepoch') AS iso) at
  WHERE m.key = NEW.member AND s.key = NEW.sender AND NOT EXISTS (
    SELECT 1 FROM notifications n WHERE n.from_user_id = s.id AND n.user_id = m.id AND n.type = NEW.type
      AND n.entity_id IS NEW.post_id AND n.created_at = at.iso);
END;

CREATE TRIGGER notices_mirrored_read AFTER UPDATE OF is_read ON notices WHEN NEW.is_read <> OLD.is_read BEGIN
  UPDATE notifications SET is_read = NEW.is_read
  WHERE from_user_id = (SELECT id FROM users WHERE key = NEW.sender) AND user_id = (SELECT id FROM users WHERE key = NEW.member)
    AND type = NEW.type AND entity_id IS NEW.post_id
    AND created_at = strftime('%Y-%m-%dT%H:%M:%fZ', NEW.created_at / 1000.0, 'unixepoch');
END;

CREATE TRIGGER notices_mirrored_gone AFTER DELETE ON notices BEGIN
  DELETE FROM notifications
  WHERE from_user_id = (SELECT id FROM users WHERE key = OLD.sender) AND user_id = (SELECT id FROM users WHERE key = OLD.member)
    AND type = OLD.type AND entity_id IS OLD.post_id
    AND created_at = strftime('%Y-%m-%dT%H:%M:%fZ', OLD.created_at / 1000.0, 'unixepoch');
END;
