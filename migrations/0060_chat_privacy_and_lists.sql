-- Typing and read marks that can be hidden, muted and archived chats, forwarded messages (docs/decisions/0112-hidden-marks-and-muted-chats.md).
ALTER TABLE `chat_messages` ADD `read_privately` integer;
ALTER TABLE `chat_messages` ADD `forwarded` integer;
ALTER TABLE `connection_sides` ADD `muted_until` integer;
ALTER TABLE `connection_sides` ADD `archived_to` integer;
CREATE INDEX `connection_sides_muted` ON `connection_sides` (`member`,`muted_until`) WHERE "connection_sides"."muted_until" IS NOT NULL;
ALTER TABLE `users` ADD `typing_hidden` integer DEFAULT false NOT NULL;
ALTER TABLE `users` ADD `reads_hidden` integer DEFAULT false NOT NULL;

-- The newest row stays, without anything of the message, so that no later message gets its id.
DROP TRIGGER conversations_deleted;
CREATE TRIGGER conversations_deleted AFTER DELETE ON conversations BEGIN
  UPDATE chat_messages SET conversation = NULL, sender = NULL, client_id = NULL, created_at = 0,
    content = NULL, unread_by = NULL, read_privately = NULL, attachment_type = NULL, attachment_name = NULL,
    attachment_size = NULL, attachment_width = NULL, attachment_height = NULL, reply_to = NULL, sender_reaction = NULL,
    receiver_reaction = NULL, edited_at = NULL, version = NULL, forwarded = NULL
  WHERE id = (SELECT max(id) FROM chat_messages) AND conversation = OLD.key;
  DELETE FROM chat_messages WHERE conversation = OLD.key AND content IS NOT NULL;
  DELETE FROM chat_messages WHERE conversation = OLD.key AND content IS NULL;
END;
