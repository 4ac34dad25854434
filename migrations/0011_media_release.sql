-- A deleted row deletes the media rows it showed, unless another row of the member still shows them.
-- A deleted media row queues its files (0003_media.sql).

CREATE TRIGGER posts_release_media AFTER DELETE ON posts BEGIN
  DELETE FROM media WHERE id = OLD.media_id
    AND NOT EXISTS (SELECT 1 FROM posts WHERE media_id = OLD.media_id)
    AND NOT EXISTS (SELECT 1 FROM ai_images WHERE media_id = OLD.media_id)
    AND NOT EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id AND profile_image = OLD.media_url);
END;

-- A replaced profile image.
CREATE TRIGGER users_release_media AFTER UPDATE OF profile_image ON users
WHEN OLD.profile_image IS NOT NULL AND OLD.profile_image IS NOT NEW.profile_image BEGIN
  DELETE FROM media WHERE id = substr(OLD.profile_image, length('/media/') + 1)
    AND NOT EXISTS (SELECT 1 FROM posts WHERE media_id = media.id)
    AND NOT EXISTS (SELECT 1 FROM ai_images WHERE media_id = media.id);
END;

-- An attachment belongs to one message.
CREATE TRIGGER messages_release_media AFTER DELETE ON messages WHEN OLD.attachment_media_id IS NOT NULL BEGIN
  DELETE FROM media WHERE id = OLD.attachment_media_id;
END;

-- An AI image has two: the result, and the image it was made from.
CREATE TRIGGER ai_images_release_media AFTER DELETE ON ai_images BEGIN
  DELETE FROM media WHERE id IN (OLD.media_id, substr(OLD.source_image_url, length('/media/') + 1))
    AND user_id = OLD.user_id
    AND NOT EXISTS (SELECT 1 FROM posts WHERE media_id = media.id)
    AND NOT EXISTS (SELECT 1 FROM ai_images WHERE media_id = media.id)
    AND NOT EXISTS (SELECT 1 FROM ai_images WHERE user_id = OLD.user_id AND source_image_url = '/media/' || media.id)
    AND NOT EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id AND profile_image = '/media/' || media.id);
END;

-- The source address of an AI image becomes null when its media row is deleted, because the address would return 404.
CREATE TRIGGER media_forgotten_as_source AFTER DELETE ON media BEGIN
  UPDATE ai_images SET source_image_url = NULL WHERE source_image_url = '/media/' || OLD.id;
END;
