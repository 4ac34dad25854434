-- Connections from both sides: a row for each of the two members, which leads to the other by one seek (docs/database.md).
-- Replaces `connections`, which 0021_contract_connections.sql drops. Until then triggers keep both tables the same.
CREATE TABLE connection_sides (
  -- The key of one member. users_disconnected deletes with the member, in place of a foreign key: a cascade would run
  -- before any trigger and leave the other sides.
  member integer NOT NULL,
  accepted integer DEFAULT false NOT NULL,
  -- The public id of the other member: the feed and the lists of online members seek by it without a look-up.
  other text NOT NULL,
  -- Whether `member` sent the request.
  sent integer DEFAULT false NOT NULL,
  -- Milliseconds since 1970; NULL in the row of the recipient.
  created_at integer,
  PRIMARY KEY (member, accepted, other)
) WITHOUT ROWID;

INSERT INTO connection_sides (member, accepted, other, sent, created_at)
SELECT u.key, c.status = 'accepted', c.following_id, 1,
  coalesce(CAST(round(unixepoch(c.created_at, 'subsec') * 1000) AS integer), 0)
FROM connections c JOIN users u ON u.id = c.follower_id
UNION ALL
SELECT u.key, c.status = 'accepted', c.follower_id, 0, NULL
FROM connections c JOIN users u ON u.id = c.following_id
ORDER BY 1, 2, 3;

-- Store, change and delete both sides together. An unknown member fails, because `member` would be NULL.
CREATE TRIGGER connection_sides_paired AFTER INSERT ON connection_sides WHEN NEW.sent = 1 BEGIN
  INSERT INTO connection_sides (member, accepted, other)
  VALUES (
    (SELECT key FROM users WHERE id = NEW.other), NEW.accepted, (SELECT id FROM users WHERE key = NEW.member)
  );
END;

CREATE TRIGGER connection_sides_paired_again AFTER UPDATE OF accepted ON connection_sides
WHEN NEW.accepted <> OLD.accepted BEGIN
  UPDATE connection_sides SET accepted = NEW.accepted
  WHERE member = (SELECT key FROM users WHERE id = NEW.other) AND accepted = OLD.accepted
    AND other = (SELECT id FROM users WHERE key = NEW.member);
END;

CREATE TRIGGER connection_sides_parted AFTER DELETE ON connection_sides BEGIN
  DELETE FROM connection_sides
  WHERE member = (SELECT key FROM users WHERE id = OLD.other) AND accepted = OLD.accepted
    AND other = (SELECT id FROM users WHERE key = OLD.member);
END;

CREATE TRIGGER users_disconnected AFTER DELETE ON users BEGIN
  DELETE FROM connection_sides
  WHERE member IN (SELECT o.key FROM connection_sides s JOIN users o ON o.id = s.other WHERE s.member = OLD.key)
    AND accepted IN (0, 1) AND other = OLD.id;
  DELETE FROM connection_sides WHERE member = OLD.key;
END;

-- The key does not keep a request from standing beside an accepted connection.
CREATE TRIGGER connection_sides_once BEFORE INSERT ON connection_sides
WHEN NEW.sent = 1 AND EXISTS (
  SELECT 1 FROM connection_sides WHERE member = NEW.member AND accepted = 1 - NEW.accepted AND other = NEW.other
) BEGIN
  SELECT RAISE(IGNORE);
END;

CREATE TRIGGER connection_sides_not_blocked BEFORE INSERT ON connection_sides
WHEN NEW.sent = 1 AND EXISTS (
  SELECT 1 FROM users u JOIN blocks b
    ON (b.blocker_id = u.id AND b.blocked_id = NEW.other) OR (b.blocker_id = NEW.other AND b.blocked_id = u.id)
  WHERE u.key = NEW.member
) BEGIN
  SELECT RAISE(IGNORE);
END;

CREATE TRIGGER blocks_end_connection AFTER INSERT ON blocks BEGIN
  DELETE FROM connection_sides
  WHERE member = (SELECT key FROM users WHERE id = NEW.blocker_id) AND accepted IN (0, 1) AND other = NEW.blocked_id;
END;

-- Each side counts for its own member. These replace the triggers of `connections`, whose every change reaches this table.
DROP TRIGGER connections_counted;
DROP TRIGGER connections_accepted;
DROP TRIGGER connections_uncounted;

CREATE TRIGGER connection_sides_counted AFTER INSERT ON connection_sides WHEN NEW.accepted = 1 BEGIN
  UPDATE users SET following_count = following_count + NEW.sent, follower_count = follower_count + 1 - NEW.sent
  WHERE key = NEW.member;
END;

CREATE TRIGGER connection_sides_accepted AFTER UPDATE OF accepted ON connection_sides
WHEN NEW.accepted = 1 AND OLD.accepted = 0 BEGIN
  UPDATE users SET following_count = following_count + NEW.sent, follower_count = follower_count + 1 - NEW.sent
  WHERE key = NEW.member;
END;

CREATE TRIGGER connection_sides_uncounted AFTER DELETE ON connection_sides WHEN OLD.accepted = 1 BEGIN
  UPDATE users SET following_count = following_count - OLD.sent, follower_count = follower_count - 1 + OLD.sent
  WHERE key = OLD.member;
END;

-- From the code before to the code after. Recursive triggers are off, and a row that is there already is left alone.
CREATE TRIGGER connections_mirrored AFTER INSERT ON connections BEGIN
  INSERT INTO connection_sides (member, accepted, other, sent, created_at)
  SELECT u.key, NEW.status = 'accepted', NEW.following_id, 1,
    coalesce(CAST(round(unixepoch(NEW.created_at, 'subsec') * 1000) AS integer), 0)
  FROM users u
  WHERE u.id = NEW.follower_id AND NOT EXISTS (
    SELECT 1 FROM connection_sides WHERE member = u.key AND accepted IN (0, 1) AND other = NEW.following_id
  );
END;

CREATE TRIGGER connections_mirrored_again AFTER UPDATE OF status ON connections BEGIN
  UPDATE connection_sides SET accepted = NEW.status = 'accepted'
  WHERE member = (SELECT key FROM users WHERE id = NEW.follower_id)
    AND accepted = (NEW.status <> 'accepted') AND other = NEW.following_id;
END;

CREATE TRIGGER connections_unmirrored AFTER DELETE ON connections BEGIN
  DELETE FROM connection_sides
  WHERE member = (SELECT key FROM users WHERE id = OLD.follower_id) AND accepted IN (0, 1) AND other = OLD.following_id;
END;

-- From the code after to the code before, which a roll-back may bring back. The id is a UUIDv7 of the row's time.
CREATE TRIGGER connection_sides_mirrored AFTER INSERT ON connection_sides WHEN NEW.sent = 1 BEGIN
  INSERT INTO connections (id, follower_id, following_id, status, created_at)
  SELECT
    substr(printf('%012x', NEW.created_at), 1, 8) || '-' || substr(printf('%012x', NEW.created_at), 9) || '-7'
      || substr(lower(hex(randomblob(2))), 2) || '-8' || substr(lower(hex(randomblob(2))), 2) || '-' || lower(hex(randomblob(6))),
    u.id, NEW.other, iif(NEW.accepted, 'accepted', 'pending'),
    strftime('%Y-%m-%dT%H:%M:%fZ', coalesce(NEW.created_at, 0) / 1000.0, 'unixepoch')
  FROM users u
  WHERE u.key = NEW.member AND NOT EXISTS (
    SELECT 1 FROM connections WHERE pair = min(u.id, NEW.other) || ':' || max(u.id, NEW.other)
  );
END;

CREATE TRIGGER connection_sides_mirrored_again AFTER UPDATE OF accepted ON connection_sides WHEN NEW.sent = 1 BEGIN
  UPDATE connections SET status = iif(NEW.accepted, 'accepted', 'pending')
  WHERE follower_id = (SELECT id FROM users WHERE key = NEW.member)
    AND status = iif(NEW.accepted, 'pending', 'accepted') AND following_id = NEW.other;
END;

CREATE TRIGGER connection_sides_unmirrored AFTER DELETE ON connection_sides WHEN OLD.sent = 1 BEGIN
  DELETE FROM connections
  WHERE follower_id = (SELECT id FROM users WHERE key = OLD.member) AND status IN ('pending', 'accepted')
    AND following_id = OLD.other;
END;
