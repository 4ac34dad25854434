CREATE TABLE `invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`uses` integer NOT NULL,
	`used` integer DEFAULT 0 NOT NULL,
	`expires_at` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `invitations_member` ON `invitations` (`member_id`,`created_at`);
CREATE INDEX `invitations_age` ON `invitations` (`created_at`);
CREATE TABLE `invited_members` (
	`member_id` text PRIMARY KEY NOT NULL,
	`invited_by` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`invited_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);

CREATE INDEX `invited_members_invited_by` ON `invited_members` (`invited_by`,`created_at`);
CREATE TABLE `site_settings` (
	`id` integer PRIMARY KEY NOT NULL,
	`sign_ups` text NOT NULL,
	`sign_up_text` text NOT NULL
);

CREATE TABLE `waiting_members` (
	`member_id` text PRIMARY KEY NOT NULL,
	`reason` text NOT NULL,
	`network` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `waiting_members_age` ON `waiting_members` (`created_at`);
CREATE INDEX `waiting_members_network` ON `waiting_members` (`network`);

-- A person waits as long as their account is suspended for that.
CREATE TRIGGER suspensions_wait_ended AFTER DELETE ON suspensions WHEN OLD.decision_id = 'waiting' BEGIN
  DELETE FROM waiting_members WHERE member_id = OLD.member_id;
END;
CREATE TRIGGER suspensions_wait_replaced AFTER UPDATE OF decision_id ON suspensions WHEN OLD.decision_id = 'waiting' BEGIN
  DELETE FROM waiting_members WHERE member_id = OLD.member_id;
END;
