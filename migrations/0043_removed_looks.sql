CREATE TABLE `removed_looks` (
	`media_id` text PRIMARY KEY NOT NULL,
	`look_high` integer NOT NULL,
	`look_low` integer NOT NULL
);

ALTER TABLE `media` ADD `look_high` integer;
ALTER TABLE `media` ADD `look_low` integer;
-- Compares a new photo with the newest 10,000 removed ones. `a | b` minus `a & b` is their exclusive or; the sums count its bits, in
-- both halves at once from groups of four on.
CREATE TRIGGER media_not_like_removed BEFORE INSERT ON media
WHEN NEW.look_high IS NOT NULL AND EXISTS (
  SELECT 1 FROM (
    SELECT (fours & 252645135) + (fours >> 4 & 252645135) AS eights FROM (
      SELECT (high & 858993459) + (high >> 2 & 858993459) + (low & 858993459) + (low >> 2 & 858993459) AS fours FROM (
        SELECT high - (high >> 1 & 1431655765) AS high, low - (low >> 1 & 1431655765) AS low FROM (
          SELECT (look_high | NEW.look_high) - (look_high & NEW.look_high) AS high,
            (look_low | NEW.look_low) - (look_low & NEW.look_low) AS low
          FROM removed_looks ORDER BY rowid DESC LIMIT 10000))))
  WHERE (eights * 16843009 >> 24 & 255) <= 8
) BEGIN
  SELECT RAISE(ABORT, 'file was removed');
END;
