-- The search index by the keys of members, instead of their public ids. Replaces `name_terms`, which
-- 0023_contract_name_terms.sql drops. Until then triggers keep both tables the same.
CREATE TABLE search_terms (
  rank integer NOT NULL,
  term text NOT NULL,
  member integer NOT NULL REFERENCES users (key) ON DELETE CASCADE,
  PRIMARY KEY (rank, term, member)
) WITHOUT ROWID;

INSERT INTO search_terms (rank, term, member)
SELECT t.rank, t.term, u.key FROM name_terms t JOIN users u ON u.id = t.user_id ORDER BY 1, 2, 3;
CREATE INDEX search_terms_member ON search_terms (member);

-- These index the names in place of the triggers of `name_terms`. A row that is inserted without a key gets it later.
DROP TRIGGER users_named;
DROP TRIGGER users_renamed;

CREATE TRIGGER users_indexed AFTER INSERT ON users WHEN NEW.key IS NOT NULL BEGIN
  INSERT OR IGNORE INTO search_terms (rank, term, member)
  VALUES (0, lower(NEW.username), NEW.key), (0, lower(NEW.full_name), NEW.key);
END;

CREATE TRIGGER users_indexed_later AFTER UPDATE OF key ON users WHEN OLD.key IS NULL BEGIN
  INSERT OR IGNORE INTO search_terms (rank, term, member)
  VALUES (0, lower(NEW.username), NEW.key), (0, lower(NEW.full_name), NEW.key);
END;

CREATE TRIGGER users_reindexed AFTER UPDATE OF username, full_name ON users
WHEN NEW.username <> OLD.username OR NEW.full_name <> OLD.full_name BEGIN
  DELETE FROM search_terms WHERE member = NEW.key;
  INSERT OR IGNORE INTO search_terms (rank, term, member)
  VALUES (0, lower(NEW.username), NEW.key), (0, lower(NEW.full_name), NEW.key);
END;

-- From the code before to the code after, and back.
CREATE TRIGGER name_terms_mirrored AFTER INSERT ON name_terms BEGIN
  INSERT INTO search_terms (rank, term, member)
  SELECT NEW.rank, NEW.term, key FROM users WHERE id = NEW.user_id AND NOT EXISTS (
    SELECT 1 FROM search_terms WHERE rank = NEW.rank AND term = NEW.term AND member = users.key
  );
END;

CREATE TRIGGER search_terms_mirrored AFTER INSERT ON search_terms BEGIN
  INSERT INTO name_terms (rank, term, user_id)
  SELECT NEW.rank, NEW.term, id FROM users WHERE key = NEW.member AND NOT EXISTS (
    SELECT 1 FROM name_terms WHERE rank = NEW.rank AND term = NEW.term AND user_id = users.id
  );
END;

CREATE TRIGGER search_terms_unmirrored AFTER DELETE ON search_terms BEGIN
  DELETE FROM name_terms
  WHERE rank = OLD.rank AND term = OLD.term AND user_id = (SELECT id FROM users WHERE key = OLD.member);
END;
