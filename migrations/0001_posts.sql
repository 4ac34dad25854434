-- size is in bytes, of the largest variant.
CREATE TABLE media (
  id text PRIMARY KEY NOT NULL,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  content_type text NOT NULL,
  size integer NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  placeholder text NOT NULL,
  color text NOT NULL,
  created_at text NOT NULL,
  is_ai integer DEFAULT false NOT NULL,
  hash blob,
  verdict text,
  verdict_reason text,
  look_high integer,
  look_low integer,
  original_size integer
);
CREATE INDEX media_user ON media (user_id, id);

CREATE TABLE image_checks (
  media_id text PRIMARY KEY NOT NULL REFERENCES media (id) ON DELETE CASCADE,
  attempts integer DEFAULT 0 NOT NULL,
  due_at integer NOT NULL
);
CREATE INDEX image_checks_due ON image_checks (due_at);

-- Files whose media row is deleted, to be removed from R2.
CREATE TABLE media_removals (
  media_id text PRIMARY KEY NOT NULL
);

-- The last id that each hourly sweep has read.
CREATE TABLE sweeps (
  name text PRIMARY KEY NOT NULL,
  seen_to text NOT NULL
);

-- Triggers update the counts (0006_post_triggers.sql). A photo cannot be deleted while a post or an AI image shows it:
-- the triggers of these tables delete from `media`, so a cascade from there would nest too deep (docs/database.md#depth).
CREATE TABLE posts (
  id text PRIMARY KEY NOT NULL,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  caption text DEFAULT '' NOT NULL,
  media_url text NOT NULL,
  media_id text NOT NULL REFERENCES media (id),
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
  client_id text,
  key integer,
  is_sensitive integer DEFAULT false NOT NULL,
  is_covered integer DEFAULT false NOT NULL,
  photo_count integer DEFAULT 1 NOT NULL,
  visibility text DEFAULT 'everyone' NOT NULL,
  camera text,
  words text,
  original_size integer,
  pinned_comment text
);
CREATE INDEX posts_user ON posts (user_id, id);
CREATE INDEX posts_media ON posts (media_id);
CREATE UNIQUE INDEX posts_client ON posts (user_id, client_id) WHERE client_id IS NOT NULL;
CREATE UNIQUE INDEX posts_key ON posts (key);
CREATE INDEX posts_everyone ON posts (user_id, id) WHERE visibility = 'everyone';
CREATE INDEX posts_unindexed ON posts (id) WHERE words IS NULL;

CREATE TABLE post_photos (
  post integer NOT NULL REFERENCES posts (key) ON DELETE CASCADE,
  position integer NOT NULL,
  media_id text NOT NULL REFERENCES media (id),
  width integer NOT NULL,
  height integer NOT NULL,
  placeholder text NOT NULL,
  color text NOT NULL,
  alt_text text NOT NULL,
  is_ai integer NOT NULL,
  original_size integer,
  PRIMARY KEY (post, position)
) WITHOUT ROWID;
CREATE INDEX post_photos_media ON post_photos (media_id);

-- The public id of the post, because the list is in its order.
CREATE TABLE post_hashtags (
  tag text NOT NULL,
  post_id text NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
  PRIMARY KEY (tag, post_id)
) WITHOUT ROWID;
CREATE INDEX post_hashtags_post ON post_hashtags (post_id);

-- The words by which posts are found (docs/decisions/0097-words-of-posts.md).
-- `place` is the minute of the post's date and its key: minute * 2^27 + key. It stays below 2^53, the limit of exact numbers in an export.
CREATE TABLE post_words (
  word text NOT NULL,
  place integer NOT NULL,
  PRIMARY KEY (word, place)
) WITHOUT ROWID;

-- The hashtags of the week, counted at most once an hour.
CREATE TABLE trending_tags (
  tag text PRIMARY KEY NOT NULL,
  authors integer NOT NULL
);

CREATE TABLE followed_tags (
  member integer NOT NULL REFERENCES users (key) ON DELETE CASCADE,
  tag text NOT NULL,
  followed_at integer NOT NULL,
  PRIMARY KEY (member, tag)
) WITHOUT ROWID;

CREATE TABLE post_comments (
  post integer NOT NULL REFERENCES posts (key) ON DELETE CASCADE,
  id text NOT NULL,
  member integer NOT NULL REFERENCES users (key) ON DELETE CASCADE,
  comment text NOT NULL,
  created_at integer NOT NULL,
  client_id text,
  is_hidden integer DEFAULT false NOT NULL,
  like_count integer DEFAULT 0 NOT NULL,
  parent_id text,
  reply_count integer DEFAULT 0 NOT NULL,
  edited_at integer,
  PRIMARY KEY (post, id)
) WITHOUT ROWID;
CREATE UNIQUE INDEX post_comments_member ON post_comments (member, client_id);
CREATE INDEX post_comments_replies ON post_comments (post, parent_id, id) WHERE parent_id IS NOT NULL;

-- Likes of comments (docs/decisions/0099-comments.md).
CREATE TABLE comment_likes (
  post integer NOT NULL,
  comment text NOT NULL,
  member integer NOT NULL REFERENCES users (key) ON DELETE CASCADE,
  liked_at integer NOT NULL,
  PRIMARY KEY (post, comment, member),
  FOREIGN KEY (post, comment) REFERENCES post_comments (post, id) ON DELETE CASCADE
) WITHOUT ROWID;
CREATE INDEX comment_likes_member ON comment_likes (member);

CREATE TABLE deleted_client_ids (
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind text NOT NULL,
  client_id text NOT NULL,
  deleted_at integer DEFAULT 0 NOT NULL,
  PRIMARY KEY (user_id, kind, client_id)
);
CREATE INDEX deleted_client_ids_age ON deleted_client_ids (deleted_at);

-- Collections of saved posts; a saved post is in one at most (docs/decisions/0090-collections.md).
CREATE TABLE collections (
  key integer PRIMARY KEY NOT NULL,
  id text NOT NULL,
  member integer NOT NULL REFERENCES users (key) ON DELETE CASCADE,
  name text NOT NULL,
  post_count integer DEFAULT 0 NOT NULL,
  cover integer,
  client_id text
);
CREATE UNIQUE INDEX collections_id ON collections (id);
CREATE INDEX collections_member ON collections (member, id);
CREATE UNIQUE INDEX collections_client ON collections (member, client_id) WHERE client_id IS NOT NULL;

-- Likes and saves name their notification (docs/decisions/0078-lean-reactions.md).
CREATE TABLE post_likes (
  post integer NOT NULL REFERENCES posts (key) ON DELETE CASCADE,
  member integer NOT NULL REFERENCES users (key) ON DELETE CASCADE,
  owner integer NOT NULL,
  liked_at integer,
  notice integer,
  read_notice integer,
  PRIMARY KEY (post, member)
) WITHOUT ROWID;
CREATE INDEX post_likes_member ON post_likes (member, owner);

CREATE TABLE post_saves (
  post integer NOT NULL REFERENCES posts (key) ON DELETE CASCADE,
  member integer NOT NULL REFERENCES users (key) ON DELETE CASCADE,
  owner integer NOT NULL,
  saved_at integer,
  notice integer,
  read_notice integer,
  collection integer REFERENCES collections (key) ON DELETE SET NULL,
  PRIMARY KEY (post, member)
) WITHOUT ROWID;
CREATE INDEX post_saves_member ON post_saves (member, saved_at);
CREATE INDEX post_saves_collection ON post_saves (collection, saved_at) WHERE collection IS NOT NULL;

-- AI images, and the uses that count against the quota. saved_at is null until the member saves the image.
CREATE TABLE ai_images (
  id text PRIMARY KEY NOT NULL,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  prompt text,
  image_url text NOT NULL,
  media_id text NOT NULL REFERENCES media (id),
  style text,
  source_image_url text,
  kind text NOT NULL,
  engine text NOT NULL,
  model text NOT NULL,
  saved_at text,
  created_at text NOT NULL
);
CREATE INDEX ai_images_user ON ai_images (user_id, id);
CREATE INDEX ai_images_media ON ai_images (media_id);
CREATE INDEX ai_images_source ON ai_images (source_image_url) WHERE source_image_url IS NOT NULL;
CREATE INDEX ai_images_unsaved ON ai_images (saved_at, created_at);

-- A failed use counts against the quota of a minute, not of a day.
CREATE TABLE ai_uses (
  id text PRIMARY KEY NOT NULL,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  failed integer DEFAULT false NOT NULL,
  created_at text NOT NULL
);
CREATE INDEX ai_uses_member ON ai_uses (user_id, created_at);
CREATE INDEX ai_uses_age ON ai_uses (created_at);
