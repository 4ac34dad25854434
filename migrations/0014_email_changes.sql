CREATE TABLE `email_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`email` text NOT NULL,
	`session_id` text NOT NULL,
	`expires_at` text NOT NULL,
	`used_at` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `email_changes_user` ON `email_changes` (`user_id`);
CREATE INDEX `email_changes_expiry` ON `email_changes` (`expires_at`);
CREATE TABLE `email_undos` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`email` text NOT NULL,
	`expires_at` text NOT NULL,
	`used_at` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `email_undos_user` ON `email_undos` (`user_id`);
CREATE INDEX `email_undos_email` ON `email_undos` (`email`);
CREATE INDEX `email_undos_expiry` ON `email_undos` (`expires_at`);

-- Reject a new account with an address that a valid undo link can restore.
CREATE TRIGGER emails_kept_from_newcomers BEFORE INSERT ON users
WHEN EXISTS (
  SELECT 1 FROM email_undos
  WHERE email = lower(NEW.email) AND used_at IS NULL AND expires_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
) BEGIN
  SELECT RAISE(ABORT, 'email is kept for its former member');
END;

-- Reject a change to an address that another member's valid undo link can restore.
CREATE TRIGGER emails_kept BEFORE UPDATE OF email ON users
WHEN lower(NEW.email) <> lower(OLD.email) AND EXISTS (
  SELECT 1 FROM email_undos
  WHERE email = lower(NEW.email) AND user_id <> NEW.id
    AND used_at IS NULL AND expires_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
) BEGIN
  SELECT RAISE(ABORT, 'email is kept for its former member');
END;
