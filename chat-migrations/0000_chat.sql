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
  attachment_height integer,
  reply_to integer,
  sender_reaction text,
  receiver_reaction text,
  edited_at integer,
  version integer,
  read_privately integer,
  forwarded integer
);
CREATE UNIQUE INDEX chat_messages_client ON chat_messages (sender, client_id);
CREATE INDEX chat_messages_conversation ON chat_messages (conversation) WHERE content IS NOT NULL;
CREATE INDEX chat_messages_deleted ON chat_messages (conversation) WHERE content IS NULL;
CREATE INDEX chat_messages_tombstones ON chat_messages (created_at) WHERE content IS NULL;
CREATE INDEX chat_messages_unread ON chat_messages (unread_by, sender) WHERE unread_by IS NOT NULL;
CREATE INDEX chat_messages_attachment ON chat_messages (attachment_media_id) WHERE attachment_media_id IS NOT NULL;
CREATE INDEX chat_messages_changed ON chat_messages (conversation) WHERE version IS NOT NULL;

-- The words of consecutive messages, for searches (docs/decisions/0108-words-of-messages.md). The hourly run writes them.
CREATE TABLE message_blocks (
  conversation integer NOT NULL,
  last integer NOT NULL,
  words text,
  PRIMARY KEY (conversation, last)
) WITHOUT ROWID;
CREATE INDEX message_blocks_changed ON message_blocks (conversation, last) WHERE words IS NULL;

-- Attachments whose message was deleted, until the main database has deleted their rows.
CREATE TABLE attachment_removals (
  media_id text PRIMARY KEY NOT NULL
);
