-- The post's owner is notified of comments without an index by comment: the index by sender finds the notification of a deleted one. The
-- others are deleted by `post_comments_unnoticed`, and those of a deleted post by `posts_unnoticed`.
CREATE TRIGGER post_comments_owner_unnoticed AFTER DELETE ON post_comments BEGIN
  DELETE FROM notices WHERE (member, is_read, id) IN (
    SELECT n.member, n.is_read, n.id
    FROM posts p CROSS JOIN users o ON o.id = p.user_id
      CROSS JOIN notices n INDEXED BY notices_sender ON n.sender = OLD.member AND n.member = o.key AND n.type = 'comment'
        AND n.post_id = p.id AND n.type NOT IN ('like', 'save')
    WHERE p.key = OLD.post AND n.comment_id = OLD.id);
END;
