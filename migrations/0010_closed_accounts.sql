-- As before, for every suspension that a decision has.
DROP TRIGGER suspensions_started;
CREATE TRIGGER suspensions_started AFTER INSERT ON suspensions WHEN NEW.decision_id <> '' BEGIN
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

-- A suspension without a decision closes a large account that its member has deleted: nobody finds it any more and nobody logs in, the
-- username and the address are free, and the rest is deleted in steps (app/domain/accounts/closed-accounts.ts).
CREATE TRIGGER suspensions_closed AFTER INSERT ON suspensions WHEN NEW.decision_id = '' BEGIN
  INSERT OR IGNORE INTO deleted_accounts (id, left_at) VALUES (NEW.member_id, CAST(unixepoch('subsec') * 1000 AS integer));
  DELETE FROM sessions WHERE user_id = NEW.member_id;
  DELETE FROM passkeys WHERE user_id = NEW.member_id;
  DELETE FROM pending_log_ins WHERE user_id = NEW.member_id;
  DELETE FROM password_resets WHERE user_id = NEW.member_id;
  DELETE FROM email_changes WHERE user_id = NEW.member_id;
  DELETE FROM email_undos WHERE user_id = NEW.member_id;
  DELETE FROM alert_links WHERE user_id = NEW.member_id;
  DELETE FROM held_mails WHERE user_id = NEW.member_id;
  DELETE FROM digests WHERE user_id = NEW.member_id;
  DELETE FROM former_usernames WHERE user_id = NEW.member_id;
  DELETE FROM online_members WHERE user_id = NEW.member_id;
  DELETE FROM hub_subscriptions WHERE user_id = NEW.member_id;
  DELETE FROM connection_sides WHERE member = (SELECT key FROM users WHERE id = NEW.member_id) AND accepted IN (0, 1);
  -- Without it the name is not reserved.
  UPDATE users SET profile_setup_at = NULL WHERE id = NEW.member_id;
  UPDATE users SET username = id, email = id, full_name = '', bio = '', profile_image = NULL WHERE id = NEW.member_id;
  DELETE FROM search_terms WHERE member = (SELECT key FROM users WHERE id = NEW.member_id);
END;
