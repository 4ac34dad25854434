CREATE TABLE `hub_subscriptions` (
	`user_id` text PRIMARY KEY NOT NULL,
	`since` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
