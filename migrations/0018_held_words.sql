CREATE TABLE `held_words` (
	`word` text PRIMARY KEY NOT NULL,
	`created_at` text NOT NULL
);
