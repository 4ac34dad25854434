-- Stored image files and the queue of files to delete.

-- size is in bytes, of the largest variant.
CREATE TABLE media (
  id text PRIMARY KEY NOT NULL,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  content_type text NOT NULL,
  size integer NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  placeholder text NOT NULL,
  color text NOT NULL,
  created_at text NOT NULL,
  is_ai integer DEFAULT false NOT NULL
);
CREATE INDEX media_user ON media (user_id, id);

-- Files whose media row is deleted, to be removed from R2.
CREATE TABLE media_removals (
  media_id text PRIMARY KEY NOT NULL
);


-- The last id that each hourly sweep has read.
CREATE TABLE sweeps (
  name text PRIMARY KEY NOT NULL,
  seen_to text NOT NULL
);


CREATE TRIGGER media_removed AFTER DELETE ON media BEGIN
  INSERT OR IGNORE INTO media_removals (media_id) VALUES (OLD.id);
END;
