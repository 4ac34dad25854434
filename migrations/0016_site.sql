CREATE TABLE `site_texts` (
	`kind` text NOT NULL,
	`language` text NOT NULL,
	`content` text NOT NULL,
	`changed_at` text NOT NULL,
	PRIMARY KEY(`kind`, `language`)
);

ALTER TABLE `users` ADD `dismissed_announcement` text DEFAULT '' NOT NULL;
ALTER TABLE `site_settings` ADD `version` text DEFAULT '' NOT NULL;
ALTER TABLE `site_settings` ADD `name` text DEFAULT '' NOT NULL;
ALTER TABLE `site_settings` ADD `accent` text DEFAULT '' NOT NULL;
ALTER TABLE `site_settings` ADD `contact` text DEFAULT '' NOT NULL;
ALTER TABLE `site_settings` ADD `icon` text DEFAULT '' NOT NULL;
ALTER TABLE `site_settings` ADD `read_only` integer DEFAULT false NOT NULL;
ALTER TABLE `site_settings` ADD `announcement` text DEFAULT '' NOT NULL;
ALTER TABLE `site_settings` ADD `announcement_from` text DEFAULT '' NOT NULL;
ALTER TABLE `site_settings` ADD `announcement_until` text DEFAULT '' NOT NULL;