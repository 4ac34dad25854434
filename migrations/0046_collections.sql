-- Collections of saved posts; a saved post is in one at most (docs/decisions/0090-collections.md).
CREATE TABLE `collections` (
	`key` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`member` integer NOT NULL,
	`name` text NOT NULL,
	`post_count` integer DEFAULT 0 NOT NULL,
	`cover` integer,
	`client_id` text,
	FOREIGN KEY (`member`) REFERENCES `users`(`key`) ON UPDATE no action ON DELETE cascade
);

CREATE UNIQUE INDEX `collections_id` ON `collections` (`id`);
CREATE INDEX `collections_member` ON `collections` (`member`,`id`);
CREATE UNIQUE INDEX `collections_client` ON `collections` (`member`,`client_id`) WHERE `client_id` IS NOT NULL;
ALTER TABLE `post_saves` ADD `collection` integer REFERENCES `collections`(`key`) ON DELETE SET NULL;
CREATE INDEX `post_saves_collection` ON `post_saves` (`collection`,`saved_at`) WHERE `collection` IS NOT NULL;

CREATE TRIGGER post_saves_collected AFTER INSERT ON post_saves WHEN NEW.collection IS NOT NULL BEGIN
  UPDATE collections SET post_count = post_count + 1 WHERE key = NEW.collection;
END;

CREATE TRIGGER post_saves_moved AFTER UPDATE OF collection ON post_saves WHEN OLD.collection IS NOT NEW.collection BEGIN
  UPDATE collections SET post_count = post_count - 1, cover = nullif(cover, OLD.post) WHERE key = OLD.collection;
  UPDATE collections SET post_count = post_count + 1 WHERE key = NEW.collection;
END;

CREATE TRIGGER post_saves_uncollected AFTER DELETE ON post_saves WHEN OLD.collection IS NOT NULL BEGIN
  UPDATE collections SET post_count = post_count - 1, cover = nullif(cover, OLD.post) WHERE key = OLD.collection;
END;

-- The posts stay saved, and are hidden while the block lasts.
CREATE TRIGGER blocks_uncollected AFTER INSERT ON blocks BEGIN
  UPDATE post_saves SET collection = NULL WHERE collection IS NOT NULL
    AND member = (SELECT key FROM users WHERE id = NEW.blocker_id) AND owner = (SELECT key FROM users WHERE id = NEW.blocked_id);
  UPDATE post_saves SET collection = NULL WHERE collection IS NOT NULL
    AND member = (SELECT key FROM users WHERE id = NEW.blocked_id) AND owner = (SELECT key FROM users WHERE id = NEW.blocker_id);
END;
