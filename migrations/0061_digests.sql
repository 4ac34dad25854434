-- Digests by mail (docs/decisions/0110-mail.md).
CREATE TABLE digests (
  user_id text PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  frequency text DEFAULT 'weekly' NOT NULL,
  due_at integer,
  news_after integer NOT NULL,
  bounces integer DEFAULT 0 NOT NULL
) WITHOUT ROWID;
CREATE INDEX digests_due ON digests (due_at) WHERE due_at IS NOT NULL;

-- The first digest is due in a week, between 7 and 10 o'clock UTC; the members of one day are spread over these hours.
CREATE TRIGGER users_digest_begun AFTER INSERT ON users WHEN NEW.email_confirmed BEGIN
  INSERT OR IGNORE INTO digests (user_id, due_at, news_after)
  VALUES (NEW.id, ((unixepoch() / 86400 + 7) * 1440 + 420 + NEW.rowid % 180) * 60000, unixepoch() * 1000);
END;

-- A link or code of a mail has confirmed that mails arrive.
CREATE TRIGGER users_digest_confirmed AFTER UPDATE OF email_confirmed ON users WHEN NEW.email_confirmed BEGIN
  INSERT INTO digests (user_id, due_at, news_after)
  VALUES (NEW.id, ((unixepoch() / 86400 + 7) * 1440 + 420 + NEW.rowid % 180) * 60000, unixepoch() * 1000)
  ON CONFLICT (user_id) DO UPDATE SET bounces = 0, due_at = CASE frequency
    WHEN 'never' THEN NULL
    WHEN 'daily' THEN coalesce(due_at, excluded.due_at - 6 * 86400000)
    ELSE coalesce(due_at, excluded.due_at) END;
END;

-- The first digests of the members of today are spread over seven days.
INSERT INTO digests (user_id, due_at, news_after)
SELECT id, ((unixepoch() / 86400 + 1 + rowid % 7) * 1440 + 420 + rowid / 7 % 180) * 60000, unixepoch() * 1000
FROM users WHERE email_confirmed;

CREATE TABLE mail_reports (
  id text PRIMARY KEY NOT NULL,
  received_at integer NOT NULL
);
CREATE INDEX mail_reports_age ON mail_reports (received_at);
