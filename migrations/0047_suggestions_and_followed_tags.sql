-- Suggested members that a member does not want to be suggested again, and the hashtags that members follow.
CREATE TABLE dismissed_suggestions (
  member integer NOT NULL REFERENCES users (key) ON DELETE CASCADE,
  other text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  dismissed_at integer NOT NULL,
  PRIMARY KEY (member, other)
) WITHOUT ROWID;
CREATE INDEX dismissed_suggestions_other ON dismissed_suggestions (other);

CREATE TABLE followed_tags (
  member integer NOT NULL REFERENCES users (key) ON DELETE CASCADE,
  tag text NOT NULL,
  followed_at integer NOT NULL,
  PRIMARY KEY (member, tag)
) WITHOUT ROWID;
