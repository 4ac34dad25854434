CREATE TRIGGER message_blocks_of_conversations AFTER DELETE ON conversations BEGIN
  DELETE FROM message_blocks WHERE conversation = old.key;
END;

CREATE TRIGGER conversations_deleted AFTER DELETE ON conversations BEGIN
  UPDATE chat_messages SET conversation = NULL, sender = NULL, client_id = NULL, created_at = 0,
    content = NULL, unread_by = NULL, read_privately = NULL, attachment_type = NULL, attachment_name = NULL,
    attachment_size = NULL, attachment_width = NULL, attachment_height = NULL, reply_to = NULL, sender_reaction = NULL,
    receiver_reaction = NULL, edited_at = NULL, version = NULL, forwarded = NULL
  WHERE id = (SELECT max(id) FROM chat_messages) AND conversation = OLD.key;
  DELETE FROM chat_messages WHERE conversation = OLD.key AND content IS NOT NULL;
  DELETE FROM chat_messages WHERE conversation = OLD.key AND content IS NULL;
END;

-- A block can be stored after the message's check. Also refuses a message without a conversation.
CREATE TRIGGER chat_messages_not_blocked BEFORE INSERT ON chat_messages
WHEN NOT EXISTS (
  SELECT 1 FROM conversations c WHERE c.key = NEW.conversation
    AND NOT EXISTS (SELECT 1 FROM blocks WHERE blocker_id = c.low_id AND blocked_id = c.high_id)
    AND NOT EXISTS (SELECT 1 FROM blocks WHERE blocker_id = c.high_id AND blocked_id = c.low_id)
) BEGIN
  SELECT RAISE(IGNORE);
END;

-- An attachment belongs to one message. A request made by hand can also name it as the photo of a post: then its row in
-- `media` stays until the post is deleted.
CREATE TRIGGER chat_messages_release_media AFTER DELETE ON chat_messages WHEN OLD.attachment_media_id IS NOT NULL BEGIN
  DELETE FROM media WHERE id = OLD.attachment_media_id
    AND NOT EXISTS (SELECT 1 FROM posts WHERE media_id = OLD.attachment_media_id)
    AND NOT EXISTS (SELECT 1 FROM post_photos WHERE media_id = OLD.attachment_media_id)
    AND NOT EXISTS (SELECT 1 FROM ai_images WHERE media_id = OLD.attachment_media_id);
END;

CREATE TRIGGER chat_messages_emptied AFTER UPDATE OF content ON chat_messages
WHEN NEW.content IS NULL AND OLD.attachment_media_id IS NOT NULL BEGIN
  DELETE FROM media WHERE id = OLD.attachment_media_id
    AND NOT EXISTS (SELECT 1 FROM posts WHERE media_id = OLD.attachment_media_id)
    AND NOT EXISTS (SELECT 1 FROM post_photos WHERE media_id = OLD.attachment_media_id)
    AND NOT EXISTS (SELECT 1 FROM ai_images WHERE media_id = OLD.attachment_media_id);
  UPDATE chat_messages SET attachment_media_id = NULL WHERE id = NEW.id AND attachment_media_id IS NOT NULL;
END;

-- Deleted, edited, removed and restored messages: the block's words are unknown until the next hourly run.
CREATE TRIGGER chat_messages_words_changed AFTER UPDATE OF content ON chat_messages WHEN new.content IS NOT old.content BEGIN
  UPDATE message_blocks SET words = NULL
  WHERE conversation = old.conversation AND words IS NOT NULL
    AND last = (SELECT min(b.last) FROM message_blocks b WHERE b.conversation = old.conversation AND b.last >= old.id);
END;
