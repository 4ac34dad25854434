-- The members who may see a post (docs/decisions/0094-visibility.md).
ALTER TABLE `posts` ADD `visibility` text DEFAULT 'everyone' NOT NULL;
CREATE INDEX `posts_everyone` ON `posts` (`user_id`,`id`) WHERE `visibility` = 'everyone';
