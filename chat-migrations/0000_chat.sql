-- A chat database (docs/database.md#chat-databases). The tables are those of the main database, without what refers to its other
-- tables: members, blocks and media.
CREATE TABLE conversations (
  key integer PRIMARY KEY NOT NULL,
  low_id text NOT NULL,
  high_id text NOT NULL,
  low integer NOT NULL,
  high integer NOT NULL,
  open integer DEFAULT true NOT NULL,
  changed integer DEFAULT 0 NOT NULL
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
  attachment_media_id text,
  attachment_type text,
  attachment_name text,
  attachment_size integer,
  attachment_width integer,
  attachment_height integer
);
CREATE UNIQUE INDEX chat_messages_client ON chat_messages (sender, client_id);
CREATE INDEX chat_messages_conversation ON chat_messages (conversation) WHERE content IS NOT NULL;
CREATE INDEX chat_messages_deleted ON chat_messages (conversation) WHERE content IS NULL;
CREATE INDEX chat_messages_tombstones ON chat_messages (created_at) WHERE content IS NULL;
CREATE INDEX chat_messages_unread ON chat_messages (unread_by, sender) WHERE unread_by IS NOT NULL;
CREATE INDEX chat_messages_attachment ON chat_messages (attachment_media_id) WHERE attachment_media_id IS NOT NULL;

-- Attachments whose message was deleted, until the main database has deleted their rows.
CREATE TABLE attachment_removals (
  media_id text PRIMARY KEY NOT NULL
);

CREATE TRIGGER chat_messages_of_conversations BEFORE INSERT ON chat_messages
WHEN NEW.content IS NOT NULL AND NOT EXISTS (SELECT 1 FROM conversations WHERE key = NEW.conversation) BEGIN
  SELECT RAISE(IGNORE);
END;

CREATE TRIGGER chat_messages_release_media AFTER DELETE ON chat_messages WHEN OLD.attachment_media_id IS NOT NULL BEGIN
  INSERT OR IGNORE INTO attachment_removals (media_id) VALUES (OLD.attachment_media_id);
END;
CREATE TRIGGER chat_messages_emptied AFTER UPDATE OF content ON chat_messages
WHEN NEW.content IS NULL AND OLD.attachment_media_id IS NOT NULL BEGIN
  INSERT OR IGNORE INTO attachment_removals (media_id) VALUES (OLD.attachment_media_id);
  UPDATE chat_messages SET attachment_media_id = NULL WHERE id = NEW.id;
END;

-- The newest row stays, without anything of the message, so that no later message gets its id.
CREATE TRIGGER conversations_deleted AFTER DELETE ON conversations BEGIN
  UPDATE chat_messages SET conversation = NULL, sender = NULL, client_id = NULL, created_at = 0,
    content = NULL, unread_by = NULL, attachment_type = NULL, attachment_name = NULL, attachment_size = NULL,
    attachment_width = NULL, attachment_height = NULL
  WHERE id = (SELECT max(id) FROM chat_messages) AND conversation = OLD.key;
  DELETE FROM chat_messages WHERE conversation = OLD.key AND content IS NOT NULL;
  DELETE FROM chat_messages WHERE conversation = OLD.key AND content IS NULL;
END;
