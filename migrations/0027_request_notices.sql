-- Notifications of connection requests. In the code before, two statements of every request and answer did this, and looked up the
-- keys of both members again.

-- Only the last request of a member to another can be answered.
CREATE TRIGGER notices_request_renewed BEFORE INSERT ON notices WHEN NEW.type = 'connection_request' BEGIN
  DELETE FROM notices WHERE (member, is_read, id) = (
    SELECT member, is_read, id FROM notices INDEXED BY notices_sender
    WHERE sender = NEW.sender AND member = NEW.member AND type = 'connection_request' AND type NOT IN ('like', 'save'));
END;

-- The answer is from the recipient of the request.
CREATE TRIGGER notices_request_answered AFTER INSERT ON notices
WHEN NEW.type IN ('connection_accepted', 'connection_rejected') BEGIN
  UPDATE notices SET is_read = 1 WHERE (member, is_read, id) = (
    SELECT member, is_read, id FROM notices INDEXED BY notices_sender
    WHERE sender = NEW.member AND member = NEW.sender AND type = 'connection_request' AND type NOT IN ('like', 'save'))
    AND is_read = 0;
END;
