-- Of shares of one post by one member to another, the last notification stays.
DELETE FROM notifications WHERE type = 'post_share' AND id NOT IN (
  SELECT max(id) FROM notifications WHERE type = 'post_share' GROUP BY user_id, from_user_id, entity_id
);
--> statement-breakpoint
DROP INDEX `notifications_from`;--> statement-breakpoint
DROP INDEX `notifications_once`;--> statement-breakpoint
CREATE INDEX `notifications_from` ON `notifications` (`from_user_id`,`user_id`,`type`);--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_once` ON `notifications` (`user_id`,`from_user_id`,`type`,`entity_id`) WHERE "notifications"."type" in ('like', 'save', 'post_share');--> statement-breakpoint
ALTER TABLE `comments` ADD `client_id` text;--> statement-breakpoint
CREATE UNIQUE INDEX `comments_client` ON `comments` (`user_id`,`client_id`) WHERE "comments"."client_id" IS NOT NULL;--> statement-breakpoint
ALTER TABLE `media` ADD `is_ai` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `posts` ADD `client_id` text;--> statement-breakpoint
CREATE UNIQUE INDEX `posts_client` ON `posts` (`user_id`,`client_id`) WHERE "posts"."client_id" IS NOT NULL;
--> statement-breakpoint
UPDATE media SET is_ai = 1
WHERE id IN (SELECT media_id FROM ai_images) OR id IN (SELECT media_id FROM posts WHERE is_ai = 1);
--> statement-breakpoint
UPDATE ai_images SET source_image_url = NULL
WHERE source_image_url IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM media WHERE id = substr(source_image_url, length('/media/') + 1));
--> statement-breakpoint
-- A picture that goes, in whatever way, is no longer named as what an AI image was made of: its address answers nobody.
CREATE TRIGGER media_forgotten_as_source AFTER DELETE ON media BEGIN
  UPDATE ai_images SET source_image_url = NULL WHERE source_image_url = '/media/' || OLD.id;
END;
