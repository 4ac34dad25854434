-- The words by which posts are found (docs/decisions/0097-words-of-posts.md). The hourly run stores those of existing posts.
-- `place` is the minute of the post's date and its key: minute * 2^27 + key. It stays below 2^53, the limit of exact numbers in an export.
CREATE TABLE post_words (
  word text NOT NULL,
  place integer NOT NULL,
  PRIMARY KEY (word, place)
) WITHOUT ROWID;

ALTER TABLE posts ADD words text;
CREATE INDEX posts_unindexed ON posts (id) WHERE words IS NULL;

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
