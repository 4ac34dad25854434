-- Drops `connections` and its mirrors, after the code that uses `connection_sides` runs (docs/deploy.md).
DROP TRIGGER connection_sides_mirrored;
DROP TRIGGER connection_sides_mirrored_again;
DROP TRIGGER connection_sides_unmirrored;

-- blocks_end_connection deletes the connection.
DROP TRIGGER blocks_disconnect;
CREATE TRIGGER blocks_disconnect AFTER INSERT ON blocks BEGIN
  DELETE FROM notifications WHERE user_id = NEW.blocker_id AND from_user_id = NEW.blocked_id;
  DELETE FROM notifications WHERE user_id = NEW.blocked_id AND from_user_id = NEW.blocker_id;
END;

DROP TABLE connections;
