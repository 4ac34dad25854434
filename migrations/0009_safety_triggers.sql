CREATE TRIGGER blocks_end_connection AFTER INSERT ON blocks BEGIN
  DELETE FROM connection_sides
  WHERE member = (SELECT key FROM users WHERE id = NEW.blocker_id) AND accepted IN (0, 1) AND other = NEW.blocked_id;
END;

-- A block deletes the notifications between the two members.
CREATE TRIGGER blocks_unnoticed AFTER INSERT ON blocks BEGIN
  DELETE FROM notices WHERE (member, is_read, id) IN (
    SELECT n.member, n.is_read, n.id
    FROM (SELECT NEW.blocker_id AS a, NEW.blocked_id AS b UNION ALL SELECT NEW.blocked_id, NEW.blocker_id) pair
      CROSS JOIN users m ON m.id = pair.a CROSS JOIN users o ON o.id = pair.b
      CROSS JOIN notices n INDEXED BY notices_sender ON n.sender = m.key AND n.member = o.key AND n.type NOT IN ('like', 'save'));
  DELETE FROM notices WHERE is_read IN (0, 1) AND (member, id) IN (
    SELECT l.owner, coalesce(l.read_notice, l.notice)
    FROM (SELECT NEW.blocker_id AS a, NEW.blocked_id AS b UNION ALL SELECT NEW.blocked_id, NEW.blocker_id) pair
      CROSS JOIN users m ON m.id = pair.a CROSS JOIN users o ON o.id = pair.b
      CROSS JOIN post_likes l ON l.member = m.key AND l.owner = o.key);
  DELETE FROM notices WHERE is_read IN (0, 1) AND (member, id) IN (
    SELECT s.owner, coalesce(s.read_notice, s.notice)
    FROM (SELECT NEW.blocker_id AS a, NEW.blocked_id AS b UNION ALL SELECT NEW.blocked_id, NEW.blocker_id) pair
      CROSS JOIN users m ON m.id = pair.a CROSS JOIN users o ON o.id = pair.b
      CROSS JOIN post_saves s ON s.member = m.key AND s.owner = o.key);
END;

-- The posts stay saved, and are hidden while the block lasts.
CREATE TRIGGER blocks_uncollected AFTER INSERT ON blocks BEGIN
  UPDATE post_saves SET collection = NULL WHERE collection IS NOT NULL
    AND member = (SELECT key FROM users WHERE id = NEW.blocker_id) AND owner = (SELECT key FROM users WHERE id = NEW.blocked_id);
  UPDATE post_saves SET collection = NULL WHERE collection IS NOT NULL
    AND member = (SELECT key FROM users WHERE id = NEW.blocked_id) AND owner = (SELECT key FROM users WHERE id = NEW.blocker_id);
END;

CREATE TRIGGER mutes_unnoticed AFTER INSERT ON mutes BEGIN
  DELETE FROM notices WHERE (member, is_read, id) IN (
    SELECT n.member, n.is_read, n.id
    FROM users m CROSS JOIN users o ON o.id = NEW.muter_id
      CROSS JOIN notices n INDEXED BY notices_sender ON n.sender = m.key AND n.member = o.key AND n.type NOT IN ('like', 'save')
    WHERE m.id = NEW.muted_id AND n.type IN ('comment', 'post_share', 'mention', 'comment_like', 'comment_reply'));
  DELETE FROM notices WHERE is_read IN (0, 1) AND (member, id) IN (
    SELECT l.owner, coalesce(l.read_notice, l.notice)
    FROM users m CROSS JOIN users o ON o.id = NEW.muter_id CROSS JOIN post_likes l ON l.member = m.key AND l.owner = o.key
    WHERE m.id = NEW.muted_id);
  DELETE FROM notices WHERE is_read IN (0, 1) AND (member, id) IN (
    SELECT s.owner, coalesce(s.read_notice, s.notice)
    FROM users m CROSS JOIN users o ON o.id = NEW.muter_id CROSS JOIN post_saves s ON s.member = m.key AND s.owner = o.key
    WHERE m.id = NEW.muted_id);
END;

CREATE TRIGGER abuse_reports_release_photos AFTER DELETE ON abuse_reports WHEN OLD.kind = 'post' BEGIN
  DELETE FROM evidence_photos WHERE post_id = OLD.subject_id
    AND NOT EXISTS (SELECT 1 FROM abuse_reports WHERE subject_id = OLD.subject_id)
    AND NOT EXISTS (SELECT 1 FROM moderation_log l JOIN removed_content c ON c.decision_id = l.id WHERE l.subject_id = OLD.subject_id);
END;

CREATE TRIGGER abuse_reports_release_evidence AFTER DELETE ON abuse_reports
WHEN OLD.media_id IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM abuse_reports WHERE media_id = OLD.media_id)
  AND NOT EXISTS (SELECT 1 FROM removed_content WHERE media_id = OLD.media_id)
  AND NOT EXISTS (SELECT 1 FROM evidence_photos WHERE media_id = OLD.media_id) BEGIN
  INSERT OR IGNORE INTO media_removals (media_id) VALUES ('evidence/' || OLD.media_id);
END;

CREATE TRIGGER moderation_log_unchanged BEFORE UPDATE ON moderation_log BEGIN
  SELECT RAISE(ABORT, 'the log is append-only');
END;

CREATE TRIGGER moderation_log_kept BEFORE DELETE ON moderation_log BEGIN
  SELECT RAISE(ABORT, 'the log is append-only');
END;

CREATE TRIGGER removed_content_release_photos AFTER DELETE ON removed_content WHEN OLD.kind = 'post' BEGIN
  DELETE FROM evidence_photos WHERE post_id = OLD.content ->> '$.posts.id'
    AND NOT EXISTS (SELECT 1 FROM abuse_reports WHERE subject_id = post_id)
    AND NOT EXISTS (SELECT 1 FROM moderation_log l JOIN removed_content c ON c.decision_id = l.id WHERE l.subject_id = post_id);
END;

CREATE TRIGGER removed_content_release_evidence AFTER DELETE ON removed_content
WHEN OLD.media_id IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM abuse_reports WHERE media_id = OLD.media_id)
  AND NOT EXISTS (SELECT 1 FROM removed_content WHERE media_id = OLD.media_id)
  AND NOT EXISTS (SELECT 1 FROM evidence_photos WHERE media_id = OLD.media_id) BEGIN
  INSERT OR IGNORE INTO media_removals (media_id) VALUES ('evidence/' || OLD.media_id);
END;

CREATE TRIGGER evidence_photos_release_evidence AFTER DELETE ON evidence_photos
WHEN NOT EXISTS (SELECT 1 FROM evidence_photos WHERE media_id = OLD.media_id)
  AND NOT EXISTS (SELECT 1 FROM abuse_reports WHERE media_id = OLD.media_id)
  AND NOT EXISTS (SELECT 1 FROM removed_content WHERE media_id = OLD.media_id) BEGIN
  INSERT OR IGNORE INTO media_removals (media_id) VALUES ('evidence/' || OLD.media_id);
END;

CREATE TRIGGER suspensions_started AFTER INSERT ON suspensions BEGIN
  INSERT OR IGNORE INTO suspended_connections (member_id, other_id, accepted, sent, created_at)
  SELECT NEW.member_id, s.other, s.accepted, s.sent, coalesce(s.created_at, o.created_at)
  FROM users m JOIN connection_sides s ON s.member = m.key AND s.accepted IN (0, 1)
    JOIN users u ON u.id = s.other
    JOIN connection_sides o ON o.member = u.key AND o.accepted = s.accepted AND o.other = m.id
  WHERE m.id = NEW.member_id;
  DELETE FROM connection_sides WHERE member = (SELECT key FROM users WHERE id = NEW.member_id) AND accepted IN (0, 1);
  INSERT OR IGNORE INTO suspended_terms (member, rank, term)
  SELECT member, rank, term FROM search_terms WHERE member = (SELECT key FROM users WHERE id = NEW.member_id);
  DELETE FROM search_terms WHERE member = (SELECT key FROM users WHERE id = NEW.member_id);
  DELETE FROM notices WHERE sender = (SELECT key FROM users WHERE id = NEW.member_id)
    AND member <> sender AND type NOT IN ('like', 'save');
  DELETE FROM notices WHERE is_read IN (0, 1) AND (member, id) IN (
    SELECT owner, coalesce(read_notice, notice) FROM post_likes WHERE member = (SELECT key FROM users WHERE id = NEW.member_id));
  DELETE FROM notices WHERE is_read IN (0, 1) AND (member, id) IN (
    SELECT owner, coalesce(read_notice, notice) FROM post_saves WHERE member = (SELECT key FROM users WHERE id = NEW.member_id));
  DELETE FROM sessions WHERE user_id = NEW.member_id;
  DELETE FROM online_members WHERE user_id = NEW.member_id;
  DELETE FROM hub_subscriptions WHERE user_id = NEW.member_id;
END;

CREATE TRIGGER suspensions_ended AFTER DELETE ON suspensions WHEN EXISTS (SELECT 1 FROM users WHERE id = OLD.member_id) BEGIN
  INSERT OR IGNORE INTO connection_sides (member, accepted, other, sent, created_at, chat)
  SELECT u.key, c.accepted, iif(c.sent, c.other_id, c.member_id), 1, c.created_at,
    ifnull((SELECT chat FROM ended_connections
      WHERE low_id = min(c.member_id, c.other_id) AND high_id = max(c.member_id, c.other_id)), 0)
  FROM suspended_connections c JOIN users u ON u.id = iif(c.sent, c.member_id, c.other_id)
  WHERE (c.member_id = OLD.member_id OR c.other_id = OLD.member_id)
    AND NOT EXISTS (SELECT 1 FROM suspensions WHERE member_id IN (c.member_id, c.other_id));
  DELETE FROM suspended_connections
  WHERE (member_id = OLD.member_id OR other_id = OLD.member_id)
    AND NOT EXISTS (
      SELECT 1 FROM suspensions s WHERE s.member_id IN (suspended_connections.member_id, suspended_connections.other_id)
    );
  INSERT OR IGNORE INTO search_terms (rank, term, member)
  SELECT rank, term, member FROM suspended_terms WHERE member = (SELECT key FROM users WHERE id = OLD.member_id);
  DELETE FROM suspended_terms WHERE member = (SELECT key FROM users WHERE id = OLD.member_id);
END;
