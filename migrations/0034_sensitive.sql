-- Covers of sensitive photos, by the owner of a post and by moderators, and how each member sees them.
ALTER TABLE posts ADD COLUMN is_sensitive integer DEFAULT false NOT NULL;
ALTER TABLE posts ADD COLUMN is_covered integer DEFAULT false NOT NULL;
ALTER TABLE users ADD COLUMN sensitive_photos text DEFAULT 'cover' NOT NULL;
