-- Nobody is told of what somebody does whom they have blocked, or who has blocked them: mentions included.
CREATE TRIGGER notifications_not_blocked BEFORE INSERT ON notifications
WHEN EXISTS (
  SELECT 1 FROM blocks
  WHERE (blocker_id = NEW.user_id AND blocked_id = NEW.from_user_id)
    OR (blocker_id = NEW.from_user_id AND blocked_id = NEW.user_id)
) BEGIN
  SELECT RAISE(IGNORE);
END;
--> statement-breakpoint
-- The same for messages: only connections can write to each other, and a block has ended the connection; a message on its
-- way at that moment is too late.
CREATE TRIGGER messages_not_blocked BEFORE INSERT ON messages
WHEN EXISTS (
  SELECT 1 FROM blocks
  WHERE (blocker_id = NEW.sender_id AND blocked_id = NEW.receiver_id)
    OR (blocker_id = NEW.receiver_id AND blocked_id = NEW.sender_id)
) BEGIN
  SELECT RAISE(IGNORE);
END;
