-- Reject a new member whose username is reserved.
CREATE TRIGGER usernames_kept_from_newcomers BEFORE INSERT ON users
WHEN EXISTS (
  SELECT 1 FROM former_usernames
  WHERE username = lower(NEW.username) AND expires_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
) BEGIN
  SELECT RAISE(ABORT, 'username is kept for its former member');
END;

-- Reject a change to a username that is reserved for another member.
CREATE TRIGGER usernames_kept BEFORE UPDATE OF username ON users
WHEN lower(NEW.username) <> lower(OLD.username) AND EXISTS (
  SELECT 1 FROM former_usernames
  WHERE username = lower(NEW.username) AND user_id <> NEW.id
    AND expires_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
) BEGIN
  SELECT RAISE(ABORT, 'username is kept for its former member');
END;

-- Reserve at most ten names for one member. Returning to a name of one's own is always allowed.
CREATE TRIGGER usernames_rationed BEFORE UPDATE OF username ON users
WHEN OLD.profile_setup_at IS NOT NULL AND lower(NEW.username) <> lower(OLD.username)
  AND NOT EXISTS (SELECT 1 FROM former_usernames WHERE username = lower(NEW.username) AND user_id = NEW.id)
  AND (
    SELECT count(*) FROM former_usernames
    WHERE user_id = NEW.id AND expires_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  ) >= 10 BEGIN
  SELECT RAISE(ABORT, 'username was changed too often');
END;

-- Reserve the old name. A name from before profile setup was provisional and is free at once.
CREATE TRIGGER usernames_given_up AFTER UPDATE OF username ON users
WHEN OLD.profile_setup_at IS NOT NULL AND lower(NEW.username) <> lower(OLD.username) BEGIN
  DELETE FROM former_usernames WHERE username = lower(NEW.username);
  INSERT INTO former_usernames (username, user_id, expires_at, created_at)
  VALUES (
    lower(OLD.username), OLD.id,
    strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '+30 days'), strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  )
  ON CONFLICT (username) DO UPDATE SET
    user_id = excluded.user_id, expires_at = excluded.expires_at, created_at = excluded.created_at;
END;

-- Reject a new account with an address that a valid undo link can restore.
CREATE TRIGGER emails_kept_from_newcomers BEFORE INSERT ON users
WHEN EXISTS (
  SELECT 1 FROM email_undos
  WHERE email = lower(NEW.email) AND used_at IS NULL AND expires_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
) BEGIN
  SELECT RAISE(ABORT, 'email is kept for its former member');
END;

-- Reject a change to an address that another member's valid undo link can restore.
CREATE TRIGGER emails_kept BEFORE UPDATE OF email ON users
WHEN lower(NEW.email) <> lower(OLD.email) AND EXISTS (
  SELECT 1 FROM email_undos
  WHERE email = lower(NEW.email) AND user_id <> NEW.id
    AND used_at IS NULL AND expires_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
) BEGIN
  SELECT RAISE(ABORT, 'email is kept for its former member');
END;

CREATE TRIGGER users_keyed AFTER INSERT ON users WHEN NEW.key IS NULL BEGIN
  UPDATE users SET key = (SELECT coalesce(max(key), 0) + 1 FROM users) WHERE id = NEW.id;
END;

CREATE TRIGGER users_disconnected AFTER DELETE ON users BEGIN
  DELETE FROM connection_sides
  WHERE member IN (SELECT o.key FROM connection_sides s JOIN users o ON o.id = s.other WHERE s.member = OLD.key)
    AND accepted IN (0, 1) AND other = OLD.id;
  DELETE FROM connection_sides WHERE member = OLD.key;
END;

CREATE TRIGGER users_indexed AFTER INSERT ON users WHEN NEW.key IS NOT NULL BEGIN
  INSERT OR IGNORE INTO search_terms (rank, term, member)
  VALUES (0, lower(NEW.username), NEW.key), (0, lower(NEW.full_name), NEW.key);
END;

CREATE TRIGGER users_indexed_later AFTER UPDATE OF key ON users WHEN OLD.key IS NULL BEGIN
  INSERT OR IGNORE INTO search_terms (rank, term, member)
  VALUES (0, lower(NEW.username), NEW.key), (0, lower(NEW.full_name), NEW.key);
END;

CREATE TRIGGER users_reindexed AFTER UPDATE OF username, full_name ON users
WHEN NEW.username <> OLD.username OR NEW.full_name <> OLD.full_name BEGIN
  DELETE FROM search_terms WHERE member = NEW.key;
  INSERT OR IGNORE INTO search_terms (rank, term, member)
  VALUES (0, lower(NEW.username), NEW.key), (0, lower(NEW.full_name), NEW.key);
END;

CREATE TRIGGER users_unnoticed BEFORE DELETE ON users BEGIN
  DELETE FROM notices WHERE sender = OLD.key AND type NOT IN ('like', 'save');
  DELETE FROM notices WHERE is_read IN (0, 1)
    AND (member, id) IN (SELECT owner, coalesce(read_notice, notice) FROM post_likes WHERE member = OLD.key);
  DELETE FROM notices WHERE is_read IN (0, 1)
    AND (member, id) IN (SELECT owner, coalesce(read_notice, notice) FROM post_saves WHERE member = OLD.key);
END;

CREATE TRIGGER users_uncounted AFTER DELETE ON users BEGIN
  DELETE FROM quota_counters WHERE owner = OLD.id;
END;

CREATE TRIGGER users_deleted AFTER DELETE ON users BEGIN
  INSERT OR IGNORE INTO deleted_accounts (id, left_at) VALUES (OLD.id, CAST(unixepoch('subsec') * 1000 AS integer));
END;

CREATE TRIGGER users_release_media AFTER UPDATE OF profile_image ON users
WHEN OLD.profile_image IS NOT NULL AND OLD.profile_image IS NOT NEW.profile_image BEGIN
  DELETE FROM media WHERE id = substr(OLD.profile_image, length('/media/') + 1)
    AND NOT EXISTS (SELECT 1 FROM posts WHERE media_id = media.id)
    AND NOT EXISTS (SELECT 1 FROM post_photos WHERE media_id = media.id)
    AND NOT EXISTS (SELECT 1 FROM ai_images WHERE media_id = media.id);
END;

-- The first digest is due in a week, between 7 and 10 o'clock UTC; the members of one day are spread over these hours.
CREATE TRIGGER users_digest_begun AFTER INSERT ON users WHEN NEW.email_confirmed BEGIN
  INSERT OR IGNORE INTO digests (user_id, due_at, news_after)
  VALUES (NEW.id, ((unixepoch() / 86400 + 7) * 1440 + 420 + NEW.rowid % 180) * 60000, unixepoch() * 1000);
END;

-- A link or code of a mail has confirmed that mails arrive.
CREATE TRIGGER users_digest_confirmed AFTER UPDATE OF email_confirmed ON users WHEN NEW.email_confirmed BEGIN
  INSERT INTO digests (user_id, due_at, news_after)
  VALUES (NEW.id, ((unixepoch() / 86400 + 7) * 1440 + 420 + NEW.rowid % 180) * 60000, unixepoch() * 1000)
  ON CONFLICT (user_id) DO UPDATE SET bounces = 0, due_at = CASE frequency
    WHEN 'never' THEN NULL
    WHEN 'daily' THEN coalesce(due_at, excluded.due_at - 6 * 86400000)
    ELSE coalesce(due_at, excluded.due_at) END;
END;

-- The address keeps its count, without the account.
CREATE TRIGGER users_mails_unnamed AFTER DELETE ON users BEGIN
  UPDATE sent_mails SET owner = '' WHERE owner = OLD.id;
END;

CREATE TRIGGER sessions_not_suspended BEFORE INSERT ON sessions
WHEN EXISTS (SELECT 1 FROM suspensions WHERE member_id = NEW.user_id) BEGIN
  SELECT RAISE(ABORT, 'member is suspended');
END;

CREATE TRIGGER connection_sides_parted AFTER DELETE ON connection_sides BEGIN
  DELETE FROM connection_sides
  WHERE member = (SELECT key FROM users WHERE id = OLD.other) AND accepted = OLD.accepted
    AND other = (SELECT id FROM users WHERE key = OLD.member);
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

CREATE TRIGGER connection_sides_not_suspended BEFORE INSERT ON connection_sides
WHEN NEW.sent = 1 AND EXISTS (
  SELECT 1 FROM suspensions WHERE member_id IN (NEW.other, (SELECT id FROM users WHERE key = NEW.member))
) BEGIN
  SELECT RAISE(IGNORE);
END;

CREATE TRIGGER connection_sides_paired AFTER INSERT ON connection_sides WHEN NEW.sent = 1 BEGIN
  INSERT INTO connection_sides (member, accepted, other, chat)
  VALUES (
    (SELECT key FROM users WHERE id = NEW.other), NEW.accepted, (SELECT id FROM users WHERE key = NEW.member), NEW.chat
  );
END;

CREATE TRIGGER connection_sides_paired_again AFTER UPDATE OF accepted ON connection_sides
WHEN NEW.accepted <> OLD.accepted BEGIN
  UPDATE connection_sides SET accepted = NEW.accepted, chat = NEW.chat
  WHERE member = (SELECT key FROM users WHERE id = NEW.other) AND accepted = OLD.accepted
    AND other = (SELECT id FROM users WHERE key = NEW.member);
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

-- This database knows at once, in the transaction of the change.
CREATE TRIGGER ended_connections_here AFTER INSERT ON ended_connections WHEN NEW.chat = 0 BEGIN
  INSERT INTO conversations (low_id, high_id, low, high)
  SELECT l.id, h.id, l.key, h.key FROM users l JOIN users h ON h.id = NEW.high_id
  WHERE l.id = NEW.low_id AND NOT EXISTS (SELECT 1 FROM conversations WHERE low_id = NEW.low_id AND high_id = NEW.high_id);
  UPDATE conversations SET open = NEW.is_open, changed = NEW.id WHERE low_id = NEW.low_id AND high_id = NEW.high_id;
  DELETE FROM ended_connections WHERE id = NEW.id AND NEW.is_open = 1;
END;
