-- Drops `name_terms` and its mirrors, after the code that uses `search_terms` runs (docs/deploy.md).
DROP TRIGGER search_terms_mirrored;
DROP TRIGGER search_terms_unmirrored;
DROP TABLE name_terms;
