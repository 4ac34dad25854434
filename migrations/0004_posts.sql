-- Posts, and what members add to them. like_count and comment_count are updated by triggers (0009_counts.sql).
CREATE TABLE posts (
  id text PRIMARY KEY NOT NULL,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  caption text DEFAULT '' NOT NULL,
  media_url text NOT NULL,
  media_id text NOT NULL REFERENCES media (id) ON DELETE CASCADE,
  width integer NOT NULL,
  height integer NOT NULL,
  placeholder text NOT NULL,
  color text NOT NULL,
  location text DEFAULT '' NOT NULL,
  alt_text text DEFAULT '' NOT NULL,
  is_ai integer DEFAULT false NOT NULL,
  like_count integer DEFAULT 0 NOT NULL,
  comment_count integer DEFAULT 0 NOT NULL,
  created_at text NOT NULL,
  edited_at text,
  client_id text
);
CREATE INDEX posts_user ON posts (user_id, id);
CREATE INDEX posts_media ON posts (media_id);
CREATE UNIQUE INDEX posts_client ON posts (user_id, client_id) WHERE client_id IS NOT NULL;

-- Hashtags of captions, without the sign and in lower case.
CREATE TABLE post_tags (
  tag text NOT NULL,
  post_id text NOT NULL REFERENCES posts (id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX post_tags_newest ON post_tags (tag, post_id);
CREATE INDEX post_tags_post ON post_tags (post_id);

CREATE TABLE comments (
  id text PRIMARY KEY NOT NULL,
  post_id text NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  comment text NOT NULL,
  created_at text NOT NULL,
  client_id text
);
CREATE INDEX comments_post ON comments (post_id, id);
CREATE INDEX comments_user ON comments (user_id);
CREATE UNIQUE INDEX comments_client ON comments (user_id, client_id) WHERE client_id IS NOT NULL;

CREATE TABLE likes (
  id text PRIMARY KEY NOT NULL,
  post_id text NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at text NOT NULL
);
CREATE UNIQUE INDEX likes_member_post ON likes (user_id, post_id);
CREATE INDEX likes_post ON likes (post_id);

CREATE TABLE saved_posts (
  id text PRIMARY KEY NOT NULL,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  post_id text NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
  created_at text NOT NULL
);
CREATE UNIQUE INDEX saved_posts_member_post ON saved_posts (user_id, post_id);
CREATE INDEX saved_posts_post ON saved_posts (post_id);
CREATE INDEX saved_posts_newest ON saved_posts (user_id, id);
