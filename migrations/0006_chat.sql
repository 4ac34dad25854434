-- Messages between two members. Clients sync by id, so ids grow in commit order (AUTOINCREMENT) and are never reused.
CREATE TABLE messages (
  id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  sender_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  receiver_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  pair text GENERATED ALWAYS AS (min(sender_id, receiver_id) || ':' || max(sender_id, receiver_id)) VIRTUAL,
  content text NOT NULL,
  is_read integer DEFAULT false NOT NULL,
  client_id text,
  attachment_media_id text REFERENCES media (id) ON DELETE SET NULL,
  attachment_type text,
  attachment_name text,
  attachment_size integer,
  created_at text NOT NULL
);
CREATE UNIQUE INDEX messages_client ON messages (sender_id, client_id);
CREATE INDEX messages_pair ON messages (pair, id);
CREATE INDEX messages_receiver ON messages (receiver_id, id);
CREATE INDEX messages_sender ON messages (sender_id, id);
CREATE INDEX messages_unread ON messages (receiver_id, sender_id) WHERE is_read = 0;
CREATE INDEX messages_attachment ON messages (attachment_media_id) WHERE attachment_media_id IS NOT NULL;

-- Tombstones: a client that resends a deleted message must not restore it.
CREATE TABLE deleted_messages (
  sender_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  client_id text NOT NULL,
  message_id integer NOT NULL,
  PRIMARY KEY (sender_id, client_id)
);

