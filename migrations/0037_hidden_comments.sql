-- Comments that the owner of their post has hidden.
ALTER TABLE post_comments ADD COLUMN is_hidden integer DEFAULT false NOT NULL;
