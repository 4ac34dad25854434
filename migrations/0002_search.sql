-- The search index: terms by which members are found. A search reads one range of the primary key.
-- rank: 0 for the beginning of a name, 1 for the beginning of a word in a name, 2 for a part inside a username.
CREATE TABLE name_terms (
  rank integer NOT NULL,
  term text NOT NULL,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  PRIMARY KEY (rank, term, user_id)
) WITHOUT ROWID;
CREATE INDEX name_terms_user ON name_terms (user_id);

-- Index both names of a member. The application adds the terms that SQLite cannot fold (accents).
CREATE TRIGGER users_named AFTER INSERT ON users BEGIN
  INSERT OR IGNORE INTO name_terms (rank, term, user_id)
  VALUES (0, lower(NEW.username), NEW.id), (0, lower(NEW.full_name), NEW.id);
END;

CREATE TRIGGER users_renamed AFTER UPDATE OF username, full_name ON users
WHEN NEW.username <> OLD.username OR NEW.full_name <> OLD.full_name BEGIN
  DELETE FROM name_terms WHERE user_id = NEW.id;
  INSERT OR IGNORE INTO name_terms (rank, term, user_id)
  VALUES (0, lower(NEW.username), NEW.id), (0, lower(NEW.full_name), NEW.id);
END;
