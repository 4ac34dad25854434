-- Reads that are not shown, and forwarded messages (docs/decisions/0112-hidden-marks-and-muted-chats.md), as in the main database.
ALTER TABLE chat_messages ADD read_privately integer;
ALTER TABLE chat_messages ADD forwarded integer;

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
