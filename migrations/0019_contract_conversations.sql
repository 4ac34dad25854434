-- Drops what the code before `chat_messages` used.
DROP TRIGGER chat_messages_mirrored;
DROP TRIGGER chat_messages_read_mirrored;
DROP TRIGGER chat_messages_deleted_mirrored;
-- Their own triggers go with them.
DROP TABLE deleted_messages;
DROP TABLE messages;
