-- Counts are updated where the rows change, so concurrent calls cannot make them wrong.
-- Cascaded deletes fire these triggers too.

CREATE TRIGGER likes_counted AFTER INSERT ON likes BEGIN
  UPDATE posts SET like_count = like_count + 1 WHERE id = NEW.post_id;
END;

CREATE TRIGGER likes_uncounted AFTER DELETE ON likes BEGIN
  UPDATE posts SET like_count = like_count - 1 WHERE id = OLD.post_id;
END;

CREATE TRIGGER comments_counted AFTER INSERT ON comments BEGIN
  UPDATE posts SET comment_count = comment_count + 1 WHERE id = NEW.post_id;
END;

CREATE TRIGGER comments_uncounted AFTER DELETE ON comments BEGIN
  UPDATE posts SET comment_count = comment_count - 1 WHERE id = OLD.post_id;
END;

CREATE TRIGGER posts_counted AFTER INSERT ON posts BEGIN
  UPDATE users SET post_count = post_count + 1 WHERE id = NEW.user_id;
END;

CREATE TRIGGER posts_uncounted AFTER DELETE ON posts BEGIN
  UPDATE users SET post_count = post_count - 1 WHERE id = OLD.user_id;
END;

-- Only accepted connections count.
CREATE TRIGGER connections_counted AFTER INSERT ON connections WHEN NEW.status = 'accepted' BEGIN
  UPDATE users SET following_count = following_count + 1 WHERE id = NEW.follower_id;
  UPDATE users SET follower_count = follower_count + 1 WHERE id = NEW.following_id;
END;

CREATE TRIGGER connections_accepted AFTER UPDATE OF status ON connections
WHEN NEW.status = 'accepted' AND OLD.status <> 'accepted' BEGIN
  UPDATE users SET following_count = following_count + 1 WHERE id = NEW.follower_id;
  UPDATE users SET follower_count = follower_count + 1 WHERE id = NEW.following_id;
END;

CREATE TRIGGER connections_uncounted AFTER DELETE ON connections WHEN OLD.status = 'accepted' BEGIN
  UPDATE users SET following_count = following_count - 1 WHERE id = OLD.follower_id;
  UPDATE users SET follower_count = follower_count - 1 WHERE id = OLD.following_id;
END;
