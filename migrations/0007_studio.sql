CREATE TABLE `ai_uses` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`failed` integer DEFAULT false NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `ai_uses_member` ON `ai_uses` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `ai_uses_age` ON `ai_uses` (`created_at`);--> statement-breakpoint
ALTER TABLE `posts` ADD `is_ai` integer DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE posts SET is_ai = 1 WHERE media_id IN (SELECT media_id FROM ai_images);
--> statement-breakpoint
-- An AI image that goes takes its picture along, and the one it was made of, unless the member still shows or keeps them.
CREATE TRIGGER ai_images_release_media AFTER DELETE ON ai_images BEGIN
  DELETE FROM media WHERE id IN (OLD.media_id, substr(OLD.source_image_url, length('/media/') + 1))
    AND user_id = OLD.user_id
    AND NOT EXISTS (SELECT 1 FROM posts WHERE media_id = media.id)
    AND NOT EXISTS (SELECT 1 FROM ai_images WHERE media_id = media.id)
    AND NOT EXISTS (SELECT 1 FROM ai_images WHERE user_id = OLD.user_id AND source_image_url = '/media/' || media.id)
    AND NOT EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id AND profile_image = '/media/' || media.id);
END;
