CREATE TABLE `blocks` (
	`id` text PRIMARY KEY NOT NULL,
	`blocker_id` text NOT NULL,
	`blocked_id` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`blocker_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`blocked_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `blocks_pair` ON `blocks` (`blocker_id`,`blocked_id`);--> statement-breakpoint
CREATE INDEX `blocks_blocked` ON `blocks` (`blocked_id`);--> statement-breakpoint
CREATE TABLE `former_usernames` (
	`username` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`expires_at` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `former_usernames_user` ON `former_usernames` (`user_id`);--> statement-breakpoint
CREATE INDEX `former_usernames_expiry` ON `former_usernames` (`expires_at`);--> statement-breakpoint
CREATE TABLE `name_terms` (
	`rank` integer NOT NULL,
	`term` text NOT NULL,
	`user_id` text NOT NULL,
	PRIMARY KEY(`rank`, `term`, `user_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `name_terms_user` ON `name_terms` (`user_id`);--> statement-breakpoint
CREATE TABLE `reports` (
	`id` text PRIMARY KEY NOT NULL,
	`reporter_id` text NOT NULL,
	`member_id` text NOT NULL,
	`post_id` text DEFAULT '' NOT NULL,
	`reason` text NOT NULL,
	`details` text DEFAULT '' NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`reporter_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reports_once` ON `reports` (`reporter_id`,`member_id`,`post_id`);--> statement-breakpoint
CREATE INDEX `reports_member` ON `reports` (`member_id`);
--> statement-breakpoint
-- A username that was given up stays its member's for 30 days, in whatever way another row comes by it.
CREATE TRIGGER usernames_kept_from_newcomers BEFORE INSERT ON users
WHEN EXISTS (SELECT 1 FROM former_usernames WHERE username = lower(NEW.username) AND expires_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) BEGIN
  SELECT RAISE(ABORT, 'username is kept for its former member');
END;
--> statement-breakpoint
CREATE TRIGGER usernames_kept BEFORE UPDATE OF username ON users
WHEN lower(NEW.username) <> lower(OLD.username) AND EXISTS (
  SELECT 1 FROM former_usernames
  WHERE username = lower(NEW.username) AND user_id <> NEW.id AND expires_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
) BEGIN
  SELECT RAISE(ABORT, 'username is kept for its former member');
END;
--> statement-breakpoint
-- Nobody keeps more than ten names from others by changing theirs again and again.
CREATE TRIGGER usernames_rationed BEFORE UPDATE OF username ON users
WHEN OLD.profile_setup_at IS NOT NULL AND lower(NEW.username) <> lower(OLD.username)
  AND NOT EXISTS (SELECT 1 FROM former_usernames WHERE username = lower(NEW.username) AND user_id = NEW.id)
  AND (SELECT count(*) FROM former_usernames WHERE user_id = NEW.id AND expires_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) >= 10 BEGIN
  SELECT RAISE(ABORT, 'username was changed too often');
END;
--> statement-breakpoint
-- The name a member had before profile setup was ours, not theirs: it is free at once.
CREATE TRIGGER usernames_given_up AFTER UPDATE OF username ON users
WHEN OLD.profile_setup_at IS NOT NULL AND lower(NEW.username) <> lower(OLD.username) BEGIN
  DELETE FROM former_usernames WHERE username = lower(NEW.username);
  INSERT INTO former_usernames (username, user_id, expires_at, created_at)
  VALUES (lower(OLD.username), OLD.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '+30 days'), strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
  ON CONFLICT (username) DO UPDATE SET
    user_id = excluded.user_id, expires_at = excluded.expires_at, created_at = excluded.created_at;
END;
--> statement-breakpoint
-- Whoever writes a member, search finds them by how their names begin.
CREATE TRIGGER users_named AFTER INSERT ON users BEGIN
  INSERT OR IGNORE INTO name_terms (rank, term, user_id)
  VALUES (0, lower(NEW.username), NEW.id), (0, lower(NEW.full_name), NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER users_renamed AFTER UPDATE OF username, full_name ON users
WHEN NEW.username <> OLD.username OR NEW.full_name <> OLD.full_name BEGIN
  DELETE FROM name_terms WHERE user_id = NEW.id;
  INSERT OR IGNORE INTO name_terms (rank, term, user_id)
  VALUES (0, lower(NEW.username), NEW.id), (0, lower(NEW.full_name), NEW.id);
END;
--> statement-breakpoint
INSERT OR IGNORE INTO name_terms (rank, term, user_id)
SELECT 0, lower(username), id FROM users UNION ALL SELECT 0, lower(full_name), id FROM users;
--> statement-breakpoint
-- A request between two of whom one has blocked the other is nothing, also when it passed the check just before.
CREATE TRIGGER connections_not_blocked BEFORE INSERT ON connections
WHEN EXISTS (
  SELECT 1 FROM blocks
  WHERE (blocker_id = NEW.follower_id AND blocked_id = NEW.following_id)
    OR (blocker_id = NEW.following_id AND blocked_id = NEW.follower_id)
) BEGIN
  SELECT RAISE(IGNORE);
END;
--> statement-breakpoint
-- Blocking ends what was between the two.
CREATE TRIGGER blocks_disconnect AFTER INSERT ON blocks BEGIN
  DELETE FROM connections
  WHERE pair = min(NEW.blocker_id, NEW.blocked_id) || ':' || max(NEW.blocker_id, NEW.blocked_id);
  DELETE FROM notifications WHERE user_id = NEW.blocker_id AND from_user_id = NEW.blocked_id;
  DELETE FROM notifications WHERE user_id = NEW.blocked_id AND from_user_id = NEW.blocker_id;
END;
