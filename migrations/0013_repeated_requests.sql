CREATE TABLE `connection_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`from_id` text NOT NULL,
	`to_id` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`from_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`to_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `connection_requests_from` ON `connection_requests` (`from_id`,`created_at`,`to_id`);
CREATE INDEX `connection_requests_to` ON `connection_requests` (`to_id`);
CREATE TABLE `deleted_client_ids` (
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`client_id` text NOT NULL,
	PRIMARY KEY(`user_id`, `kind`, `client_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);

ALTER TABLE `deleted_messages` ADD `receiver_id` text REFERENCES users(id) ON DELETE CASCADE;
CREATE INDEX `deleted_messages_receiver` ON `deleted_messages` (`receiver_id`,`sender_id`,`message_id`);

-- The idempotency key of a deleted post or comment stays spent. An account in deletion has no row in `users` any more.
CREATE TRIGGER posts_key_kept AFTER DELETE ON posts WHEN OLD.client_id IS NOT NULL BEGIN
  INSERT OR IGNORE INTO deleted_client_ids (user_id, kind, client_id)
  SELECT id, 'post', OLD.client_id FROM users WHERE id = OLD.user_id;
END;

CREATE TRIGGER posts_key_spent BEFORE INSERT ON posts
WHEN NEW.client_id IS NOT NULL AND EXISTS (
  SELECT 1 FROM deleted_client_ids WHERE user_id = NEW.user_id AND kind = 'post' AND client_id = NEW.client_id
) BEGIN
  SELECT RAISE(ABORT, 'client id is spent');
END;

CREATE TRIGGER comments_key_kept AFTER DELETE ON comments WHEN OLD.client_id IS NOT NULL BEGIN
  INSERT OR IGNORE INTO deleted_client_ids (user_id, kind, client_id)
  SELECT id, 'comment', OLD.client_id FROM users WHERE id = OLD.user_id;
END;

CREATE TRIGGER comments_key_spent BEFORE INSERT ON comments
WHEN NEW.client_id IS NOT NULL AND EXISTS (
  SELECT 1 FROM deleted_client_ids WHERE user_id = NEW.user_id AND kind = 'comment' AND client_id = NEW.client_id
) BEGIN
  SELECT RAISE(ABORT, 'client id is spent');
END;
