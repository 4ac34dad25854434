import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { newId } from "~/contract/ids";
import { type Client, dataUrl, member } from "./client";
import { ask, connect, twoConnected } from "./connect";
import { silenceHubs } from "./quiet-hubs";

silenceHubs();

/** Returns every post id of a member's feed, read page by page. */
async function wholeFeed(reader: Client, limit: number): Promise<string[]> {
  const ids: string[] = [];
  let next: string | undefined = `/api/feed?limit=${limit}`;
  while (next) {
    const reply: Response = await reader.fetch(next);
    ids.push(...((await reply.json()) as { id: string }[]).map(({ id }) => id));
    next = /^<([^>]+)>; rel="next"$/.exec(reply.headers.get("Link") ?? "")?.[1];
  }
  return ids;
}

/** Returns the same ids by a plain query. */
async function plainFeed({ id }: { id: string }): Promise<string[]> {
  const { results } = await env.DB.prepare(
    `SELECT id FROM posts WHERE user_id = ?1 OR user_id IN (
       SELECT u.id FROM connection_sides JOIN users u ON u.key = member WHERE other = ?1 AND accepted = 1)
     ORDER BY id DESC`,
  )
    .bind(id)
    .all<{ id: string }>();
  return results.map((row) => row.id);
}

async function post(author: { id: string }, media: string, at: number): Promise<string> {
  const id = newId(at);
  await env.DB.prepare(
    `INSERT INTO posts (id, user_id, media_url, media_id, width, height, placeholder, color, created_at)
     SELECT ?, ?, '/media/' || id, id, 1, 1, '', '#000000', '2026-01-01T00:00:00.000Z' FROM media WHERE id = ?`,
  )
    .bind(id, author.id, media)
    .run();
  return id;
}

/** Sends a request. @returns its reply and its cost by the worker's log line */
async function costOf(send: () => Promise<Response>) {
  const lines: string[] = [];
  const log = console.log;
  console.log = (line: string) => void lines.push(line);
  const reply = await send();
  const body: unknown = await reply.json();
  console.log = log;
  expect(reply.ok).toBe(true);
  const { statements, trips, rowsRead, rowsWritten }: Record<string, number> = JSON.parse(
    lines.at(-1) ?? "{}",
  );
  return { body, cost: { statements, trips, rowsRead: Number(rowsRead), rowsWritten: Number(rowsWritten) } };
}

describe("the feed's read path", () => {
  test("returns the same pages as a plain query in any order of posts, connections and deletions", async () => {
    const reader = await member("reader");
    const circle = [];
    for (let n = 0; n < 6; n++) circle.push(await member(`friend${n}`));
    const { mediaUrl } = await reader.call("createPost", { body: { mediaUrl: dataUrl } });
    const media = mediaUrl.slice("/media/".length);
    const posted: string[] = [];
    let clock = 0;
    // A fixed shuffle, so that the order of authors has no pattern.
    const turns = Array.from({ length: 60 }, (_, n) => (n * n + 3 * n) % 7);
    for (const [place, turn] of turns.entries()) {
      if (place % 10 === 5) {
        const [friend, asks] = [circle[Math.floor(place / 10)], place % 20 === 5];
        if (friend) await (asks ? connect(reader, friend) : connect(friend, reader));
      }
      posted.push(await post(circle[turn] ?? reader, media, ++clock));
    }
    for (const limit of [3, 7, 50])
      expect(await wholeFeed(reader, limit), String(limit)).toEqual(await plainFeed(reader));
    for (const id of posted.slice(-12)) await env.DB.prepare("DELETE FROM posts WHERE id = ?").bind(id).run();
    expect(await wholeFeed(reader, 4)).toEqual(await plainFeed(reader));
    await env.DB.prepare("DELETE FROM connection_sides WHERE other = ? AND sent = 0").bind(reader.id).run();
    expect(await wholeFeed(reader, 4)).toEqual(await plainFeed(reader));
    const asker = circle[0] ?? reader;
    await ask(asker, reader);
    expect(await wholeFeed(reader, 4)).toEqual(await plainFeed(reader));
    await env.DB.prepare("UPDATE connection_sides SET accepted = 1 WHERE other = ?").bind(asker.id).run();
    const whole = await plainFeed(reader);
    expect(await wholeFeed(reader, 4)).toEqual(whole);
    expect(whole.length).toBeGreaterThan(20);
  });
});

describe("the cost of a feed", () => {
  /** Makes members `from` to `to`, connects them with the reader, and gives everyone of the crowd three posts. */
  const crowd = (reader: { id: string }, from: number, to: number) =>
    env.DB.batch([
      env.DB.prepare(
        `WITH RECURSIVE n(i) AS (SELECT ?1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
         INSERT INTO users (id, username, password, email, full_name, created_at)
         SELECT 'crowd' || i, 'crowd' || i, '-', 'crowd' || i || '@example.com', 'Crowd', '' FROM n`,
      ).bind(from, to),
      env.DB.prepare(
        `INSERT OR IGNORE INTO connection_sides (member, accepted, other, sent, created_at)
         SELECT key, 1, ?1, 1, 0 FROM users WHERE id GLOB 'crowd*'`,
      ).bind(reader.id),
      env.DB.prepare(
        `INSERT INTO posts (id, user_id, media_url, media_id, width, height, placeholder, color, created_at)
         SELECT printf('00000000-0000-7000-8000-%012x', abs(random()) % (1 << 47)), users.id, '/media/' || m.id, m.id, 1, 1, '', '#000000', '2026-01-01T00:00:00.000Z'
         FROM users, (SELECT id FROM media LIMIT 1) m, (VALUES (1), (2), (3)) WHERE users.id GLOB 'crowd*'`,
      ),
    ]);

  test("is one statement that reads two rows for each connection and those of the page", async () => {
    const reader = await member("popular");
    await reader.call("createPost", { body: { mediaUrl: dataUrl } });
    const page = async (cursor: string) => {
      const { body, cost } = await costOf(() => reader.fetch(`/api/feed${cursor}`));
      const posts = body as { id: string }[];
      expect(posts).toHaveLength(20);
      expect(cost).toMatchObject({ statements: 2, trips: 1 });
      return { rowsRead: cost.rowsRead, next: `?cursor=${posts.at(-1)?.id}` };
    };
    for (const [from, to] of [
      [1, 40],
      [41, 200],
      [201, 500],
    ] as const) {
      await crowd(reader, from, to);
      let cursor = "";
      // The second page costs as much as the first.
      for (let pages = 0; pages < 2; pages++) {
        const { rowsRead, next } = await page(cursor);
        // No comments, likes or saves: with them it is a hundred more.
        expect(rowsRead, `${to} connections`).toBeLessThanOrEqual(2 * to + 125);
        cursor = next;
      }
    }
  });

  test("is not paid by posts: they write as many rows with sixty connections as with none", async () => {
    const [author, named] = [await member("author"), await member("named")];
    const { mediaUrl } = await author.call("createPost", { body: { mediaUrl: dataUrl } });
    const post = (clientId: string, name = "") =>
      costOf(() =>
        author.send("POST", "/api/posts", { mediaUrl, clientId, caption: `Evening #dusk ${name}`.trim() }),
      );
    const alone = await post("first");
    await crowd(author, 501, 560);
    await connect(author, named);
    const { cost } = await post("second");
    expect(cost.rowsWritten).toBe(alone.cost.rowsWritten);
    // The post, its six indexes, two counts, the tag, its index, two words. A mention: its notification and two words.
    expect(cost.rowsWritten).toBe(13);
    expect((await post("third", `@${named.username}`)).cost.rowsWritten).toBe(18);
  });
});

describe("a feed without AI posts", () => {
  async function mixed() {
    const [reader, friend] = await twoConnected("reader", "friend");
    const { mediaUrl } = await reader.call("createPost", { body: { mediaUrl: dataUrl } });
    const media = mediaUrl.slice("/media/".length);
    // Newest first: an own AI post, two plain posts, seven AI posts, two plain posts.
    const ids: string[] = [];
    for (let place = 0; place < 11; place += 1) ids.unshift(await post(friend, media, place + 1));
    const own = await post(reader, media, 99);
    const made = [own, ...ids.slice(2, 9)];
    await env.DB.prepare("UPDATE posts SET is_ai = 1 WHERE id IN (SELECT value FROM json_each(?))")
      .bind(JSON.stringify(made))
      .run();
    return { reader, all: await wholeFeed(reader, 50), made, own };
  }

  test("hides other members' AI posts and continues after pages that have only those", async () => {
    const { reader, all, made, own } = await mixed();
    expect(await reader.call("hideAiPosts", { body: { hidden: true } })).toEqual({ hidden: true });
    const shown = all.filter((id) => id === own || !made.includes(id));
    expect(shown).toHaveLength(all.length - 7);
    for (const limit of [1, 3, 50]) expect(await wholeFeed(reader, limit), String(limit)).toEqual(shown);
    const { headers } = await reader.fetch(`/api/feed?limit=3&cursor=${shown[2]}`);
    expect(headers.get("Link")).toContain('rel="next"');
    await reader.call("hideAiPosts", { body: { hidden: false } });
    expect(await wholeFeed(reader, 3)).toEqual(all);
  });

  test("costs as much as the full feed", async () => {
    const { reader } = await mixed();
    const cost = async () => (await costOf(() => reader.fetch("/api/feed?limit=5"))).cost;
    const whole = await cost();
    await reader.call("hideAiPosts", { body: { hidden: true } });
    expect(await cost()).toEqual(whole);
    expect(whole.rowsRead).toBeGreaterThan(0);
  });
});
