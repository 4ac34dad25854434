-- The originals of photos, for members who keep them (docs/decisions/0098-originals.md).
ALTER TABLE `media` ADD `original_size` integer;
ALTER TABLE `post_photos` ADD `original_size` integer;
ALTER TABLE `posts` ADD `original_size` integer;
ALTER TABLE `users` ADD `originals_kept` integer DEFAULT false NOT NULL;
