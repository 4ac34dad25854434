ALTER TABLE `users` ADD `ai_hidden` integer DEFAULT false NOT NULL;
