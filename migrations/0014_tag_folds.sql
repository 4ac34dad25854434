CREATE TABLE tag_folds (
  tag text PRIMARY KEY NOT NULL,
  folded text
) WITHOUT ROWID;
CREATE INDEX tag_folds_folded ON tag_folds (folded);

-- Folding changes no text in ASCII.
INSERT INTO tag_folds (tag) SELECT DISTINCT tag FROM post_hashtags WHERE tag GLOB '*[^ -~]*';

CREATE TRIGGER post_hashtags_added AFTER INSERT ON post_hashtags WHEN NEW.tag GLOB '*[^ -~]*' BEGIN
  INSERT OR IGNORE INTO tag_folds (tag) VALUES (NEW.tag);
END;

CREATE TRIGGER post_hashtags_removed AFTER DELETE ON post_hashtags WHEN OLD.tag GLOB '*[^ -~]*' BEGIN
  DELETE FROM tag_folds WHERE tag = OLD.tag AND NOT EXISTS (SELECT 1 FROM post_hashtags WHERE tag = OLD.tag);
END;
