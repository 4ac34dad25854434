-- The hashtags of the week, counted at most once an hour.
CREATE TABLE trending_tags (
  tag text PRIMARY KEY NOT NULL,
  authors integer NOT NULL
);
