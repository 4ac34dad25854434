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
