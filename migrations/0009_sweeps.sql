CREATE TABLE `sweeps` (
	`name` text PRIMARY KEY NOT NULL,
	`seen_to` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `ai_images_source` ON `ai_images` (`source_image_url`) WHERE "ai_images"."source_image_url" IS NOT NULL;