-- The members who may comment on the posts of a member.
ALTER TABLE users ADD COLUMN comments_from text DEFAULT 'everyone' NOT NULL;
