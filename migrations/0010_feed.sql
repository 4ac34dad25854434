-- Every accepted connection stores the id of each side's newest post, so a feed page finds its posts without reading
-- every connection.

CREATE TRIGGER posts_shown AFTER INSERT ON posts BEGIN
  UPDATE connections SET follower_newest = NEW.id
    WHERE follower_id = NEW.user_id AND status = 'accepted' AND ifnull(follower_newest, '') < NEW.id;
  UPDATE connections SET following_newest = NEW.id
    WHERE following_id = NEW.user_id AND status = 'accepted' AND ifnull(following_newest, '') < NEW.id;
END;

-- Only the newest post changes the stored ids.
CREATE TRIGGER posts_unshown AFTER DELETE ON posts
WHEN NOT EXISTS (SELECT 1 FROM posts WHERE user_id = OLD.user_id AND id > OLD.id) BEGIN
  UPDATE connections SET follower_newest = (SELECT max(id) FROM posts WHERE user_id = OLD.user_id)
    WHERE follower_id = OLD.user_id AND status = 'accepted';
  UPDATE connections SET following_newest = (SELECT max(id) FROM posts WHERE user_id = OLD.user_id)
    WHERE following_id = OLD.user_id AND status = 'accepted';
END;

CREATE TRIGGER connections_made AFTER INSERT ON connections WHEN NEW.status = 'accepted' BEGIN
  UPDATE connections SET
    follower_newest = (SELECT max(id) FROM posts WHERE user_id = NEW.follower_id),
    following_newest = (SELECT max(id) FROM posts WHERE user_id = NEW.following_id)
  WHERE id = NEW.id;
END;

CREATE TRIGGER connections_made_later AFTER UPDATE OF status ON connections
WHEN NEW.status = 'accepted' AND OLD.status <> 'accepted' BEGIN
  UPDATE connections SET
    follower_newest = (SELECT max(id) FROM posts WHERE user_id = NEW.follower_id),
    following_newest = (SELECT max(id) FROM posts WHERE user_id = NEW.following_id)
  WHERE id = NEW.id;
END;
