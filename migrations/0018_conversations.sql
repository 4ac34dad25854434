-- Conversations, and their messages with integers in place of ids (docs/decisions/0075-lean-messages.md). Replaces `messages` and
-- `deleted_messages`, which a contract migration drops; until then triggers write to the one what is written to the other.
CREATE TABLE conversations (
  key integer PRIMARY KEY NOT NULL,
  low_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  high_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  low integer NOT NULL,
  high integer NOT NULL
);
CREATE UNIQUE INDEX conversations_pair ON conversations (low_id, high_id);
CREATE INDEX conversations_high ON conversations (high_id);

CREATE TABLE chat_messages (
  id integer PRIMARY KEY NOT NULL,
  conversation integer,
  sender integer,
  unread_by integer,
  client_id blob,
  content text,
  created_at integer NOT NULL,
  attachment_media_id text REFERENCES media (id) ON DELETE SET NULL,
  attachment_type text,
  attachment_name text,
  attachment_size integer
);

CREATE UNIQUE INDEX chat_messages_client ON chat_messages (sender, client_id);
CREATE INDEX chat_messages_conversation ON chat_messages (conversation) WHERE content IS NOT NULL;
CREATE INDEX chat_messages_deleted ON chat_messages (conversation) WHERE content IS NULL;
CREATE INDEX chat_messages_unread ON chat_messages (unread_by, sender) WHERE unread_by IS NOT NULL;
CREATE INDEX chat_messages_attachment ON chat_messages (attachment_media_id) WHERE attachment_media_id IS NOT NULL;

-- From the old tables, for the code before this migration.
CREATE TRIGGER messages_mirrored AFTER INSERT ON messages BEGIN
  INSERT OR IGNORE INTO conversations (low_id, high_id, low, high)
  SELECT l.id, h.id, l.key, h.key FROM users l, users h
  WHERE l.id = min(NEW.sender_id, NEW.receiver_id) AND h.id = max(NEW.sender_id, NEW.receiver_id);
  INSERT OR IGNORE INTO chat_messages (id, conversation, sender, unread_by, client_id, content, created_at,
    attachment_media_id, attachment_type, attachment_name, attachment_size)
  SELECT NEW.id, c.key, s.key, iif(NEW.is_read, NULL, r.key),
    iif(length(NEW.client_id) = 36 AND NEW.client_id = lower(NEW.client_id) AND length(unhex(NEW.client_id, '-')) = 16
      AND substr(NEW.client_id, 9, 1) || substr(NEW.client_id, 14, 1) || substr(NEW.client_id, 19, 1) || substr(NEW.client_id, 24, 1) = '----', unhex(NEW.client_id, '-'), NEW.client_id),
    NEW.content, ifnull(CAST(strftime('%s', NEW.created_at) AS integer) * 1000 + CAST(substr(NEW.created_at, 21, 3) AS integer), 0),
    NEW.attachment_media_id, NEW.attachment_type, NEW.attachment_name, NEW.attachment_size
  FROM users s, users r, conversations c
  WHERE s.id = NEW.sender_id AND r.id = NEW.receiver_id
    AND c.low_id = min(NEW.sender_id, NEW.receiver_id) AND c.high_id = max(NEW.sender_id, NEW.receiver_id);
END;
CREATE TRIGGER messages_read_mirrored AFTER UPDATE OF is_read ON messages BEGIN
  UPDATE chat_messages SET unread_by = iif(NEW.is_read, NULL, (SELECT key FROM users WHERE id = NEW.receiver_id))
  WHERE id = NEW.id AND content IS NOT NULL AND (unread_by IS NULL) <> NEW.is_read;
END;
-- The code deletes a message after it has inserted the tombstone; cascades reach both tables.
CREATE TRIGGER deleted_messages_mirrored AFTER INSERT ON deleted_messages BEGIN
  UPDATE chat_messages SET created_at = unixepoch() * 1000,
    content = NULL, unread_by = NULL, attachment_type = NULL, attachment_name = NULL, attachment_size = NULL
  WHERE id = NEW.message_id AND content IS NOT NULL;
END;

-- After the triggers above, so that nothing is lost that is written meanwhile.
INSERT OR IGNORE INTO conversations (low_id, high_id, low, high)
SELECT l.id, h.id, l.key, h.key
FROM (
  SELECT min(sender_id, receiver_id) AS low, max(sender_id, receiver_id) AS high FROM messages
  UNION SELECT min(sender_id, receiver_id), max(sender_id, receiver_id) FROM deleted_messages WHERE receiver_id IS NOT NULL
  -- The receiver of an old tombstone is unknown. In a conversation of the sender alone it is deleted with the sender.
  UNION SELECT sender_id, sender_id FROM deleted_messages WHERE receiver_id IS NULL
) pair JOIN users l ON l.id = pair.low JOIN users h ON h.id = pair.high;

INSERT OR IGNORE INTO chat_messages (id, conversation, sender, unread_by, client_id, content, created_at,
  attachment_media_id, attachment_type, attachment_name, attachment_size)
SELECT m.id, c.key, s.key, iif(m.is_read, NULL, r.key),
  iif(length(m.client_id) = 36 AND m.client_id = lower(m.client_id) AND length(unhex(m.client_id, '-')) = 16
      AND substr(m.client_id, 9, 1) || substr(m.client_id, 14, 1) || substr(m.client_id, 19, 1) || substr(m.client_id, 24, 1) = '----', unhex(m.client_id, '-'), m.client_id),
  m.content, ifnull(CAST(strftime('%s', m.created_at) AS integer) * 1000 + CAST(substr(m.created_at, 21, 3) AS integer), 0),
  m.attachment_media_id, m.attachment_type, m.attachment_name, m.attachment_size
FROM messages m JOIN users s ON s.id = m.sender_id JOIN users r ON r.id = m.receiver_id
  JOIN conversations c ON c.low_id = min(m.sender_id, m.receiver_id) AND c.high_id = max(m.sender_id, m.receiver_id);

INSERT OR IGNORE INTO chat_messages (id, conversation, sender, client_id, created_at)
SELECT d.message_id, c.key, s.key,
  iif(d.client_id = 'id ' || d.message_id, NULL, iif(length(d.client_id) = 36 AND d.client_id = lower(d.client_id) AND length(unhex(d.client_id, '-')) = 16
      AND substr(d.client_id, 9, 1) || substr(d.client_id, 14, 1) || substr(d.client_id, 19, 1) || substr(d.client_id, 24, 1) = '----', unhex(d.client_id, '-'), d.client_id)),
  unixepoch() * 1000
FROM deleted_messages d JOIN users s ON s.id = d.sender_id
  JOIN conversations c ON c.low_id = min(d.sender_id, ifnull(d.receiver_id, d.sender_id))
    AND c.high_id = max(d.sender_id, ifnull(d.receiver_id, d.sender_id));

-- The newest message may have been deleted with its account: its id must not be used again.
INSERT INTO chat_messages (id, created_at)
SELECT seq, 0 FROM sqlite_sequence WHERE name = 'messages' AND seq > (SELECT ifnull(max(id), 0) FROM chat_messages);

-- A block can be stored after the message's check. Also refuses a message without a conversation.
CREATE TRIGGER chat_messages_not_blocked BEFORE INSERT ON chat_messages
WHEN NOT EXISTS (
  SELECT 1 FROM conversations c WHERE c.key = NEW.conversation
    AND NOT EXISTS (SELECT 1 FROM blocks WHERE blocker_id = c.low_id AND blocked_id = c.high_id)
    AND NOT EXISTS (SELECT 1 FROM blocks WHERE blocker_id = c.high_id AND blocked_id = c.low_id)
) BEGIN
  SELECT RAISE(IGNORE);
END;

-- An attachment belongs to one message.
CREATE TRIGGER chat_messages_release_media AFTER DELETE ON chat_messages WHEN OLD.attachment_media_id IS NOT NULL BEGIN
  DELETE FROM media WHERE id = OLD.attachment_media_id;
END;
CREATE TRIGGER chat_messages_emptied AFTER UPDATE OF content ON chat_messages
WHEN NEW.content IS NULL AND OLD.attachment_media_id IS NOT NULL BEGIN
  DELETE FROM media WHERE id = OLD.attachment_media_id;
END;

-- The newest row stays, without anything of the message, so that no later message gets its id.
CREATE TRIGGER conversations_deleted AFTER DELETE ON conversations BEGIN
  UPDATE chat_messages SET conversation = NULL, sender = NULL, client_id = NULL, created_at = 0,
    content = NULL, unread_by = NULL, attachment_type = NULL, attachment_name = NULL, attachment_size = NULL
  WHERE id = (SELECT max(id) FROM chat_messages) AND conversation = OLD.key;
  DELETE FROM chat_messages WHERE conversation = OLD.key AND content IS NOT NULL;
  DELETE FROM chat_messages WHERE conversation = OLD.key AND content IS NULL;
END;

-- From the new tables, so that a return to the code before finds everything.
CREATE TRIGGER chat_messages_mirrored AFTER INSERT ON chat_messages BEGIN
  INSERT OR IGNORE INTO messages (id, sender_id, receiver_id, content, is_read, client_id,
    attachment_media_id, attachment_type, attachment_name, attachment_size, created_at)
  SELECT NEW.id, iif(NEW.sender = c.low, c.low_id, c.high_id), iif(NEW.sender = c.low, c.high_id, c.low_id),
    NEW.content, NEW.unread_by IS NULL,
    iif(typeof(NEW.client_id) = 'blob', lower(substr(hex(NEW.client_id), 1, 8) || '-' || substr(hex(NEW.client_id), 9, 4) || '-' ||
      substr(hex(NEW.client_id), 13, 4) || '-' || substr(hex(NEW.client_id), 17, 4) || '-' || substr(hex(NEW.client_id), 21, 12)), NEW.client_id),
    NEW.attachment_media_id, NEW.attachment_type, NEW.attachment_name, NEW.attachment_size,
    strftime('%Y-%m-%dT%H:%M:%fZ', NEW.created_at / 1000.0, 'unixepoch')
  FROM conversations c WHERE c.key = NEW.conversation;
END;
CREATE TRIGGER chat_messages_read_mirrored AFTER UPDATE OF unread_by ON chat_messages WHEN NEW.content IS NOT NULL BEGIN
  UPDATE messages SET is_read = NEW.unread_by IS NULL WHERE id = NEW.id AND is_read <> (NEW.unread_by IS NULL);
END;
-- A tombstone that the code before has inserted is there already: that code deletes the message itself.
CREATE TRIGGER chat_messages_deleted_mirrored AFTER UPDATE OF content ON chat_messages
WHEN OLD.content IS NOT NULL AND NEW.content IS NULL AND NEW.conversation IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM deleted_messages d JOIN messages m ON m.sender_id = d.sender_id
  WHERE m.id = NEW.id AND d.client_id = ifnull(m.client_id, 'id ' || m.id)
) BEGIN
  INSERT OR IGNORE INTO deleted_messages (sender_id, client_id, message_id, receiver_id)
  SELECT sender_id, ifnull(client_id, 'id ' || id), id, receiver_id FROM messages WHERE id = NEW.id;
  DELETE FROM messages WHERE id = NEW.id;
END;
