CREATE TABLE `last_run` (
	`id` integer PRIMARY KEY NOT NULL,
	`ended_at` integer NOT NULL,
	`took_ms` integer NOT NULL,
	`swept` text NOT NULL,
	`failed` text NOT NULL,
	`is_cut` integer NOT NULL
);
