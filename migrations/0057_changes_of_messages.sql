-- Replies, reactions and edits of messages (docs/decisions/0102-changes-of-messages.md).
ALTER TABLE `chat_messages` ADD `reply_to` integer;
ALTER TABLE `chat_messages` ADD `sender_reaction` text;
ALTER TABLE `chat_messages` ADD `receiver_reaction` text;
ALTER TABLE `chat_messages` ADD `edited_at` integer;
ALTER TABLE `chat_messages` ADD `version` integer;
CREATE INDEX `chat_messages_changed` ON `chat_messages` (`conversation`) WHERE "chat_messages"."version" IS NOT NULL;

-- The newest row stays, without anything of the message, so that no later message gets its id.
DROP TRIGGER conversations_deleted;
CREATE TRIGGER conversations_deleted AFTER DELETE ON conversations BEGIN
  UPDATE chat_messages SET conversation = NULL, sender = NULL, client_id = NULL, created_at = 0,
    content = NULL, unread_by = NULL, attachment_type = NULL, attachment_name = NULL, attachment_size = NULL,
    attachment_width = NULL, attachment_height = NULL, reply_to = NULL, sender_reaction = NULL, receiver_reaction = NULL,
    edited_at = NULL, version = NULL
  WHERE id = (SELECT max(id) FROM chat_messages) AND conversation = OLD.key;
  DELETE FROM chat_messages WHERE conversation = OLD.key AND content IS NOT NULL;
  DELETE FROM chat_messages WHERE conversation = OLD.key AND content IS NULL;
END;
