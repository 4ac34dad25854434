-- Verdicts of the image check, and the photos of posts that wait for it (docs/decisions/0082-image-check.md).
ALTER TABLE media ADD COLUMN verdict text;
ALTER TABLE media ADD COLUMN verdict_reason text;

CREATE TABLE image_checks (
  media_id text PRIMARY KEY NOT NULL REFERENCES media (id) ON DELETE CASCADE,
  attempts integer DEFAULT 0 NOT NULL,
  due_at integer NOT NULL
);
CREATE INDEX image_checks_due ON image_checks (due_at);
