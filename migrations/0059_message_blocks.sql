-- The words of consecutive messages, for searches (docs/decisions/0108-words-of-messages.md). The hourly run writes them.
CREATE TABLE message_blocks (
  conversation integer NOT NULL,
  last integer NOT NULL,
  words text,
  PRIMARY KEY (conversation, last)
) WITHOUT ROWID;
CREATE INDEX message_blocks_changed ON message_blocks (conversation, last) WHERE words IS NULL;

-- Deleted, edited, removed and restored messages: the block's words are unknown until the next hourly run.
CREATE TRIGGER chat_messages_words_changed AFTER UPDATE OF content ON chat_messages WHEN new.content IS NOT old.content BEGIN
  UPDATE message_blocks SET words = NULL
  WHERE conversation = old.conversation AND words IS NOT NULL
    AND last = (SELECT min(b.last) FROM message_blocks b WHERE b.conversation = old.conversation AND b.last >= old.id);
END;

CREATE TRIGGER message_blocks_of_conversations AFTER DELETE ON conversations BEGIN
  DELETE FROM message_blocks WHERE conversation = old.key;
END;

ALTER TABLE chat_databases ADD indexed integer DEFAULT 0 NOT NULL;
