-- AI images, and the uses that count against the quota. saved_at is null until the member saves the image.
CREATE TABLE ai_images (
  id text PRIMARY KEY NOT NULL,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  prompt text,
  image_url text NOT NULL,
  media_id text NOT NULL REFERENCES media (id) ON DELETE CASCADE,
  style text,
  source_image_url text,
  kind text NOT NULL,
  engine text NOT NULL,
  model text NOT NULL,
  saved_at text,
  created_at text NOT NULL
);
CREATE INDEX ai_images_user ON ai_images (user_id, id);
CREATE INDEX ai_images_media ON ai_images (media_id);
CREATE INDEX ai_images_source ON ai_images (source_image_url) WHERE source_image_url IS NOT NULL;
CREATE INDEX ai_images_unsaved ON ai_images (saved_at, created_at);

-- A failed use counts against the quota of a minute, not of a day.
CREATE TABLE ai_uses (
  id text PRIMARY KEY NOT NULL,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  failed integer DEFAULT false NOT NULL,
  created_at text NOT NULL
);
CREATE INDEX ai_uses_member ON ai_uses (user_id, created_at);
CREATE INDEX ai_uses_age ON ai_uses (created_at);

-- Mark the media row of every AI image, whichever code inserted it.
CREATE TRIGGER ai_images_mark_media AFTER INSERT ON ai_images BEGIN
  UPDATE media SET is_ai = 1 WHERE id = NEW.media_id AND is_ai = 0;
END;
