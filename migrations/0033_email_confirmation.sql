-- The confirmation of the address of a sign-up. Members from before count as confirmed, so no row is rewritten.
ALTER TABLE users ADD email_confirmed integer DEFAULT true NOT NULL;

-- The code in the same mail as the link, as a keyed hash, and the codes that were entered while it was the newest.
ALTER TABLE email_changes ADD code text;
ALTER TABLE email_changes ADD attempts integer DEFAULT 0 NOT NULL;
