-- The conversations of a member by their last message, for pages of the list of chats (docs/decisions/0119-large-accounts.md).
-- `last` is the greatest id of a stored message. A conversation without one has no row.
CREATE TABLE chat_sides (
  member integer NOT NULL,
  last integer NOT NULL,
  conversation integer NOT NULL,
  PRIMARY KEY (member, last)
) WITHOUT ROWID;

CREATE TRIGGER chat_sides_of_new AFTER INSERT ON chat_messages WHEN NEW.content IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM chat_messages m WHERE m.conversation = NEW.conversation AND m.content IS NOT NULL AND m.id > NEW.id
) BEGIN
  UPDATE chat_sides SET last = NEW.id
  WHERE last = (SELECT max(m.id) FROM chat_messages m WHERE m.conversation = NEW.conversation AND m.content IS NOT NULL AND m.id < NEW.id)
    AND member IN (SELECT low FROM conversations WHERE key = NEW.conversation UNION ALL SELECT high FROM conversations WHERE key = NEW.conversation);
  INSERT OR IGNORE INTO chat_sides (member, last, conversation)
  SELECT low, NEW.id, key FROM conversations WHERE key = NEW.conversation
  UNION ALL SELECT high, NEW.id, key FROM conversations WHERE key = NEW.conversation;
END;

CREATE TRIGGER chat_sides_of_restored AFTER UPDATE OF content ON chat_messages
WHEN OLD.content IS NULL AND NEW.content IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM chat_messages m WHERE m.conversation = NEW.conversation AND m.content IS NOT NULL AND m.id > NEW.id
) BEGIN
  UPDATE chat_sides SET last = NEW.id
  WHERE last = (SELECT max(m.id) FROM chat_messages m WHERE m.conversation = NEW.conversation AND m.content IS NOT NULL AND m.id < NEW.id)
    AND member IN (SELECT low FROM conversations WHERE key = NEW.conversation UNION ALL SELECT high FROM conversations WHERE key = NEW.conversation);
  INSERT OR IGNORE INTO chat_sides (member, last, conversation)
  SELECT low, NEW.id, key FROM conversations WHERE key = NEW.conversation
  UNION ALL SELECT high, NEW.id, key FROM conversations WHERE key = NEW.conversation;
END;

CREATE TRIGGER chat_sides_of_emptied AFTER UPDATE OF content ON chat_messages
WHEN OLD.content IS NOT NULL AND NEW.content IS NULL BEGIN
  UPDATE chat_sides
  SET last = (SELECT max(m.id) FROM chat_messages m WHERE m.conversation = OLD.conversation AND m.content IS NOT NULL)
  WHERE last = OLD.id
    AND member IN (SELECT low FROM conversations WHERE key = OLD.conversation UNION ALL SELECT high FROM conversations WHERE key = OLD.conversation)
    AND EXISTS (SELECT 1 FROM chat_messages m WHERE m.conversation = OLD.conversation AND m.content IS NOT NULL);
  DELETE FROM chat_sides
  WHERE last = OLD.id
    AND member IN (SELECT low FROM conversations WHERE key = OLD.conversation UNION ALL SELECT high FROM conversations WHERE key = OLD.conversation);
END;

CREATE TRIGGER chat_sides_of_deleted AFTER DELETE ON chat_messages WHEN OLD.content IS NOT NULL BEGIN
  UPDATE chat_sides
  SET last = (SELECT max(m.id) FROM chat_messages m WHERE m.conversation = OLD.conversation AND m.content IS NOT NULL)
  WHERE last = OLD.id
    AND member IN (SELECT low FROM conversations WHERE key = OLD.conversation UNION ALL SELECT high FROM conversations WHERE key = OLD.conversation)
    AND EXISTS (SELECT 1 FROM chat_messages m WHERE m.conversation = OLD.conversation AND m.content IS NOT NULL);
  DELETE FROM chat_sides
  WHERE last = OLD.id
    AND member IN (SELECT low FROM conversations WHERE key = OLD.conversation UNION ALL SELECT high FROM conversations WHERE key = OLD.conversation);
END;

CREATE TRIGGER chat_sides_of_conversations BEFORE DELETE ON conversations BEGIN
  DELETE FROM chat_sides
  WHERE member IN (OLD.low, OLD.high)
    AND last = (SELECT max(m.id) FROM chat_messages m WHERE m.conversation = OLD.key AND m.content IS NOT NULL);
END;

INSERT INTO chat_sides (member, last, conversation)
SELECT side.value, c.last, c.key
FROM (
  SELECT key, low, high, (SELECT max(m.id) FROM chat_messages m WHERE m.conversation = conversations.key AND m.content IS NOT NULL) AS last
  FROM conversations
) c CROSS JOIN json_each(json_array(c.low, c.high)) side
WHERE c.last IS NOT NULL;

-- Short lists of a member's connections: those in the archive, and those whose messages are in another database.
CREATE INDEX connection_sides_archived ON connection_sides (member, other) WHERE archived_to IS NOT NULL;
CREATE INDEX connection_sides_elsewhere ON connection_sides (member, other) WHERE chat > 0;
