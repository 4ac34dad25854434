CREATE TABLE `post_tags` (
	`tag` text NOT NULL,
	`post_id` text NOT NULL,
	FOREIGN KEY (`post_id`) REFERENCES `posts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `post_tags_newest` ON `post_tags` (`tag`,`post_id`);--> statement-breakpoint
CREATE INDEX `post_tags_post` ON `post_tags` (`post_id`);--> statement-breakpoint
ALTER TABLE `connections` ADD `follower_newest` text;--> statement-breakpoint
ALTER TABLE `connections` ADD `following_newest` text;--> statement-breakpoint
CREATE INDEX `connections_follower_feed` ON `connections` (`follower_id`,`following_newest`,`following_id`) WHERE "connections"."status" = 'accepted';--> statement-breakpoint
CREATE INDEX `connections_following_feed` ON `connections` (`following_id`,`follower_newest`,`follower_id`) WHERE "connections"."status" = 'accepted';--> statement-breakpoint
ALTER TABLE `posts` ADD `edited_at` text;--> statement-breakpoint
-- A connection knows each side's newest post, so that a feed finds its twenty without looking at every connection.
UPDATE connections SET
  follower_newest = (SELECT max(id) FROM posts WHERE user_id = follower_id),
  following_newest = (SELECT max(id) FROM posts WHERE user_id = following_id)
WHERE status = 'accepted';
--> statement-breakpoint
CREATE TRIGGER posts_shown AFTER INSERT ON posts BEGIN
  UPDATE connections SET follower_newest = NEW.id
    WHERE follower_id = NEW.user_id AND status = 'accepted' AND ifnull(follower_newest, '') < NEW.id;
  UPDATE connections SET following_newest = NEW.id
    WHERE following_id = NEW.user_id AND status = 'accepted' AND ifnull(following_newest, '') < NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER posts_unshown AFTER DELETE ON posts
WHEN NOT EXISTS (SELECT 1 FROM posts WHERE user_id = OLD.user_id AND id > OLD.id) BEGIN
  UPDATE connections SET follower_newest = (SELECT max(id) FROM posts WHERE user_id = OLD.user_id)
    WHERE follower_id = OLD.user_id AND status = 'accepted';
  UPDATE connections SET following_newest = (SELECT max(id) FROM posts WHERE user_id = OLD.user_id)
    WHERE following_id = OLD.user_id AND status = 'accepted';
END;
--> statement-breakpoint
CREATE TRIGGER connections_made AFTER INSERT ON connections WHEN NEW.status = 'accepted' BEGIN
  UPDATE connections SET
    follower_newest = (SELECT max(id) FROM posts WHERE user_id = NEW.follower_id),
    following_newest = (SELECT max(id) FROM posts WHERE user_id = NEW.following_id)
  WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER connections_made_later AFTER UPDATE OF status ON connections
WHEN NEW.status = 'accepted' AND OLD.status <> 'accepted' BEGIN
  UPDATE connections SET
    follower_newest = (SELECT max(id) FROM posts WHERE user_id = NEW.follower_id),
    following_newest = (SELECT max(id) FROM posts WHERE user_id = NEW.following_id)
  WHERE id = NEW.id;
END;
