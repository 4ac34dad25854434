-- The limits of mails, and events beyond them (docs/product.md#mails).
CREATE TABLE `held_mails` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`email` text NOT NULL,
	`address` text NOT NULL,
	`kind` text NOT NULL,
	`text` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `held_mails_user` ON `held_mails` (`user_id`,`kind`,`email`);
CREATE INDEX `held_mails_kind` ON `held_mails` (`kind`,`id`);
CREATE TABLE `sent_mails` (
	`id` text PRIMARY KEY NOT NULL,
	`address` text NOT NULL,
	`owner` text NOT NULL,
	`kind` text NOT NULL
);

CREATE INDEX `sent_mails_address` ON `sent_mails` (`address`,`kind`,`id`);
CREATE INDEX `sent_mails_owner` ON `sent_mails` (`owner`,`kind`,`id`);

-- The address keeps its count, without the account.
CREATE TRIGGER users_mails_unnamed AFTER DELETE ON users BEGIN
  UPDATE sent_mails SET owner = '' WHERE owner = OLD.id;
END;
