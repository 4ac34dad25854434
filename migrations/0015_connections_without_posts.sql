-- The feed looks up each author's newest post (docs/decisions/0070-feed-by-seeks.md), so a connection need not store it,
-- and a post writes nothing for its author's connections. Deploy this file after the code that reads that way: the code
-- before it reads these columns. Dropping a column rewrites the rows of the table once.
DROP TRIGGER posts_shown;
DROP TRIGGER posts_unshown;
DROP TRIGGER connections_made;
DROP TRIGGER connections_made_later;

DROP INDEX connections_follower_feed;
DROP INDEX connections_following_feed;
ALTER TABLE connections DROP COLUMN follower_newest;
ALTER TABLE connections DROP COLUMN following_newest;
