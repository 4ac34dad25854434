-- A message that goes, in whatever way, takes its file along; the file is nobody else's.
CREATE TRIGGER messages_release_media AFTER DELETE ON messages WHEN OLD.attachment_media_id IS NOT NULL BEGIN
  DELETE FROM media WHERE id = OLD.attachment_media_id;
END;
