CREATE TRIGGER media_removed AFTER DELETE ON media BEGIN
  INSERT OR IGNORE INTO media_removals (media_id) VALUES (OLD.id);
END;

-- The source address of an AI image becomes null when its media row is deleted, because the address would return 404.
CREATE TRIGGER media_forgotten_as_source AFTER DELETE ON media BEGIN
  UPDATE ai_images SET source_image_url = NULL WHERE source_image_url = '/media/' || OLD.id;
END;

CREATE TRIGGER media_not_removed BEFORE INSERT ON media
WHEN NEW.hash IS NOT NULL AND EXISTS (SELECT 1 FROM removed_hashes WHERE hash = NEW.hash) BEGIN
  SELECT RAISE(ABORT, 'file was removed');
END;

-- Compares a new photo with the newest 10,000 removed ones. `a | b` minus `a & b` is their exclusive or; the sums count its bits, in
-- both halves at once from groups of four on.
CREATE TRIGGER media_not_like_removed BEFORE INSERT ON media
WHEN NEW.look_high IS NOT NULL AND EXISTS (
  SELECT 1 FROM (
    SELECT (fours & 252645135) + (fours >> 4 & 252645135) AS eights FROM (
      SELECT (high & 858993459) + (high >> 2 & 858993459) + (low & 858993459) + (low >> 2 & 858993459) AS fours FROM (
        SELECT high - (high >> 1 & 1431655765) AS high, low - (low >> 1 & 1431655765) AS low FROM (
          SELECT (look_high | NEW.look_high) - (look_high & NEW.look_high) AS high,
            (look_low | NEW.look_low) - (look_low & NEW.look_low) AS low
          FROM removed_looks ORDER BY rowid DESC LIMIT 10000))))
  WHERE (eights * 16843009 >> 24 & 255) <= 8
) BEGIN
  SELECT RAISE(ABORT, 'file was removed');
END;

CREATE TRIGGER posts_counted AFTER INSERT ON posts BEGIN
  UPDATE users SET post_count = post_count + 1 WHERE id = NEW.user_id;
END;

CREATE TRIGGER posts_uncounted AFTER DELETE ON posts BEGIN
  UPDATE users SET post_count = post_count - 1 WHERE id = OLD.user_id;
END;

CREATE TRIGGER posts_key_spent BEFORE INSERT ON posts
WHEN NEW.client_id IS NOT NULL AND EXISTS (
  SELECT 1 FROM deleted_client_ids WHERE user_id = NEW.user_id AND kind = 'post' AND client_id = NEW.client_id
) BEGIN
  SELECT RAISE(ABORT, 'client id is spent');
END;

-- For inserts that name no key.
CREATE TRIGGER posts_keyed AFTER INSERT ON posts WHEN NEW.key IS NULL BEGIN
  UPDATE posts SET key = (SELECT coalesce(max(key), 0) + 1 FROM posts) WHERE id = NEW.id;
END;

CREATE TRIGGER posts_key_kept AFTER DELETE ON posts WHEN OLD.client_id IS NOT NULL BEGIN
  INSERT OR IGNORE INTO deleted_client_ids (user_id, kind, client_id, deleted_at)
  SELECT id, 'post', OLD.client_id, unixepoch() * 1000 FROM users WHERE id = OLD.user_id;
END;

CREATE TRIGGER posts_unnoticed BEFORE DELETE ON posts BEGIN
  DELETE FROM notices WHERE post_id = OLD.id AND type NOT IN ('like', 'save', 'comment');
  DELETE FROM notices WHERE is_read IN (0, 1) AND member = (SELECT key FROM users WHERE id = OLD.user_id)
    AND type = 'comment' AND post_id = OLD.id;
  DELETE FROM notices WHERE is_read IN (0, 1)
    AND (member, id) IN (SELECT owner, coalesce(read_notice, notice) FROM post_likes WHERE post = OLD.key);
  DELETE FROM notices WHERE is_read IN (0, 1)
    AND (member, id) IN (SELECT owner, coalesce(read_notice, notice) FROM post_saves WHERE post = OLD.key);
END;

CREATE TRIGGER posts_release_media AFTER DELETE ON posts BEGIN
  DELETE FROM media WHERE id = OLD.media_id
    AND NOT EXISTS (SELECT 1 FROM posts WHERE media_id = OLD.media_id)
    AND NOT EXISTS (SELECT 1 FROM post_photos WHERE media_id = OLD.media_id)
    AND NOT EXISTS (SELECT 1 FROM ai_images WHERE media_id = OLD.media_id)
    AND NOT EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id AND profile_image = OLD.media_url);
END;

-- Words have letters, digits, marks and emoji alone, so they need no escaping in JSON.
CREATE TRIGGER posts_words_stored AFTER INSERT ON posts WHEN new.words <> '' AND new.visibility = 'everyone' AND new.key IS NOT NULL BEGIN
  INSERT OR IGNORE INTO post_words (word, place)
  SELECT value, CAST(strftime('%s', new.created_at) AS INTEGER) / 60 * 134217728 + new.key
  FROM json_each('["' || replace(trim(new.words), ' ', '","') || '"]');
END;

CREATE TRIGGER posts_words_changed AFTER UPDATE OF words, visibility, key ON posts
WHEN old.words IS NOT new.words OR old.visibility <> new.visibility OR old.key IS NOT new.key BEGIN
  DELETE FROM post_words
  WHERE place = CAST(strftime('%s', old.created_at) AS INTEGER) / 60 * 134217728 + old.key
    AND word IN (SELECT value FROM json_each('["' || replace(trim(coalesce(old.words, '')), ' ', '","') || '"]'))
    AND NOT (old.key = new.key AND new.visibility = 'everyone' AND instr(coalesce(new.words, ''), ' ' || word || ' '));
  INSERT OR IGNORE INTO post_words (word, place)
  SELECT value, CAST(strftime('%s', new.created_at) AS INTEGER) / 60 * 134217728 + new.key
  FROM json_each('["' || replace(trim(coalesce(new.words, '')), ' ', '","') || '"]')
  WHERE value <> '' AND new.visibility = 'everyone' AND new.key IS NOT NULL;
END;

CREATE TRIGGER posts_words_deleted AFTER DELETE ON posts WHEN old.words <> '' BEGIN
  DELETE FROM post_words
  WHERE place = CAST(strftime('%s', old.created_at) AS INTEGER) / 60 * 134217728 + old.key
    AND word IN (SELECT value FROM json_each('["' || replace(trim(old.words), ' ', '","') || '"]'));
END;

CREATE TRIGGER post_photos_release_media AFTER DELETE ON post_photos BEGIN
  DELETE FROM media WHERE id = OLD.media_id
    AND NOT EXISTS (SELECT 1 FROM posts WHERE media_id = OLD.media_id)
    AND NOT EXISTS (SELECT 1 FROM post_photos WHERE media_id = OLD.media_id)
    AND NOT EXISTS (SELECT 1 FROM ai_images WHERE media_id = OLD.media_id)
    AND NOT EXISTS (SELECT 1 FROM users WHERE id = media.user_id AND profile_image = '/media/' || OLD.media_id);
END;

CREATE TRIGGER post_comments_counted AFTER INSERT ON post_comments BEGIN
  UPDATE posts SET comment_count = comment_count + 1 WHERE key = NEW.post;
END;

CREATE TRIGGER post_comments_key_spent BEFORE INSERT ON post_comments
WHEN NEW.client_id IS NOT NULL AND EXISTS (
  SELECT 1 FROM users JOIN deleted_client_ids d ON d.user_id = users.id
  WHERE users.key = NEW.member AND d.kind = 'comment' AND d.client_id = NEW.client_id
) BEGIN
  SELECT RAISE(ABORT, 'client id is spent');
END;

CREATE TRIGGER post_comments_key_kept AFTER DELETE ON post_comments WHEN OLD.client_id IS NOT NULL BEGIN
  INSERT OR IGNORE INTO deleted_client_ids (user_id, kind, client_id, deleted_at)
  SELECT id, 'comment', OLD.client_id, unixepoch() * 1000 FROM users WHERE key = OLD.member;
END;

-- The post of a comment that is deleted with it is gone, and its notifications were deleted before (posts_unnoticed).
CREATE TRIGGER post_comments_unnoticed AFTER DELETE ON post_comments BEGIN
  DELETE FROM notices WHERE post_id = (SELECT id FROM posts WHERE key = OLD.post) AND comment_id = OLD.id
    AND type NOT IN ('like', 'save', 'comment');
END;

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

CREATE TRIGGER post_comments_uncounted AFTER DELETE ON post_comments BEGIN
  UPDATE posts SET comment_count = comment_count - 1, pinned_comment = nullif(pinned_comment, OLD.id) WHERE key = OLD.post;
END;

CREATE TRIGGER comment_likes_counted AFTER INSERT ON comment_likes BEGIN
  UPDATE post_comments SET like_count = like_count + 1 WHERE post = NEW.post AND id = NEW.comment;
END;

CREATE TRIGGER comment_likes_uncounted AFTER DELETE ON comment_likes BEGIN
  UPDATE post_comments SET like_count = like_count - 1 WHERE post = OLD.post AND id = OLD.comment;
END;

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

CREATE TRIGGER post_likes_noticed AFTER INSERT ON post_likes WHEN NEW.notice IS NOT NULL BEGIN
  INSERT INTO notices (member, is_read, id, sender, type, post_id, created_at)
  SELECT NEW.owner, 0, NEW.notice, NEW.member, 'like', id, NEW.liked_at FROM posts WHERE key = NEW.post;
END;

-- Taking back a like sets `liked_at` to NULL. That deletes the row and its notification, unless the recipient has read
-- the notification. Then the row stays without a time, so the next like by the member does not notify again. In place
-- of an update, a trigger after the row's deletion would nest too deep: `notices_likes_forgotten` deletes such rows.
CREATE TRIGGER post_likes_taken_back AFTER UPDATE OF liked_at ON post_likes WHEN NEW.liked_at IS NULL AND OLD.liked_at IS NOT NULL BEGIN
  DELETE FROM notices WHERE member = OLD.owner AND is_read = 0 AND id = OLD.notice;
  DELETE FROM post_likes WHERE post = OLD.post AND member = OLD.member
    AND NOT EXISTS (SELECT 1 FROM notices WHERE member = OLD.owner AND is_read = 1 AND id = coalesce(OLD.read_notice, OLD.notice));
  UPDATE post_likes SET notice = NULL, read_notice = coalesce(read_notice, notice) WHERE post = OLD.post AND member = OLD.member;
END;

CREATE TRIGGER post_saves_noticed AFTER INSERT ON post_saves WHEN NEW.notice IS NOT NULL BEGIN
  INSERT INTO notices (member, is_read, id, sender, type, post_id, created_at)
  SELECT NEW.owner, 0, NEW.notice, NEW.member, 'save', id, NEW.saved_at FROM posts WHERE key = NEW.post;
END;

CREATE TRIGGER post_saves_taken_back AFTER UPDATE OF saved_at ON post_saves WHEN NEW.saved_at IS NULL AND OLD.saved_at IS NOT NULL BEGIN
  DELETE FROM notices WHERE member = OLD.owner AND is_read = 0 AND id = OLD.notice;
  DELETE FROM post_saves WHERE post = OLD.post AND member = OLD.member
    AND NOT EXISTS (SELECT 1 FROM notices WHERE member = OLD.owner AND is_read = 1 AND id = coalesce(OLD.read_notice, OLD.notice));
  UPDATE post_saves SET notice = NULL, read_notice = coalesce(read_notice, notice), collection = NULL
  WHERE post = OLD.post AND member = OLD.member;
END;

CREATE TRIGGER post_saves_collected AFTER INSERT ON post_saves WHEN NEW.collection IS NOT NULL BEGIN
  UPDATE collections SET post_count = post_count + 1 WHERE key = NEW.collection;
END;

CREATE TRIGGER post_saves_moved AFTER UPDATE OF collection ON post_saves WHEN OLD.collection IS NOT NEW.collection BEGIN
  UPDATE collections SET post_count = post_count - 1, cover = nullif(cover, OLD.post) WHERE key = OLD.collection;
  UPDATE collections SET post_count = post_count + 1 WHERE key = NEW.collection;
END;

CREATE TRIGGER post_saves_uncollected AFTER DELETE ON post_saves WHEN OLD.collection IS NOT NULL BEGIN
  UPDATE collections SET post_count = post_count - 1, cover = nullif(cover, OLD.post) WHERE key = OLD.collection;
END;

-- Mark the media row of every AI image, whichever code inserted it.
CREATE TRIGGER ai_images_mark_media AFTER INSERT ON ai_images BEGIN
  UPDATE media SET is_ai = 1 WHERE id = NEW.media_id AND is_ai = 0;
END;

CREATE TRIGGER ai_images_release_media AFTER DELETE ON ai_images BEGIN
  DELETE FROM media WHERE id IN (OLD.media_id, substr(OLD.source_image_url, length('/media/') + 1))
    AND user_id = OLD.user_id
    AND NOT EXISTS (SELECT 1 FROM posts WHERE media_id = media.id)
    AND NOT EXISTS (SELECT 1 FROM post_photos WHERE media_id = media.id)
    AND NOT EXISTS (SELECT 1 FROM ai_images WHERE media_id = media.id)
    AND NOT EXISTS (SELECT 1 FROM ai_images WHERE user_id = OLD.user_id AND source_image_url = '/media/' || media.id)
    AND NOT EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id AND profile_image = '/media/' || media.id);
END;
