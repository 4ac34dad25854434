-- Clients sync by id, so ids grow in commit order (AUTOINCREMENT) and are never reused.
CREATE TABLE notifications (
  id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  from_user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  type text NOT NULL,
  entity_id text REFERENCES posts (id) ON DELETE CASCADE,
  is_read integer DEFAULT false NOT NULL,
  created_at text NOT NULL
);
CREATE INDEX notifications_user ON notifications (user_id, id);
CREATE INDEX notifications_unread ON notifications (user_id) WHERE is_read = 0;
CREATE INDEX notifications_from ON notifications (from_user_id, user_id, type);
CREATE INDEX notifications_entity ON notifications (entity_id);
CREATE UNIQUE INDEX notifications_once ON notifications (user_id, from_user_id, type, entity_id) WHERE type in ('like', 'save', 'post_share');
