-- In the order of the primary key, the unread notifications of a member are one range and the read ones another.
CREATE TABLE notices (
  member integer NOT NULL REFERENCES users (key) ON DELETE CASCADE,
  is_read integer NOT NULL,
  id integer NOT NULL,
  sender integer NOT NULL,
  type text NOT NULL,
  post_id text,
  created_at integer NOT NULL,
  comment_id text,
  PRIMARY KEY (member, is_read, id)
) WITHOUT ROWID;
-- Those of likes and saves are found by the row of the like or save.
CREATE INDEX notices_sender ON notices (sender, member, type, post_id) WHERE type NOT IN ('like', 'save');
-- Of repeated shares the newest stays.
CREATE UNIQUE INDEX notices_shared ON notices (member, sender, post_id) WHERE type = 'post_share';
CREATE INDEX notices_about ON notices (post_id, comment_id) WHERE post_id IS NOT NULL AND type NOT IN ('like', 'save', 'comment');

-- Unread notifications that were withdrawn with their like, save or request.
CREATE TABLE withdrawn_notices (
  member integer NOT NULL REFERENCES users (key) ON DELETE CASCADE,
  sender integer NOT NULL REFERENCES users (key) ON DELETE CASCADE,
  type text NOT NULL,
  about text NOT NULL,
  withdrawn_at integer NOT NULL,
  PRIMARY KEY (member, sender, type, about)
);
CREATE INDEX withdrawn_notices_sender ON withdrawn_notices (sender);
CREATE INDEX withdrawn_notices_age ON withdrawn_notices (withdrawn_at);

-- The members' choices of notifications (docs/decisions/0106-notification-settings.md). A member without a row has the defaults.
CREATE TABLE notification_settings (
  member integer PRIMARY KEY NOT NULL REFERENCES users (key) ON DELETE CASCADE,
  off text DEFAULT '[]' NOT NULL,
  from_connections integer DEFAULT false NOT NULL
) WITHOUT ROWID;

CREATE TABLE notification_exceptions (
  member integer NOT NULL REFERENCES users (key) ON DELETE CASCADE,
  sender integer NOT NULL REFERENCES users (key) ON DELETE CASCADE,
  is_always integer NOT NULL,
  PRIMARY KEY (member, sender)
) WITHOUT ROWID;
CREATE INDEX notification_exceptions_sender ON notification_exceptions (sender);

CREATE TABLE push_subscriptions (
  session_id text PRIMARY KEY NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  endpoint text NOT NULL,
  p256dh text NOT NULL,
  auth text NOT NULL,
  shows_text integer NOT NULL,
  created_at text NOT NULL,
  refusals integer DEFAULT 0 NOT NULL,
  refused_at integer
);
CREATE UNIQUE INDEX push_subscriptions_endpoint ON push_subscriptions (endpoint);
CREATE INDEX push_subscriptions_refused ON push_subscriptions (refused_at) WHERE refused_at IS NOT NULL;

CREATE TABLE quiet_hours (
  user_id text PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  starts_at text NOT NULL,
  ends_at text NOT NULL,
  time_zone text NOT NULL
);

-- Digests by mail (docs/decisions/0110-mail.md).
CREATE TABLE digests (
  user_id text PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  frequency text DEFAULT 'weekly' NOT NULL,
  due_at integer,
  news_after integer NOT NULL,
  bounces integer DEFAULT 0 NOT NULL
) WITHOUT ROWID;
CREATE INDEX digests_due ON digests (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE sent_mails (
  id text PRIMARY KEY NOT NULL,
  address text NOT NULL,
  owner text NOT NULL,
  kind text NOT NULL
);
CREATE INDEX sent_mails_address ON sent_mails (address, kind, id);
CREATE INDEX sent_mails_owner ON sent_mails (owner, kind, id);

-- The limits of mails, and events beyond them (docs/product.md#mails).
CREATE TABLE held_mails (
  id text PRIMARY KEY NOT NULL,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  email text NOT NULL,
  address text NOT NULL,
  kind text NOT NULL,
  text text NOT NULL
);
CREATE INDEX held_mails_user ON held_mails (user_id, kind, email);
CREATE INDEX held_mails_kind ON held_mails (kind, id);

CREATE TABLE mail_reports (
  id text PRIMARY KEY NOT NULL,
  received_at integer NOT NULL
);
CREATE INDEX mail_reports_age ON mail_reports (received_at);
