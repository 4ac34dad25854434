import { type SQL, sql } from "drizzle-orm";
import { receiverOf, senderOf } from "~/db/conversations";
import { isStored } from "~/db/message-rows";
import { notExported, postColumnsWithout } from "~/db/schema/post-columns";
import { isoTime } from "~/db/times";
import { isShown, isUndone } from "../moderation/list-decisions";

/** A query for rows that belong to the member. */
export interface List {
  /** Columns and tables. */
  rows: SQL;
  /** The columns with the owner's id: two where a row belongs to two members. Each has an index. */
  owners: SQL[];
  /** The column that the pages are ordered by; unique for each member. */
  key: SQL;
  /** Sorts before every key. */
  start: string | number;
  /** Whether `owners` have the key of the member instead of the id. */
  byKey?: boolean;
}

const mine = (
  rows: SQL,
  { owner = sql`user_id`, key = sql`id`, start = "" as List["start"] } = {},
): List => ({
  rows,
  owners: [owner],
  key,
  start,
});

/** Of a table that refers to the member by key. A page of them reads the member's index from its start. */
const ofMember = (...list: Parameters<typeof mine>): List => ({ ...mine(...list), byKey: true });

/** Columns and tables of the messages `m` of the conversations `c`. The ids are replaced by usernames. */
const messages = (
  me: string,
): SQL => sql`m.id AS id, ${senderOf} AS "from", ${receiverOf} AS "to", m.content AS content,
  m.attachment_name AS attachmentName, m.forwarded AS isForwarded,
  m.unread_by IS NULL AND (m.read_privately IS NULL OR ${receiverOf} = ${me}) AS isRead, ${isoTime(sql`m.created_at`)} AS createdAt,
  m.reply_to AS replyTo, m.sender_reaction AS senderReaction, m.receiver_reaction AS receiverReaction,
  ${isoTime(sql`m.edited_at`)} AS editedAt
  FROM conversations c CROSS JOIN chat_messages m ON ${isStored}`;

const exportedColumns = sql.raw(
  postColumnsWithout(notExported)
    .map(([property, column]) => `${column} AS ${property}`)
    .join(", "),
);

/** Addresses to which a link was mailed. The id of a row is the hash of the link's token. */
const mailed = (table: "email_changes" | "email_undos") =>
  mine(
    sql`rowid AS id, email AS email, created_at AS createdAt, expires_at AS expiresAt, used_at AS usedAt FROM ${sql.raw(table)}`,
    { key: sql`rowid`, start: 0 },
  );

/** The exported lists by file name, without the .json. `notExported` lists the columns that none of them has. */
export const lists: Record<string, List | { messages: (me: string) => SQL }> = {
  posts: mine(sql`${exportedColumns}, (
      SELECT json_group_array(json_object('mediaUrl', url, 'altText', alt, 'isAi', json(iif(ai, 'true', 'false')))) FROM (
        SELECT p.media_url AS url, p.alt_text AS alt, p.is_ai AS ai, 0 AS position
        UNION ALL SELECT '/media/' || x.media_id, x.alt_text, x.is_ai, x.position FROM post_photos x WHERE x.post = p.key
        ORDER BY position)) AS photos
    FROM posts p`),
  comments: ofMember(
    sql`c.id AS id, p.id AS postId, c.parent_id AS parentId, c.comment AS comment, ${isoTime(sql`c.created_at`)} AS createdAt, ${isoTime(sql`c.edited_at`)} AS editedAt, c.is_hidden AS isHidden
      FROM post_comments c JOIN posts p ON p.key = c.post`,
    { owner: sql`c.member`, key: sql`c.id` },
  ),
  likes: ofMember(
    sql`p.id AS postId, ${isoTime(sql`l.liked_at`)} AS createdAt FROM post_likes l JOIN posts p ON p.key = l.post`,
    { owner: sql`l.liked_at IS NOT NULL AND l.member`, key: sql`l.post`, start: 0 },
  ),
  "comment-likes": ofMember(
    sql`p.id AS postId, l.comment AS commentId, ${isoTime(sql`l.liked_at`)} AS createdAt
      FROM comment_likes l JOIN posts p ON p.key = l.post`,
    { owner: sql`l.member`, key: sql`l.comment` },
  ),
  "saved-posts": ofMember(
    sql`p.id AS postId, c.name AS collection, ${isoTime(sql`s.saved_at`)} AS createdAt
      FROM post_saves s JOIN posts p ON p.key = s.post LEFT JOIN collections c ON c.key = s.collection`,
    { owner: sql`s.member`, key: sql`s.saved_at`, start: -1 },
  ),
  collections: ofMember(
    sql`c.id AS id, c.name AS name, c.post_count AS postCount, p.id AS coverPostId
      FROM collections c LEFT JOIN posts p ON p.key = c.cover`,
    { owner: sql`c.member`, key: sql`c.id` },
  ),
  "followed-tags": ofMember(
    sql`f.tag AS tag, ${isoTime(sql`f.followed_at`)} AS createdAt FROM followed_tags f`,
    { owner: sql`f.member`, key: sql`f.tag` },
  ),
  connections: {
    rows: sql`iif(c.sent, m.username, o.username) AS "from", iif(c.sent, o.username, m.username) AS "to",
      iif(c.accepted, 'accepted', 'pending') AS status,
      ${isoTime(sql`c.muted_until`)} AS chatMutedUntil, c.archived_to AS chatArchivedTo,
      strftime('%Y-%m-%dT%H:%M:%fZ', coalesce(c.created_at, s.created_at) / 1000.0, 'unixepoch') AS createdAt
      FROM users m CROSS JOIN connection_sides c ON c.member = m.key JOIN users o ON o.id = c.other
        JOIN connection_sides s ON s.member = o.key AND s.accepted = c.accepted AND s.other = m.id`,
    owners: [sql`m.id`],
    key: sql`c.other`,
    start: "",
  },
  // Of a suspended member, whose data the operator exports.
  "suspended-connections": mine(
    sql`iif(s.sent, m.username, o.username) AS "from", iif(s.sent, o.username, m.username) AS "to",
      iif(s.accepted, 'accepted', 'pending') AS status, ${isoTime(sql`s.created_at`)} AS createdAt
      FROM suspended_connections s JOIN users m ON m.id = s.member_id JOIN users o ON o.id = s.other_id`,
    { owner: sql`s.member_id`, key: sql`s.other_id` },
  ),
  messages: { messages },
  notifications: ofMember(
    sql`n.id AS id, n.type AS type, u.username AS "from", n.post_id AS postId, n.comment_id AS commentId, n.is_read AS isRead,
      ${isoTime(sql`n.created_at`)} AS createdAt
      FROM notices n JOIN users u ON u.key = n.sender`,
    { owner: sql`n.is_read IN (0, 1) AND n.member`, key: sql`n.id`, start: 0 },
  ),
  "ai-images": mine(
    sql`id, kind, prompt, style, image_url AS imageUrl, source_image_url AS sourceImageUrl, engine, model, saved_at AS savedAt,
      created_at AS createdAt FROM ai_images`,
  ),
  blocked: mine(
    sql`b.id AS id, u.username AS username, b.created_at AS createdAt
      FROM blocks b JOIN users u ON u.id = b.blocked_id`,
    { owner: sql`b.blocker_id`, key: sql`b.blocked_id` },
  ),
  muted: mine(
    sql`u.id AS id, u.username AS username, m.created_at AS createdAt
      FROM mutes m JOIN users u ON u.id = m.muted_id`,
    { owner: sql`m.muter_id`, key: sql`m.muted_id` },
  ),
  "notification-exceptions": ofMember(
    sql`u.id AS id, u.username AS username, iif(x.is_always, 'always', 'never') AS mode
      FROM notification_exceptions x JOIN users u ON u.key = x.sender`,
    { owner: sql`x.member`, key: sql`x.sender`, start: 0 },
  ),
  "dismissed-suggestions": ofMember(
    sql`u.id AS id, u.username AS username, ${isoTime(sql`d.dismissed_at`)} AS createdAt
      FROM dismissed_suggestions d JOIN users u ON u.id = d.other`,
    { owner: sql`d.member`, key: sql`d.other` },
  ),
  invitations: mine(
    sql`rowid AS id, uses AS uses, used AS used, expires_at AS expiresAt, created_at AS createdAt FROM invitations`,
    { owner: sql`member_id`, key: sql`rowid`, start: 0 },
  ),
  invited: mine(
    sql`u.id AS id, u.username AS username, j.created_at AS createdAt
      FROM invited_members j JOIN users u ON u.id = j.member_id`,
    { owner: sql`j.invited_by`, key: sql`j.member_id` },
  ),
  reports: mine(
    sql`r.id AS id, r.kind AS kind, r.snapshot ->> 'username' AS member, r.subject_id AS subjectId, r.post_id AS postId, r.reason AS reason,
      r.details AS details, r.created_at AS createdAt, r.closed_at AS closedAt,
      CASE r.has_led_to_action WHEN 1 THEN 'action' WHEN 0 THEN 'dismissed' ELSE 'open' END AS outcome FROM abuse_reports r`,
    { owner: sql`r.reporter_id`, key: sql`r.id` },
  ),
  decisions: mine(
    sql`l.id AS id, l.action AS action, l.kind AS kind, l.subject_id AS subjectId, l.post_id AS postId, l.reason AS reason,
      l.until AS until, l.has_removed AS isRemoved, ${isUndone} AS isUndone, l.created_at AS createdAt FROM moderation_log l`,
    { owner: sql`${isShown} AND l.member_id`, key: sql`l.id` },
  ),
  appeals: mine(
    sql`a.decision_id AS decisionId, a.text AS text, a.created_at AS createdAt, a.closed_at AS closedAt,
      CASE a.is_granted WHEN 1 THEN 'granted' WHEN 0 THEN 'upheld' ELSE 'open' END AS outcome FROM appeals a`,
    { owner: sql`a.member_id`, key: sql`a.decision_id` },
  ),
  "former-usernames": mine(
    sql`username, created_at AS createdAt, expires_at AS expiresAt FROM former_usernames`,
    { key: sql`username` },
  ),
  "email-changes": mailed("email_changes"),
  "former-emails": mailed("email_undos"),
  sessions: mine(
    sql`rowid AS id, user_agent AS userAgent, created_at AS createdAt, last_seen_at AS lastSeenAt, remembered AS isRemembered,
      expires_at AS expiresAt, verified_at AS verifiedAt FROM sessions`,
    { key: sql`rowid`, start: 0 },
  ),
  passkeys: mine(
    sql`rowid AS id, name AS name, created_at AS createdAt, last_used_at AS lastUsedAt FROM passkeys`,
    { key: sql`rowid`, start: 0 },
  ),
  "push-devices": mine(
    sql`s.rowid AS id, p.endpoint AS endpoint, p.shows_text AS showsText, p.created_at AS createdAt
      FROM sessions s CROSS JOIN push_subscriptions p ON p.session_id = s.id`,
    { owner: sql`s.user_id`, key: sql`s.rowid`, start: 0 },
  ),
  "quiet-hours": mine(
    sql`rowid AS id, starts_at AS "from", ends_at AS "to", time_zone AS timeZone FROM quiet_hours`,
    { key: sql`rowid`, start: 0 },
  ),
  digests: mine(
    sql`d.frequency AS frequency, ${isoTime(sql`d.due_at`)} AS nextAt, ${isoTime(sql`d.news_after`)} AS newsAfter, d.bounces AS bounces
      FROM digests d`,
    { owner: sql`d.user_id`, key: sql`d.user_id` },
  ),
};

export const photos = mine(sql`id, created_at AS createdAt, original_size AS originalSize FROM media`);

/** Columns and tables of the messages with a file. */
export const attachments = sql`m.id AS id, m.attachment_media_id AS mediaId, m.attachment_type AS type,
  m.attachment_name AS name, ${isoTime(sql`m.created_at`)} AS createdAt
  FROM conversations c CROSS JOIN chat_messages m ON ${isStored} AND m.attachment_media_id IS NOT NULL`;
