-- Blocks and reports. A block works in both directions: the triggers below enforce it even when a write has passed its
-- check just before the block was stored. They skip the row (RAISE(IGNORE)), so the write succeeds and stores nothing.
CREATE TABLE blocks (
  id text PRIMARY KEY NOT NULL,
  blocker_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  blocked_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at text NOT NULL
);
CREATE UNIQUE INDEX blocks_pair ON blocks (blocker_id, blocked_id);
CREATE INDEX blocks_blocked ON blocks (blocked_id);

-- post_id is empty when a member is reported. It is no foreign key, so a report outlives the post.
CREATE TABLE reports (
  id text PRIMARY KEY NOT NULL,
  reporter_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  member_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  post_id text DEFAULT '' NOT NULL,
  reason text NOT NULL,
  details text DEFAULT '' NOT NULL,
  created_at text NOT NULL
);
CREATE UNIQUE INDEX reports_once ON reports (reporter_id, member_id, post_id);
CREATE INDEX reports_member ON reports (member_id);

CREATE TRIGGER connections_not_blocked BEFORE INSERT ON connections
WHEN EXISTS (
  SELECT 1 FROM blocks
  WHERE (blocker_id = NEW.follower_id AND blocked_id = NEW.following_id)
    OR (blocker_id = NEW.following_id AND blocked_id = NEW.follower_id)
) BEGIN
  SELECT RAISE(IGNORE);
END;

-- Includes notifications of mentions.
CREATE TRIGGER notifications_not_blocked BEFORE INSERT ON notifications
WHEN EXISTS (
  SELECT 1 FROM blocks
  WHERE (blocker_id = NEW.user_id AND blocked_id = NEW.from_user_id)
    OR (blocker_id = NEW.from_user_id AND blocked_id = NEW.user_id)
) BEGIN
  SELECT RAISE(IGNORE);
END;

CREATE TRIGGER messages_not_blocked BEFORE INSERT ON messages
WHEN EXISTS (
  SELECT 1 FROM blocks
  WHERE (blocker_id = NEW.sender_id AND blocked_id = NEW.receiver_id)
    OR (blocker_id = NEW.receiver_id AND blocked_id = NEW.sender_id)
) BEGIN
  SELECT RAISE(IGNORE);
END;

-- A block ends the connection and deletes the notifications between the two members.
CREATE TRIGGER blocks_disconnect AFTER INSERT ON blocks BEGIN
  DELETE FROM connections
  WHERE pair = min(NEW.blocker_id, NEW.blocked_id) || ':' || max(NEW.blocker_id, NEW.blocked_id);
  DELETE FROM notifications WHERE user_id = NEW.blocker_id AND from_user_id = NEW.blocked_id;
  DELETE FROM notifications WHERE user_id = NEW.blocked_id AND from_user_id = NEW.blocker_id;
END;
