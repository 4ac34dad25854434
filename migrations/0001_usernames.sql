-- Former usernames. A former username stays reserved for its member for 30 days.
CREATE TABLE former_usernames (
  username text PRIMARY KEY NOT NULL,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  expires_at text NOT NULL,
  created_at text NOT NULL
);
CREATE INDEX former_usernames_user ON former_usernames (user_id);
CREATE INDEX former_usernames_expiry ON former_usernames (expires_at);

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
