-- The photos of posts after the first one, which its post has (docs/decisions/0086-several-photos.md).
ALTER TABLE posts ADD COLUMN photo_count integer DEFAULT 1 NOT NULL;

CREATE TABLE post_photos (
  post integer NOT NULL REFERENCES posts (key) ON DELETE CASCADE,
  position integer NOT NULL,
  media_id text NOT NULL REFERENCES media (id) ON DELETE CASCADE,
  width integer NOT NULL,
  height integer NOT NULL,
  placeholder text NOT NULL,
  color text NOT NULL,
  alt_text text NOT NULL,
  is_ai integer NOT NULL,
  PRIMARY KEY (post, position)
) WITHOUT ROWID;
CREATE INDEX post_photos_media ON post_photos (media_id);

CREATE TRIGGER post_photos_release_media AFTER DELETE ON post_photos BEGIN
  DELETE FROM media WHERE id = OLD.media_id
    AND NOT EXISTS (SELECT 1 FROM posts WHERE media_id = OLD.media_id)
    AND NOT EXISTS (SELECT 1 FROM post_photos WHERE media_id = OLD.media_id)
    AND NOT EXISTS (SELECT 1 FROM ai_images WHERE media_id = OLD.media_id)
    AND NOT EXISTS (SELECT 1 FROM users WHERE id = media.user_id AND profile_image = '/media/' || OLD.media_id);
END;

-- As before, and unless a post shows it after its first photo.
DROP TRIGGER posts_release_media;
CREATE TRIGGER posts_release_media AFTER DELETE ON posts BEGIN
  DELETE FROM media WHERE id = OLD.media_id
    AND NOT EXISTS (SELECT 1 FROM posts WHERE media_id = OLD.media_id)
    AND NOT EXISTS (SELECT 1 FROM post_photos WHERE media_id = OLD.media_id)
    AND NOT EXISTS (SELECT 1 FROM ai_images WHERE media_id = OLD.media_id)
    AND NOT EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id AND profile_image = OLD.media_url);
END;

DROP TRIGGER users_release_media;
CREATE TRIGGER users_release_media AFTER UPDATE OF profile_image ON users
WHEN OLD.profile_image IS NOT NULL AND OLD.profile_image IS NOT NEW.profile_image BEGIN
  DELETE FROM media WHERE id = substr(OLD.profile_image, length('/media/') + 1)
    AND NOT EXISTS (SELECT 1 FROM posts WHERE media_id = media.id)
    AND NOT EXISTS (SELECT 1 FROM post_photos WHERE media_id = media.id)
    AND NOT EXISTS (SELECT 1 FROM ai_images WHERE media_id = media.id);
END;

DROP TRIGGER ai_images_release_media;
CREATE TRIGGER ai_images_release_media AFTER DELETE ON ai_images BEGIN
  DELETE FROM media WHERE id IN (OLD.media_id, substr(OLD.source_image_url, length('/media/') + 1))
    AND user_id = OLD.user_id
    AND NOT EXISTS (SELECT 1 FROM posts WHERE media_id = media.id)
    AND NOT EXISTS (SELECT 1 FROM post_photos WHERE media_id = media.id)
    AND NOT EXISTS (SELECT 1 FROM ai_images WHERE media_id = media.id)
    AND NOT EXISTS (SELECT 1 FROM ai_images WHERE user_id = OLD.user_id AND source_image_url = '/media/' || media.id)
    AND NOT EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id AND profile_image = '/media/' || media.id);
END;

-- The photos after the first one of reported and removed posts, whose copies are evidence. They go with the last report or removal
-- of their post.
CREATE TABLE evidence_photos (
  post_id text NOT NULL,
  media_id text NOT NULL,
  PRIMARY KEY (post_id, media_id)
) WITHOUT ROWID;
CREATE INDEX evidence_photos_media ON evidence_photos (media_id);

CREATE TRIGGER abuse_reports_release_photos AFTER DELETE ON abuse_reports WHEN OLD.kind = 'post' BEGIN
  DELETE FROM evidence_photos WHERE post_id = OLD.subject_id
    AND NOT EXISTS (SELECT 1 FROM abuse_reports WHERE subject_id = OLD.subject_id)
    AND NOT EXISTS (SELECT 1 FROM moderation_log l JOIN removed_content c ON c.decision_id = l.id WHERE l.subject_id = OLD.subject_id);
END;

CREATE TRIGGER removed_content_release_photos AFTER DELETE ON removed_content WHEN OLD.kind = 'post' BEGIN
  DELETE FROM evidence_photos WHERE post_id = OLD.content ->> '$.posts.id'
    AND NOT EXISTS (SELECT 1 FROM abuse_reports WHERE subject_id = post_id)
    AND NOT EXISTS (SELECT 1 FROM moderation_log l JOIN removed_content c ON c.decision_id = l.id WHERE l.subject_id = post_id);
END;

CREATE TRIGGER evidence_photos_release_evidence AFTER DELETE ON evidence_photos
WHEN NOT EXISTS (SELECT 1 FROM evidence_photos WHERE media_id = OLD.media_id)
  AND NOT EXISTS (SELECT 1 FROM abuse_reports WHERE media_id = OLD.media_id)
  AND NOT EXISTS (SELECT 1 FROM removed_content WHERE media_id = OLD.media_id) BEGIN
  INSERT OR IGNORE INTO media_removals (media_id) VALUES ('evidence/' || OLD.media_id);
END;

DROP TRIGGER abuse_reports_release_evidence;
CREATE TRIGGER abuse_reports_release_evidence AFTER DELETE ON abuse_reports
WHEN OLD.media_id IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM abuse_reports WHERE media_id = OLD.media_id)
  AND NOT EXISTS (SELECT 1 FROM removed_content WHERE media_id = OLD.media_id)
  AND NOT EXISTS (SELECT 1 FROM evidence_photos WHERE media_id = OLD.media_id) BEGIN
  INSERT OR IGNORE INTO media_removals (media_id) VALUES ('evidence/' || OLD.media_id);
END;

DROP TRIGGER removed_content_release_evidence;
CREATE TRIGGER removed_content_release_evidence AFTER DELETE ON removed_content
WHEN OLD.media_id IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM abuse_reports WHERE media_id = OLD.media_id)
  AND NOT EXISTS (SELECT 1 FROM removed_content WHERE media_id = OLD.media_id)
  AND NOT EXISTS (SELECT 1 FROM evidence_photos WHERE media_id = OLD.media_id) BEGIN
  INSERT OR IGNORE INTO media_removals (media_id) VALUES ('evidence/' || OLD.media_id);
END;
