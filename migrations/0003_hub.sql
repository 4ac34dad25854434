CREATE TABLE `online_members` (
	`user_id` text PRIMARY KEY NOT NULL,
	`since` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `users` ADD `presence_hidden` integer DEFAULT false NOT NULL;