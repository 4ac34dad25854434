CREATE TABLE `day_counters` (
	`day` text NOT NULL,
	`name` text NOT NULL,
	`value` integer NOT NULL,
	PRIMARY KEY(`day`, `name`)
);

CREATE TABLE `error_counts` (
	`day` text NOT NULL,
	`kind` text NOT NULL,
	`count` integer NOT NULL,
	`last_at` integer NOT NULL,
	PRIMARY KEY(`day`, `kind`)
);

CREATE TABLE `site_totals` (
	`name` text PRIMARY KEY NOT NULL,
	`value` integer NOT NULL
);

ALTER TABLE `users` ADD `active_on` text;
ALTER TABLE `users` ADD `stored_bytes` integer DEFAULT 0 NOT NULL;
CREATE INDEX `users_stored` ON `users` (`stored_bytes`,`id`) WHERE "users"."stored_bytes" > 0;

-- Totals of what exists, and each member's bytes.
INSERT INTO site_totals (name, value) SELECT 'members', count(*) FROM users;
INSERT INTO site_totals (name, value) SELECT 'storage', coalesce(sum(size + coalesce(original_size, 0)), 0) FROM media;
UPDATE users SET stored_bytes = m.bytes
FROM (SELECT user_id, sum(size + coalesce(original_size, 0)) AS bytes FROM media GROUP BY user_id) m WHERE m.user_id = users.id;

CREATE TRIGGER users_totalled AFTER INSERT ON users BEGIN
  UPDATE site_totals SET value = value + 1 WHERE name = 'members';
END;
CREATE TRIGGER users_untotalled AFTER DELETE ON users BEGIN
  UPDATE site_totals SET value = value - 1 WHERE name = 'members';
END;

-- The bytes of all files, and of each member's.
CREATE TRIGGER media_measured AFTER INSERT ON media BEGIN
  UPDATE users SET stored_bytes = stored_bytes + NEW.size + coalesce(NEW.original_size, 0) WHERE id = NEW.user_id;
  UPDATE site_totals SET value = value + NEW.size + coalesce(NEW.original_size, 0) WHERE name = 'storage';
END;
CREATE TRIGGER media_measured_again AFTER UPDATE OF size, original_size ON media BEGIN
  UPDATE users SET stored_bytes = stored_bytes + NEW.size + coalesce(NEW.original_size, 0) - OLD.size - coalesce(OLD.original_size, 0)
  WHERE id = NEW.user_id;
  UPDATE site_totals SET value = value + NEW.size + coalesce(NEW.original_size, 0) - OLD.size - coalesce(OLD.original_size, 0)
  WHERE name = 'storage';
END;
CREATE TRIGGER media_unmeasured AFTER DELETE ON media BEGIN
  UPDATE users SET stored_bytes = stored_bytes - OLD.size - coalesce(OLD.original_size, 0) WHERE id = OLD.user_id;
  UPDATE site_totals SET value = value - OLD.size - coalesce(OLD.original_size, 0) WHERE name = 'storage';
END;

-- A member counts as active once a day in UTC, with the first use of a session on it.
CREATE TRIGGER sessions_opened AFTER INSERT ON sessions BEGIN
  UPDATE users SET active_on = substr(NEW.last_seen_at, 1, 10)
  WHERE id = NEW.user_id AND coalesce(active_on, '') < substr(NEW.last_seen_at, 1, 10);
END;
CREATE TRIGGER sessions_used AFTER UPDATE OF last_seen_at ON sessions BEGIN
  UPDATE users SET active_on = substr(NEW.last_seen_at, 1, 10)
  WHERE id = NEW.user_id AND coalesce(active_on, '') < substr(NEW.last_seen_at, 1, 10);
END;
CREATE TRIGGER users_active AFTER UPDATE OF active_on ON users WHEN NEW.active_on IS NOT NULL BEGIN
  INSERT INTO day_counters (day, name, value) VALUES (NEW.active_on, 'activeMembers', 1)
  ON CONFLICT (day, name) DO UPDATE SET value = value + 1;
END;
