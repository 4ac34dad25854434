-- Numbers by which other tables refer to members and posts. Every other table is a copy of these ids, so a number of two or
-- three bytes instead of a public id of 36 makes most of the database small (docs/decisions/0074-keys.md).
ALTER TABLE posts ADD COLUMN key integer;
UPDATE posts SET key = rowid;
CREATE UNIQUE INDEX posts_key ON posts (key);
ALTER TABLE users ADD COLUMN key integer;
UPDATE users SET key = rowid;
CREATE UNIQUE INDEX users_key ON users (key);

-- For inserts that name no key: those of the code before this migration, which runs until it has been replaced.
CREATE TRIGGER posts_keyed AFTER INSERT ON posts WHEN NEW.key IS NULL BEGIN
  UPDATE posts SET key = (SELECT coalesce(max(key), 0) + 1 FROM posts) WHERE id = NEW.id;
END;
CREATE TRIGGER users_keyed AFTER INSERT ON users WHEN NEW.key IS NULL BEGIN
  UPDATE users SET key = (SELECT coalesce(max(key), 0) + 1 FROM users) WHERE id = NEW.id;
END;
