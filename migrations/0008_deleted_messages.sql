CREATE TABLE `deleted_messages` (
	`sender_id` text NOT NULL,
	`client_id` text NOT NULL,
	`message_id` integer NOT NULL,
	PRIMARY KEY(`sender_id`, `client_id`),
	FOREIGN KEY (`sender_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
DROP INDEX `messages_attachment`;--> statement-breakpoint
CREATE INDEX `messages_attachment` ON `messages` (`attachment_media_id`) WHERE "messages"."attachment_media_id" IS NOT NULL;