-- Edits of comments, and the comment that a post's owner has pinned (docs/decisions/0100-threads.md).
ALTER TABLE post_comments ADD COLUMN edited_at integer;
ALTER TABLE posts ADD COLUMN pinned_comment text;

-- The same trigger, which unpins a deleted comment too.
DROP TRIGGER post_comments_uncounted;
CREATE TRIGGER post_comments_uncounted AFTER DELETE ON post_comments BEGIN
  UPDATE posts SET comment_count = comment_count - 1, pinned_comment = nullif(pinned_comment, OLD.id) WHERE key = OLD.post;
END;
