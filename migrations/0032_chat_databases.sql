-- Messages can be in several databases (docs/decisions/0081-chat-databases.md). This one is number 0; the others have the tables of
-- chat-migrations/ only. Rules that one transaction kept while all messages were here become steps in each chat database.
CREATE TABLE chat_databases (
  number integer PRIMARY KEY NOT NULL,
  bytes integer NOT NULL
);

CREATE TABLE deleted_accounts (
  id text PRIMARY KEY NOT NULL,
  left_at integer NOT NULL,
  is_applied integer DEFAULT false NOT NULL
);

CREATE TABLE ended_connections (
  id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  low_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  high_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  chat integer NOT NULL,
  is_open integer NOT NULL,
  is_applied integer DEFAULT false NOT NULL
);
CREATE UNIQUE INDEX ended_connections_pair ON ended_connections (low_id, high_id);
CREATE INDEX ended_connections_high ON ended_connections (high_id);
CREATE INDEX ended_connections_pending ON ended_connections (is_applied) WHERE is_applied = 0;

-- Messages that a moderator has removed or restored, until their database has done so.
CREATE TABLE message_removals (
  message_id integer PRIMARY KEY NOT NULL,
  decision_id text NOT NULL,
  is_undone integer DEFAULT false NOT NULL
);

ALTER TABLE connection_sides ADD chat integer DEFAULT 0 NOT NULL;
ALTER TABLE conversations ADD open integer DEFAULT true NOT NULL;
ALTER TABLE conversations ADD changed integer DEFAULT 0 NOT NULL;
ALTER TABLE chat_messages ADD attachment_width integer;
ALTER TABLE chat_messages ADD attachment_height integer;

UPDATE conversations SET open = 0 WHERE NOT EXISTS (
  SELECT 1 FROM connection_sides WHERE member = conversations.low AND accepted = 1 AND other = conversations.high_id
);
INSERT INTO ended_connections (low_id, high_id, chat, is_open, is_applied)
SELECT low_id, high_id, 0, 0, 1 FROM conversations WHERE open = 0;
UPDATE chat_messages SET (attachment_width, attachment_height) = (
  SELECT width, height FROM media WHERE media.id = attachment_media_id AND width > 0
) WHERE attachment_media_id IS NOT NULL;

-- Both sides know where the messages are.
DROP TRIGGER connection_sides_paired;
CREATE TRIGGER connection_sides_paired AFTER INSERT ON connection_sides WHEN NEW.sent = 1 BEGIN
  INSERT INTO connection_sides (member, accepted, other, chat)
  VALUES (
    (SELECT key FROM users WHERE id = NEW.other), NEW.accepted, (SELECT id FROM users WHERE key = NEW.member), NEW.chat
  );
END;
DROP TRIGGER connection_sides_paired_again;
CREATE TRIGGER connection_sides_paired_again AFTER UPDATE OF accepted ON connection_sides
WHEN NEW.accepted <> OLD.accepted BEGIN
  UPDATE connection_sides SET accepted = NEW.accepted, chat = NEW.chat
  WHERE member = (SELECT key FROM users WHERE id = NEW.other) AND accepted = OLD.accepted
    AND other = (SELECT id FROM users WHERE key = NEW.member);
END;

-- This database knows at once, in the transaction of the change.
CREATE TRIGGER ended_connections_here AFTER INSERT ON ended_connections WHEN NEW.chat = 0 BEGIN
  INSERT INTO conversations (low_id, high_id, low, high)
  SELECT l.id, h.id, l.key, h.key FROM users l JOIN users h ON h.id = NEW.high_id
  WHERE l.id = NEW.low_id AND NOT EXISTS (SELECT 1 FROM conversations WHERE low_id = NEW.low_id AND high_id = NEW.high_id);
  UPDATE conversations SET open = NEW.is_open, changed = NEW.id WHERE low_id = NEW.low_id AND high_id = NEW.high_id;
  DELETE FROM ended_connections WHERE id = NEW.id AND NEW.is_open = 1;
END;

-- Of the two sides the one of the lower id writes. The member of a deleted account has no row any more: `deleted_accounts` has them.
CREATE TRIGGER connection_sides_ended AFTER DELETE ON connection_sides WHEN OLD.accepted = 1 BEGIN
  DELETE FROM ended_connections
  WHERE low_id = (SELECT id FROM users WHERE key = OLD.member) AND high_id = OLD.other;
  INSERT INTO ended_connections (low_id, high_id, chat, is_open, is_applied)
  SELECT u.id, o.id, OLD.chat, 0, OLD.chat = 0 FROM users u JOIN users o ON o.id = OLD.other AND o.id > u.id WHERE u.key = OLD.member;
END;

-- `AUTOINCREMENT` gives the new row a greater id than any before.
CREATE TRIGGER connection_sides_begun AFTER INSERT ON connection_sides WHEN NEW.accepted = 1 AND EXISTS (
  SELECT 1 FROM ended_connections WHERE low_id = (SELECT id FROM users WHERE key = NEW.member) AND high_id = NEW.other
) BEGIN
  DELETE FROM ended_connections
  WHERE low_id = (SELECT id FROM users WHERE key = NEW.member) AND high_id = NEW.other;
  INSERT INTO ended_connections (low_id, high_id, chat, is_open)
  SELECT id, NEW.other, NEW.chat, 1 FROM users WHERE key = NEW.member;
END;
CREATE TRIGGER connection_sides_begun_again AFTER UPDATE OF accepted ON connection_sides
WHEN NEW.accepted = 1 AND OLD.accepted = 0 AND EXISTS (
  SELECT 1 FROM ended_connections WHERE low_id = (SELECT id FROM users WHERE key = NEW.member) AND high_id = NEW.other
) BEGIN
  DELETE FROM ended_connections
  WHERE low_id = (SELECT id FROM users WHERE key = NEW.member) AND high_id = NEW.other;
  INSERT INTO ended_connections (low_id, high_id, chat, is_open)
  SELECT id, NEW.other, NEW.chat, 1 FROM users WHERE key = NEW.member;
END;

CREATE TRIGGER users_deleted AFTER DELETE ON users BEGIN
  INSERT OR IGNORE INTO deleted_accounts (id, left_at) VALUES (OLD.id, CAST(unixepoch('subsec') * 1000 AS integer));
END;

-- A pair stays put away while one of the two is suspended. The sender's side brings the other one. The messages stay where they
-- are: the suspension has put the number of their database into `ended_connections`.
DROP TRIGGER suspensions_ended;
CREATE TRIGGER suspensions_ended AFTER DELETE ON suspensions WHEN EXISTS (SELECT 1 FROM users WHERE id = OLD.member_id) BEGIN
  INSERT OR IGNORE INTO connection_sides (member, accepted, other, sent, created_at, chat)
  SELECT u.key, c.accepted, iif(c.sent, c.other_id, c.member_id), 1, c.created_at,
    ifnull((SELECT chat FROM ended_connections
      WHERE low_id = min(c.member_id, c.other_id) AND high_id = max(c.member_id, c.other_id)), 0)
  FROM suspended_connections c JOIN users u ON u.id = iif(c.sent, c.member_id, c.other_id)
  WHERE (c.member_id = OLD.member_id OR c.other_id = OLD.member_id)
    AND NOT EXISTS (SELECT 1 FROM suspensions WHERE member_id IN (c.member_id, c.other_id));
  DELETE FROM suspended_connections
  WHERE (member_id = OLD.member_id OR other_id = OLD.member_id)
    AND NOT EXISTS (
      SELECT 1 FROM suspensions s WHERE s.member_id IN (suspended_connections.member_id, suspended_connections.other_id)
    );
  INSERT OR IGNORE INTO search_terms (rank, term, member)
  SELECT rank, term, member FROM suspended_terms WHERE member = (SELECT key FROM users WHERE id = OLD.member_id);
  DELETE FROM suspended_terms WHERE member = (SELECT key FROM users WHERE id = OLD.member_id);
END;
