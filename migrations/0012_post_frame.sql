ALTER TABLE `posts` ADD `frame` text;
