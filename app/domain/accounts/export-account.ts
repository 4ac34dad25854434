import { type SQL, sql } from "drizzle-orm";
import { limit } from "~/db/limit";
import type { MemberCtx } from "../context";
import { readAccount } from "./read-account";

/** One file of the export. */
export interface ExportFile {
  name: string;
  lastModified: Date;
  input: string | AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>;
}

const ROWS = 500;

type Row = Record<string, unknown> & { id: string | number };

/** What is the member's own, by the name of its file. Their password and the keys of their sessions stay here. */
const lists: Record<string, (me: string) => SQL> = {
  posts: (
    me,
  ) => sql`SELECT id, caption, location, alt_text AS altText, media_url AS mediaUrl, like_count AS likeCount,
    comment_count AS commentCount, created_at AS createdAt FROM posts WHERE user_id = ${me}`,
  comments: (me) =>
    sql`SELECT id, post_id AS postId, comment, created_at AS createdAt FROM comments WHERE user_id = ${me}`,
  likes: (me) => sql`SELECT id, post_id AS postId, created_at AS createdAt FROM likes WHERE user_id = ${me}`,
  "saved-posts": (me) =>
    sql`SELECT id, post_id AS postId, created_at AS createdAt FROM saved_posts WHERE user_id = ${me}`,
  connections: (me) => sql`SELECT c.id AS id, a.username AS "from", b.username AS "to", c.status AS status,
    c.created_at AS createdAt FROM connections c JOIN users a ON a.id = c.follower_id JOIN users b ON b.id = c.following_id
    WHERE ${me} IN (c.follower_id, c.following_id)`,
  messages: (me) => sql`SELECT m.id AS id, a.username AS "from", b.username AS "to", m.content AS content,
    m.attachment_name AS attachmentName, m.created_at AS createdAt FROM messages m JOIN users a ON a.id = m.sender_id
    JOIN users b ON b.id = m.receiver_id WHERE ${me} IN (m.sender_id, m.receiver_id)`,
  notifications: (me) => sql`SELECT n.id AS id, n.type AS type, u.username AS "from", n.entity_id AS postId,
    n.created_at AS createdAt FROM notifications n JOIN users u ON u.id = n.from_user_id WHERE n.user_id = ${me}`,
  "ai-images": (
    me,
  ) => sql`SELECT id, kind, prompt, style, image_url AS imageUrl, engine, model, created_at AS createdAt
    FROM ai_images WHERE user_id = ${me}`,
  blocked: (me) => sql`SELECT b.id AS id, u.username AS username, b.created_at AS createdAt FROM blocks b
    JOIN users u ON u.id = b.blocked_id WHERE b.blocker_id = ${me}`,
  reports: (me) => sql`SELECT r.id AS id, u.username AS member, r.post_id AS postId, r.reason AS reason,
    r.details AS details, r.created_at AS createdAt FROM reports r JOIN users u ON u.id = r.member_id
    WHERE r.reporter_id = ${me}`,
  sessions: (
    me,
  ) => sql`SELECT rowid AS id, user_agent AS userAgent, created_at AS createdAt, last_seen_at AS lastSeenAt
    FROM sessions WHERE user_id = ${me}`,
};

/**
 * Everything the viewer has here, file by file: rows, photos, and the files of their conversations. Rows are read in
 * pages and photos one at a time, so that
 * the memory it takes does not grow with the account.
 */
export async function* exportAccount(ctx: MemberCtx): AsyncGenerator<ExportFile> {
  const lastModified = ctx.now();
  const me = ctx.viewer.id;
  yield { name: "account.json", lastModified, input: JSON.stringify(readAccount(ctx), null, 2) };
  for (const [name, list] of Object.entries(lists)) {
    yield { name: `${name}.json`, lastModified, input: jsonArray(pages(ctx, list(me))) };
  }
  const media = sql`SELECT id, created_at AS createdAt FROM media WHERE user_id = ${me}`;
  for await (const photo of pages(ctx, media)) {
    const stored = await ctx.media.get(String(photo.id), "full");
    if (!stored) continue;
    yield {
      name: `photos/${photo.id}.webp`,
      lastModified: new Date(String(photo.createdAt)),
      input: stored.body,
    };
  }
  const files = sql`SELECT id, attachment_media_id AS mediaId, attachment_type AS type, attachment_name AS name,
    created_at AS createdAt FROM messages
    WHERE ${me} IN (sender_id, receiver_id) AND attachment_media_id IS NOT NULL`;
  for await (const { id, mediaId, type, name, createdAt } of pages(ctx, files)) {
    const isImage = String(type).startsWith("image/");
    const stored = await ctx.media.getPrivate(String(mediaId), isImage ? "full" : "file");
    if (!stored) continue;
    yield {
      // A photo is kept as WebP, whatever it was called; two messages may name their files alike.
      name: `attachments/${id}-${name}${isImage ? ".webp" : ""}`,
      lastModified: new Date(String(createdAt)),
      input: stored.body,
    };
  }
}

async function* pages(ctx: MemberCtx, list: SQL): AsyncGenerator<Row> {
  let after: string | number | null = null;
  while (true) {
    const rows: Row[] = await ctx.db.all<Row>(
      sql`SELECT * FROM (${list}) WHERE (${after} IS NULL OR id > ${after}) ORDER BY id ${limit(ROWS)}`,
    );
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < ROWS) return;
    after = last.id;
  }
}

/** Rows as a JSON array, written as they come. */
async function* jsonArray(rows: AsyncIterable<Row>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let before = "[\n";
  for await (const row of rows) {
    yield encoder.encode(before + JSON.stringify(row));
    before = ",\n";
  }
  yield encoder.encode(before === "[\n" ? "[]\n" : "\n]\n");
}
