-- Removes the tables that 0024_notices.sql has copied. Apply it when the code before that migration runs nowhere any more.
DROP TRIGGER post_likes_mirrored;
DROP TRIGGER post_likes_mirrored_again;
DROP TRIGGER post_likes_mirrored_gone;
DROP TRIGGER post_saves_mirrored;
DROP TRIGGER post_saves_mirrored_again;
DROP TRIGGER post_saves_mirrored_gone;
DROP TRIGGER post_comments_mirrored;
DROP TRIGGER post_comments_mirrored_gone;
DROP TRIGGER post_hashtags_mirrored;
DROP TRIGGER post_hashtags_mirrored_gone;
DROP TRIGGER notices_mirrored;
DROP TRIGGER notices_mirrored_read;
DROP TRIGGER notices_mirrored_gone;

-- blocks_unnoticed deletes the notifications.
DROP TRIGGER blocks_disconnect;

DROP TABLE likes;
DROP TABLE saved_posts;
DROP TABLE comments;
DROP TABLE post_tags;
DROP TABLE notifications;
