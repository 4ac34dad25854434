-- Counts are kept where the rows change, so that no interleaving of calls can make them wrong.
-- Cascaded deletes fire these too.

CREATE TRIGGER likes_counted AFTER INSERT ON likes BEGIN
  UPDATE posts SET like_count = like_count + 1 WHERE id = NEW.post_id;
END;
--> statement-breakpoint
CREATE TRIGGER likes_uncounted AFTER DELETE ON likes BEGIN
  UPDATE posts SET like_count = like_count - 1 WHERE id = OLD.post_id;
END;
--> statement-breakpoint
CREATE TRIGGER comments_counted AFTER INSERT ON comments BEGIN
  UPDATE posts SET comment_count = comment_count + 1 WHERE id = NEW.post_id;
END;
--> statement-breakpoint
CREATE TRIGGER comments_uncounted AFTER DELETE ON comments BEGIN
  UPDATE posts SET comment_count = comment_count - 1 WHERE id = OLD.post_id;
END;
--> statement-breakpoint
CREATE TRIGGER posts_counted AFTER INSERT ON posts BEGIN
  UPDATE users SET post_count = post_count + 1 WHERE id = NEW.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER posts_uncounted AFTER DELETE ON posts BEGIN
  UPDATE users SET post_count = post_count - 1 WHERE id = OLD.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER connections_counted AFTER INSERT ON connections WHEN NEW.status = 'accepted' BEGIN
  UPDATE users SET following_count = following_count + 1 WHERE id = NEW.follower_id;
  UPDATE users SET follower_count = follower_count + 1 WHERE id = NEW.following_id;
END;
--> statement-breakpoint
CREATE TRIGGER connections_accepted AFTER UPDATE OF status ON connections
WHEN NEW.status = 'accepted' AND OLD.status <> 'accepted' BEGIN
  UPDATE users SET following_count = following_count + 1 WHERE id = NEW.follower_id;
  UPDATE users SET follower_count = follower_count + 1 WHERE id = NEW.following_id;
END;
--> statement-breakpoint
CREATE TRIGGER connections_uncounted AFTER DELETE ON connections WHEN OLD.status = 'accepted' BEGIN
  UPDATE users SET following_count = following_count - 1 WHERE id = OLD.follower_id;
  UPDATE users SET follower_count = follower_count - 1 WHERE id = OLD.following_id;
END;
--> statement-breakpoint
-- A deleted post takes its picture along, unless the member still shows or keeps that picture elsewhere.
CREATE TRIGGER posts_release_media AFTER DELETE ON posts BEGIN
  DELETE FROM media WHERE id = OLD.media_id
    AND NOT EXISTS (SELECT 1 FROM posts WHERE media_id = OLD.media_id)
    AND NOT EXISTS (SELECT 1 FROM ai_images WHERE media_id = OLD.media_id)
    AND NOT EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id AND profile_image = OLD.media_url);
END;
--> statement-breakpoint
-- Whoever removes a medium's row, in whatever way, leaves word that its stored objects must go.
CREATE TRIGGER media_removed AFTER DELETE ON media BEGIN
  INSERT OR IGNORE INTO media_removals (media_id) VALUES (OLD.id);
END;
--> statement-breakpoint
-- A replaced profile picture goes, unless a post or the AI collection shows it too.
CREATE TRIGGER users_release_media AFTER UPDATE OF profile_image ON users
WHEN OLD.profile_image IS NOT NULL AND OLD.profile_image IS NOT NEW.profile_image BEGIN
  DELETE FROM media WHERE id = substr(OLD.profile_image, length('/media/') + 1)
    AND NOT EXISTS (SELECT 1 FROM posts WHERE media_id = media.id)
    AND NOT EXISTS (SELECT 1 FROM ai_images WHERE media_id = media.id);
END;
