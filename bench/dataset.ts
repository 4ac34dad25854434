import { createHash } from "node:crypto";
import type { LocalBindings } from "../scripts/local-server";

/** Connections of the members whose feed is measured. */
export const readers: readonly number[] = [20, 200, 500];

/** Distance between posts: one a minute, the newest now. A million posts span almost two years. */
const MINUTE = 60_000;
/** Rows in a statement: large for speed, small enough for one transaction. */
const CHUNK = 50_000;

export interface DatasetSize {
  posts: number;
  members: number;
}

/** SQL for the id of a member and of their one photo, from the member's number. */
export const memberId = (n: string) => `printf('00000000-0000-7000-8000-%012x', ${n})`;
/** SQL for the key of a member or post, from SQL for the id. */
export const memberKeyOf = (id: string) => `(SELECT key FROM users WHERE id = ${id})`;
export const postKeyOf = (id: string) => `(SELECT key FROM posts WHERE id = ${id})`;
const mediaId = (n: string) => `printf('00000000-0000-7000-9000-%012x', ${n})`;

/** The session token and cookie of the reader with that many connections. */
export const tokenOf = (connections: number) => `reader-${connections}`;
/** Names no hub, so the database answers every read: the costs of a cold read. */
export const cookieOf = (connections: number) => `afterglow=${tokenOf(connections)}`;
/** Names the reader's hub, as the cookies of browsers do. */
export const hubCookieOf = (connections: number) =>
  `${cookieOf(connections)}.00000000-0000-7000-8000-${readerNumber(connections).toString(16).padStart(12, "0")}`;

/** The number of that reader, and the URL of their photo. */
export function readerNumber(connections: number): number {
  return readers.indexOf(connections);
}

export function photoOf(connections: number): string {
  return `/media/00000000-0000-7000-9000-${readerNumber(connections).toString(16).padStart(12, "0")}`;
}

async function inChunks(total: number, make: (from: number, to: number) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < total; from += CHUNK) await make(from, Math.min(from + CHUNK, total));
}

const numbers = (from: number, to: number) =>
  `WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${to - 1})`;

/**
 * Fills an empty database: members in a ring, each connected to ten on either side; three readers with 20, 200 and
 * 500 connections spread over all members; posts in a mixed order of authors; for each reader's newest 200 visible
 * posts three comments each, a like on every fifth and a save on every tenth. Everything that is counted is
 * deterministic: the cost fixture blocks an author, whose posts a read must skip.
 */
export async function makeDataset({ db }: Pick<LocalBindings, "db">, size: DatasetSize): Promise<void> {
  const run = (query: string) => db.prepare(query).run();
  const start = Date.now() - size.posts * MINUTE;
  const iso = (ms: string) => `strftime('%Y-%m-%dT%H:%M:%fZ', (${ms}) / 1000.0, 'unixepoch')`;
  await inChunks(size.members, async (from, to) => {
    await run(`${numbers(from, to)} INSERT INTO users (id, username, password, email, full_name, profile_setup_at, created_at)
      SELECT ${memberId("i")}, 'member' || i, '-', 'member' || i || '@example.com', 'Member ' || i, '2025', '2025' FROM n`);
    await run(`${numbers(from, to)} INSERT INTO media (id, user_id, content_type, size, width, height, placeholder, color, created_at)
      SELECT ${mediaId("i")}, ${memberId("i")}, 'image/webp', 1, 1080, 810, '', '#886644', '2025' FROM n`);
  });
  await inChunks(size.posts, (from, to) =>
    run(`${numbers(from, to)}, made(i, at, author) AS (
        SELECT i, ${start} + i * ${MINUTE}, abs((i * 2654435761) % 4294967291) % ${size.members} FROM n)
      INSERT INTO posts (id, user_id, caption, media_url, media_id, width, height, placeholder, color, created_at, words)
      SELECT printf('%08x-%04x-7000-8000-%012x', at / 65536, at % 65536, i), ${memberId("author")}, 'Evening no. ' || i,
        '/media/' || ${mediaId("author")}, ${mediaId("author")}, 1080, 810,
        'data:image/webp;base64,' || hex(randomblob(90)), '#886644', ${iso("at")}, ' evening no ' || i || ' ' FROM made`),
  );
  const connect = (asker: string, asked: string, from: string) =>
    run(`${from} INSERT OR IGNORE INTO connection_sides (member, accepted, other, sent, created_at)
      SELECT (SELECT key FROM users WHERE id = ${memberId(asker)}), 1, ${memberId(asked)}, 1, 0 FROM n`);
  const first = readers.length;
  const ring = size.members - first;
  for (let step = 1; step <= 10; step++) {
    await inChunks(ring, (from, to) =>
      connect(`${first} + i`, `${first} + (i + ${step}) % ${ring}`, numbers(from, to)),
    );
  }
  for (const [reader, count] of readers.entries()) {
    const other = `${first} + i * ${Math.floor(ring / count)}`;
    await connect(String(reader), other, numbers(0, count / 2));
    await connect(other, String(reader), numbers(count / 2, count));
    await run(`INSERT INTO sessions (id, user_id, last_seen_at, expires_at, created_at) VALUES
      ('${createHash("sha256").update(tokenOf(count)).digest("hex")}', ${memberId(String(reader))},
        '2099-01-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z', '2025')`);
    const visiblePosts = `SELECT p.id AS post, p.user_id AS owner FROM posts p WHERE p.user_id IN (
        SELECT other FROM connection_sides
        WHERE member = ${memberKeyOf(memberId(String(reader)))} AND accepted = 1)
      ORDER BY p.id DESC LIMIT 200`;
    const react = (table: string, at: string, every: number) =>
      run(`INSERT INTO ${table} (post, member, owner, ${at})
        SELECT ${postKeyOf("post")}, ${memberKeyOf(memberId(String(reader)))}, ${memberKeyOf("owner")}, ${start} + nth
        FROM (SELECT post, owner, row_number() OVER (ORDER BY post DESC) AS nth FROM (${visiblePosts})) WHERE nth % ${every} = 0`);
    await react("post_likes", "liked_at", 5);
    await react("post_saves", "saved_at", 10);
    await run(`WITH three(n) AS (VALUES (1), (2), (3)), written AS (
        SELECT post, n, ${memberId(`${first + 10} + (row_number() OVER () * 7) % ${ring - 10}`)} AS author FROM (${visiblePosts}), three)
      INSERT INTO post_comments (post, id, member, comment, created_at)
      SELECT ${postKeyOf("post")}, printf('%s-%d-', substr(post, 1, 20), n) || hex(randomblob(8)),
        ${memberKeyOf("author")}, 'What a sky, no. ' || n, ${start} FROM written`);
  }
}
