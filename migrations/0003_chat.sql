-- Conversations, and their messages with integers in place of ids (docs/decisions/0075-lean-messages.md).
CREATE TABLE conversations (
  key integer PRIMARY KEY NOT NULL,
  low_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  high_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
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
  attachment_media_id text REFERENCES media (id) ON DELETE SET NULL,
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
CREATE INDEX chat_messages_unread ON chat_messages (unread_by, sender) WHERE unread_by IS NOT NULL;
CREATE INDEX chat_messages_attachment ON chat_messages (attachment_media_id) WHERE attachment_media_id IS NOT NULL;
CREATE INDEX chat_messages_tombstones ON chat_messages (created_at) WHERE content IS NULL;
CREATE INDEX chat_messages_changed ON chat_messages (conversation) WHERE version IS NOT NULL;

-- The words of consecutive messages, for searches (docs/decisions/0108-words-of-messages.md). The hourly run writes them.
CREATE TABLE message_blocks (
  conversation integer NOT NULL,
  last integer NOT NULL,
  words text,
  PRIMARY KEY (conversation, last)
) WITHOUT ROWID;
CREATE INDEX message_blocks_changed ON message_blocks (conversation, last) WHERE words IS NULL;

-- Messages can be in several databases (docs/decisions/0081-chat-databases.md). This one is number 0; the others have the tables of
-- chat-migrations/ only.
CREATE TABLE chat_databases (
  number integer PRIMARY KEY NOT NULL,
  bytes integer NOT NULL,
  indexed integer DEFAULT 0 NOT NULL
);
