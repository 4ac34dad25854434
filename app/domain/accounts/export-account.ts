import { type SQL, sql } from "drizzle-orm";
import { attachmentName } from "~/contract/attachment-name";
import { shownWord } from "~/contract/mutes";
import type { Db } from "~/db/client";
import { receiverOf, senderOf } from "~/db/conversations";
import { memberKey } from "~/db/keys";
import { limit } from "~/db/limit";
import { isStored } from "~/db/message-rows";
import { isoTime } from "~/db/times";
import type { MemberCtx, ViewerCtx } from "../context";
import { readNotificationSettings } from "../notifications/notification-settings";
import { takeFromLimits } from "../rate-limit";
import { readAccount } from "./read-account";
import { readSettings } from "./read-settings";
import { requireStepUp } from "./step-up";

/** The context of an export, which needs no session. */
type ExportCtx = ViewerCtx & Pick<MemberCtx, "media" | "now">;

/** One file of the export. */
export interface ExportFile {
  name: string;
  lastModified: Date;
  input: string | AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>;
}

const ROWS = 500;

type Row = Record<string, unknown>;

/** A query for rows that belong to the member. */
interface List {
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

/** The same for a table that refers to the member by key. A page of comments or likes reads the member's index from its start. */
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

/** The exported lists by file name, without the .json. Password hash and session ids are not exported. */
const lists: Record<string, List | { messages: (me: string) => SQL }> = {
  posts:
    mine(sql`id, caption, location, alt_text AS altText, media_url AS mediaUrl, is_sensitive AS isSensitive, visibility, camera, like_count AS likeCount,
    comment_count AS commentCount, created_at AS createdAt, (
      SELECT json_group_array(json_object('mediaUrl', url, 'altText', alt)) FROM (
        SELECT p.media_url AS url, p.alt_text AS alt, 0 AS position
        UNION ALL SELECT '/media/' || x.media_id, x.alt_text, x.position FROM post_photos x WHERE x.post = p.key
        ORDER BY position)) AS photos
    FROM posts p`),
  comments: ofMember(
    sql`c.id AS id, p.id AS postId, c.parent_id AS parentId, c.comment AS comment, ${isoTime(sql`c.created_at`)} AS createdAt, ${isoTime(sql`c.edited_at`)} AS editedAt
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
  collections: ofMember(sql`c.name AS name, c.post_count AS postCount FROM collections c`, {
    owner: sql`c.member`,
    key: sql`c.id`,
  }),
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
  messages: { messages },
  notifications: ofMember(
    sql`n.id AS id, n.type AS type, u.username AS "from", n.post_id AS postId, n.comment_id AS commentId, n.is_read AS isRead,
      ${isoTime(sql`n.created_at`)} AS createdAt
      FROM notices n JOIN users u ON u.key = n.sender`,
    { owner: sql`n.is_read IN (0, 1) AND n.member`, key: sql`n.id`, start: 0 },
  ),
  "ai-images": mine(
    sql`id, kind, prompt, style, image_url AS imageUrl, engine, model, created_at AS createdAt FROM ai_images`,
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
  reports: mine(
    sql`r.id AS id, r.kind AS kind, r.snapshot ->> 'username' AS member, r.post_id AS postId, r.reason AS reason,
      r.details AS details, r.created_at AS createdAt, r.closed_at AS closedAt FROM abuse_reports r`,
    { owner: sql`r.reporter_id`, key: sql`r.id` },
  ),
  sessions: mine(
    sql`rowid AS id, user_agent AS userAgent, created_at AS createdAt, last_seen_at AS lastSeenAt FROM sessions`,
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

const photos = mine(sql`id, created_at AS createdAt, original_size AS originalSize FROM media`);

const attachments = sql`m.id AS id, m.attachment_media_id AS mediaId, m.attachment_type AS type,
  m.attachment_name AS name, ${isoTime(sql`m.created_at`)} AS createdAt
  FROM conversations c CROSS JOIN chat_messages m ON ${isStored} AND m.attachment_media_id IS NOT NULL`;

/**
 * Returns the files of the viewer's data: rows as JSON, photos, and the attachments of their conversations. Rows are read
 * in pages and photos one at a time, so memory use does not grow with the account.
 * @throws AppError `step_up` or `rate_limited`, before the first file
 */
export async function exportAccount(ctx: MemberCtx): Promise<AsyncGenerator<ExportFile>> {
  await requireStepUp(ctx);
  await takeFromLimits(
    ctx,
    { export: [ctx.viewer.id] },
    "Too many exports. Please wait a minute and try again.",
  );
  return filesOf(ctx);
}

/** Returns the files of the viewer's data. The caller has checked who asks. */
export async function* filesOf(ctx: ExportCtx): AsyncGenerator<ExportFile> {
  const lastModified = ctx.now();
  yield { name: "account.json", lastModified, input: JSON.stringify(await accountOf(ctx), null, 2) };
  for (const [name, list] of Object.entries(lists)) {
    const rows =
      "messages" in list ? named(ctx, messagePages(ctx, list.messages(ctx.viewer.id))) : pages(ctx, list);
    yield { name: `${name}.json`, lastModified, input: jsonArray(rows) };
  }
  for await (const photo of pages(ctx, photos)) {
    const stored = await ctx.media.get(String(photo.id), photo.originalSize === null ? "full" : "original");
    if (!stored) continue;
    yield {
      name: `photos/${photo.id}.webp`,
      lastModified: new Date(String(photo.createdAt)),
      input: stored.body,
    };
  }
  for await (const page of messagePages(ctx, attachments)) yield* attachmentFiles(ctx, page);
}

async function* attachmentFiles(ctx: ExportCtx, rows: Row[]): AsyncGenerator<ExportFile> {
  for (const { id, mediaId, type, name, createdAt } of rows) {
    const isImage = String(type).startsWith("image/");
    const stored = await ctx.media.getPrivate(String(mediaId), isImage ? "full" : "file");
    if (!stored) continue;
    yield {
      // Photos are stored as WebP, whatever their name; the id keeps the names of two messages' files apart.
      name: `attachments/${id}-${attachmentName(String(name), String(type))}${isImage ? ".webp" : ""}`,
      lastModified: new Date(String(createdAt)),
      input: stored.body,
    };
  }
}

/** Returns the account with the day of joining and the settings that are stored with it. The theme is stored in the browser. */
async function accountOf(ctx: ExportCtx) {
  const row = await ctx.db.get<{ createdAt: string }>(sql`
    SELECT created_at AS createdAt FROM users WHERE id = ${ctx.viewer.id}`);
  const { hidesPresence: hidesOnlineStatus, hidesAi: hidesAiPosts, ...others } = await readSettings(ctx);
  const mutedWords = ctx.viewer.mutedWords.map(shownWord);
  const { exceptions: _, ...notifications } = await readNotificationSettings(ctx);
  const settings = { hidesOnlineStatus, hidesAiPosts, ...others, mutedWords, notifications };
  const { emailConfirmed: isEmailConfirmed } = ctx.viewer;
  return { ...readAccount(ctx), isEmailConfirmed, createdAt: row.createdAt, settings };
}

async function* pages(ctx: ExportCtx, { rows, owners, key, start, byKey }: List): AsyncGenerator<Row> {
  const member = byKey ? memberKey(ctx.viewer.id) : ctx.viewer.id;
  let after: unknown = start;
  while (true) {
    // One SELECT for each owner column uses its index; `${me} IN (sender_id, receiver_id)` would read the whole table.
    const sides = owners.map(
      (owner) => sql`SELECT ${key} AS "key", ${rows} WHERE ${owner} = ${member} AND ${key} > ${after}`,
    );
    const page: Row[] = await ctx.db.all<Row>(
      sql`${sql.join(sides, sql` UNION ALL `)} ORDER BY "key" ${limit(ROWS)}`,
    );
    for (const { key: at, ...row } of page) {
      after = at;
      yield withTypes(row);
    }
    if (page.length < ROWS) return;
  }
}

/** Returns messages of the member's conversations, one conversation after the other, each in the order of its messages. */
async function* messagePages(ctx: ExportCtx, rows: SQL): AsyncGenerator<Row[]> {
  for (const chat of ctx.chats) yield* messagePagesIn(chat, ctx.viewer.id, rows);
}

async function* messagePagesIn(chat: Db, me: string, rows: SQL): AsyncGenerator<Row[]> {
  let after = { conversation: 0, message: 0 };
  while (true) {
    const page: Row[] = await chat.all<Row>(sql`
      SELECT c.key AS inConversation, ${rows}
      WHERE c.key IN (
          SELECT key FROM conversations WHERE low_id = ${me}
          UNION ALL SELECT key FROM conversations WHERE high_id = ${me})
        AND c.key >= ${after.conversation}
        AND m.conversation = c.key AND m.id > iif(c.key = ${after.conversation}, ${after.message}, 0)
      ORDER BY c.key, m.id ${limit(ROWS)}`);
    const last = page.at(-1);
    if (last) after = { conversation: Number(last.inConversation), message: Number(last.id) };
    yield page.map(({ inConversation: _, ...row }) => withTypes(row));
    if (page.length < ROWS) return;
  }
}

/** Replaces the ids of members by their usernames. */
async function* named({ db }: ExportCtx, messagesOf: AsyncGenerator<Row[]>): AsyncGenerator<Row> {
  for await (const page of messagesOf) {
    if (page.length === 0) continue;
    const ids = JSON.stringify([...new Set(page.flatMap(({ from, to }) => [from, to]))]);
    const users = await db.all<{ id: string; username: string }>(
      sql`SELECT u.id AS id, u.username AS username FROM json_each(${ids}) JOIN users u ON u.id = value`,
    );
    const names = new Map<unknown, string>(users.map(({ id, username }) => [id, username]));
    for (const row of page) yield { ...row, from: names.get(row.from), to: names.get(row.to) };
  }
}

/** SQLite has no booleans and no lists. */
function withTypes(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (name === "isRead" || name === "isSensitive" || name === "isForwarded") return [name, value === 1];
      const isJson = name === "photos" || (name === "camera" && value !== null);
      return [name, isJson ? JSON.parse(String(value)) : value];
    }),
  );
}

/** Writes rows as a JSON array while they are read. */
async function* jsonArray(rows: AsyncIterable<Row>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let before = "[\n";
  for await (const row of rows) {
    yield encoder.encode(before + JSON.stringify(row));
    before = ",\n";
  }
  yield encoder.encode(before === "[\n" ? "[]\n" : "\n]\n");
}
