-- Folds the stored search terms as app/domain/search/fold.ts does since this version: without the marks of Hebrew, Arabic and
-- Syriac that readers leave out. The old terms stay for the old code.
WITH RECURSIVE folded(rank, user_id, rest, kept) AS (
  SELECT rank, user_id, term, '' FROM name_terms WHERE term GLOB '*[' || char(0x591) || '-' || char(0x74a) || ']*'
  UNION ALL
  SELECT rank, user_id, substr(rest, 2), CASE
    WHEN unicode(rest) BETWEEN 0x591 AND 0x5bd OR unicode(rest) IN (0x5bf, 0x5c1, 0x5c2, 0x5c4, 0x5c5, 0x5c7)
      OR unicode(rest) BETWEEN 0x610 AND 0x61a OR unicode(rest) IN (0x640, 0x670, 0x711)
      OR unicode(rest) BETWEEN 0x64b AND 0x65f OR unicode(rest) BETWEEN 0x6d6 AND 0x6dc
      OR unicode(rest) BETWEEN 0x6df AND 0x6e4 OR unicode(rest) IN (0x6e7, 0x6e8)
      OR unicode(rest) BETWEEN 0x6ea AND 0x6ed OR unicode(rest) BETWEEN 0x730 AND 0x74a
    THEN kept ELSE kept || substr(rest, 1, 1) END
  FROM folded WHERE rest <> ''
)
INSERT OR IGNORE INTO name_terms (rank, term, user_id)
SELECT rank, kept, user_id FROM folded WHERE rest = '' AND kept <> '';

-- Adds the terms that begin inside a word of a script without spaces: Thai, Lao, Myanmar, Hangul, Khmer, Kana, Han.
WITH RECURSIVE inside(user_id, rest) AS (
  SELECT user_id, substr(term, 2) FROM name_terms WHERE rank = 0 AND term GLOB '*[' || char(0xe01) || '-' || char(0x33479) || ']*'
  UNION ALL
  SELECT user_id, substr(rest, 2) FROM inside WHERE length(rest) > 2
)
INSERT OR IGNORE INTO name_terms (rank, term, user_id)
SELECT 1, rest, user_id FROM inside
WHERE length(rest) > 1 AND (
  unicode(rest) BETWEEN 0xe01 AND 0xe30 OR unicode(rest) BETWEEN 0xe40 AND 0xe46
  OR unicode(rest) BETWEEN 0xe81 AND 0xeb0 OR unicode(rest) BETWEEN 0xec0 AND 0xec6
  OR unicode(rest) BETWEEN 0x1000 AND 0x102a OR unicode(rest) BETWEEN 0x1100 AND 0x115f
  OR unicode(rest) BETWEEN 0x1780 AND 0x17b3 OR unicode(rest) BETWEEN 0x3041 AND 0x3096
  OR unicode(rest) BETWEEN 0x30a1 AND 0x30ff OR unicode(rest) BETWEEN 0x3400 AND 0x9fff
  OR unicode(rest) BETWEEN 0x20000 AND 0x33479);
