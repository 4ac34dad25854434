-- A version from before 0011, which answers until the new one is deployed, says of no picture that it is AI-made: what it
-- makes is marked here. A picture that is marked already is not written again.
CREATE TRIGGER ai_images_mark_media AFTER INSERT ON ai_images BEGIN
  UPDATE media SET is_ai = 1 WHERE id = NEW.media_id AND is_ai = 0;
END;
--> statement-breakpoint
UPDATE media SET is_ai = 1
WHERE is_ai = 0
  AND (id IN (SELECT media_id FROM ai_images) OR id IN (SELECT media_id FROM posts WHERE is_ai = 1));
