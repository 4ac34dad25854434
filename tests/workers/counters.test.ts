import { env } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { newId } from "~/contract/ids";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "~/contract/time";
import { openDb } from "~/db/client";
import { keepCounters } from "~/domain/dashboard/keep-counters";
import { expirySweeps } from "~/domain/retention/expiry-sweeps";
import { chatBindings } from "../../workers/chat-bindings";

const START = Date.parse("2026-03-01T00:00:00.000Z");
/** Returns a time of the script: of a day, from 0, and its hours. */
const time = (day: number, hours: number) => START + day * DAY_MS + hours * HOUR_MS;
const iso = (at: number) => new Date(at).toISOString();
const run = (query: string, ...values: unknown[]) =>
  env.DB.prepare(query)
    .bind(...values)
    .run();

const databases = () => [env.DB, ...chatBindings(env)];

/** Returns the context of an hourly run, and its database cost. */
function at(now: number) {
  const { db, cost } = openDb(env.DB);
  const chats = [db, ...chatBindings(env).map((chat) => openDb(chat).db)] as const;
  return { db, chats, now: () => new Date(now), cost };
}

/** Runs the sweep as the hourly run does, to its end. */
async function hourlyRun(now: number): Promise<void> {
  while ((await keepCounters(at(now))) > 0);
}

/** Returns the counters of a day that are not zero. */
async function counters(day: number): Promise<Record<string, number>> {
  const { results } = await env.DB.prepare(
    "SELECT name, value FROM day_counters WHERE day = ? AND value <> 0 ORDER BY name",
  )
    .bind(iso(time(day, 0)).slice(0, 10))
    .all<{ name: string; value: number }>();
  return Object.fromEntries(results.map(({ name, value }) => [name, value]));
}

let names = 0;

async function join(now: number): Promise<string> {
  const id = newId(now);
  const name = `member${++names}`;
  await run(
    "INSERT INTO users (id, username, password, email, full_name, created_at) VALUES (?, ?, '', ?, '', ?)",
    ...[id, name, `${name}@example.com`, iso(now)],
  );
  return id;
}

const use = (session: string, member: string, now: number) =>
  run(
    `INSERT INTO sessions (id, user_id, last_seen_at, expires_at, created_at) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET last_seen_at = excluded.last_seen_at`,
    ...[session, member, iso(now), iso(now + 30 * DAY_MS), iso(now)],
  );

async function upload(member: string, now: number, size: number, original: number | null = null) {
  const id = newId(now);
  await run(
    `INSERT INTO media (id, user_id, content_type, size, width, height, placeholder, color, created_at, original_size)
    VALUES (?, ?, 'image/webp', ?, 1, 1, '', '', ?, ?)`,
    ...[id, member, size, iso(now), original],
  );
  return id;
}

const post = (member: string, media: string, now: number) =>
  run(
    `INSERT INTO posts (id, user_id, media_url, media_id, width, height, placeholder, color, created_at)
    VALUES (?, ?, '', ?, 1, 1, '', '', ?)`,
    ...[newId(now), member, media, iso(now)],
  );

async function send(database: D1Database, times: number[]) {
  for (const now of times)
    await database
      .prepare(
        `INSERT INTO chat_messages (conversation, sender, content, created_at)
        VALUES ((SELECT max(key) FROM conversations), 1, 'Hi', ?)`,
      )
      .bind(now)
      .run();
}

const startChat = (database: D1Database, one: string, other: string) => {
  const [low, high] = [one, other].sort();
  return database
    .prepare(
      "INSERT INTO conversations (low_id, high_id, low, high) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
    )
    .bind(low, high, 1, 2)
    .run();
};

const mail = (member: string, now: number) =>
  run("INSERT INTO sent_mails (id, address, owner, kind) VALUES (?, '', ?, 'news')", newId(now), member);

beforeEach(async () => {
  for (const table of ["users", "sweeps", "day_counters", "error_counts", "sent_mails"])
    await run(`DELETE FROM ${table}`);
});

/** Two days of three members. */
async function life(): Promise<void> {
  const ada = await join(time(0, 1));
  await use("ada", ada, time(0, 1));
  await use("ada on her phone", ada, time(0, 2));
  const photo = await upload(ada, time(0, 3), 1000, 5000);
  await post(ada, photo, time(0, 3));
  const ben = await join(time(0, 23.5));
  await use("ben", ben, time(0, 23.5));
  await startChat(env.DB, ada, ben);
  await send(env.DB, [time(0, 23.6), time(0, 23.9), time(1, 0)]);
  await use("ada", ada, time(1, 0.1));
  await use("ada", ada, time(1, 0.4));
  await mail(ben, time(0, 23.99));
  await mail(ben, time(1, 5));
  await run("INSERT INTO ai_uses (id, user_id, created_at) VALUES ('use', ?, ?)", ben, iso(time(1, 6)));
  await run(
    "INSERT INTO ai_uses (id, user_id, created_at, failed) VALUES ('failed', ?, ?, 1)",
    ben,
    iso(time(1, 6)),
  );
  await run("INSERT INTO error_counts (day, kind, count, last_at) VALUES ('2026-03-01', 'a', 4, 0)");
  await run("INSERT INTO error_counts (day, kind, count, last_at) VALUES ('2026-03-01', 'b', 1, 0)");
}

const firstDay = { activeMembers: 2, errors: 5, mails: 1, messages: 2, newMembers: 2, posts: 1, uploads: 1 };
const secondDay = { activeMembers: 1, aiUses: 1, mails: 1, messages: 1 };

describe("the counters of days", () => {
  test("are exact, whenever the run comes", async () => {
    await hourlyRun(time(0, 0));
    await life();
    for (let hour = 1; hour <= 24; hour++) await hourlyRun(time(0, hour) + 17 * MINUTE_MS);
    expect(await counters(0)).toMatchObject(firstDay);
    await hourlyRun(time(1, 23) + 17 * MINUTE_MS);
    await hourlyRun(time(3, 5));
    expect(await counters(0)).toMatchObject(firstDay);
    expect(await counters(1)).toMatchObject(secondDay);
    expect(await counters(2)).toEqual({});
    expect(await counters(3)).toMatchObject({ members: 2, storage: 6000 });
  });

  test("count nothing twice when two runs are at work, or one is cut and repeated", async () => {
    await hourlyRun(time(0, 0));
    await life();
    for (let hour = 1; hour <= 48; hour++) {
      const now = time(0, hour) + 17 * MINUTE_MS;
      const broken = { ...at(now), chats: [openDb({} as D1Database).db] as const };
      await expect(keepCounters(broken)).rejects.toThrow();
      await Promise.all([hourlyRun(now), hourlyRun(now), hourlyRun(now)]);
    }
    expect(await counters(0)).toMatchObject(firstDay);
    expect(await counters(1)).toMatchObject(secondDay);
  });

  test("have the messages of all chat databases, deleted ones included", async () => {
    const [ada, ben] = [await join(time(0, 1)), await join(time(0, 1))];
    for (const database of databases()) {
      await startChat(database, ada, ben);
      await send(database, [time(0, 2)]);
    }
    await hourlyRun(time(1, 1));
    for (const database of databases()) await send(database, [time(1, 1), time(1, 2)]);
    await run("UPDATE chat_messages SET content = NULL WHERE created_at = ?", time(1, 2));
    await hourlyRun(time(2, 0));
    expect(await counters(1)).toMatchObject({ messages: 2 * databases().length });
  });

  test("begin with the day of the first run, whose hours are counted at once", async () => {
    await join(time(0, 23));
    await join(time(1, 3));
    expect(await keepCounters(at(time(1, 23.5)))).toBe(1);
    expect(await keepCounters(at(time(1, 23.5)))).toBe(0);
    expect(await counters(0)).toEqual({});
    expect(await counters(1)).toMatchObject({ newMembers: 1, members: 2 });
  });

  test("are deleted after a hundred days", async () => {
    await join(time(0, 1));
    await hourlyRun(time(0, 5));
    const swept = (now: number) => expirySweeps.day_counters?.(at(now));
    expect(await swept(time(99, 23))).toBe(0);
    expect(await swept(time(100, 1))).toBeGreaterThan(5);
    expect(await counters(0)).toEqual({});
  });
});

test("an hour's count reads the rows of that hour only", async () => {
  const ada = await join(time(0, 0));
  await hourlyRun(time(0, 1));
  await run(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
    INSERT INTO sent_mails (id, address, owner, kind) SELECT ?1 || i, '', '', 'news' FROM n`,
    newId(time(0, 0.5)).slice(0, 30),
  );
  await startChat(env.DB, ada, await join(time(0, 0)));
  await run(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
    INSERT INTO chat_messages (conversation, sender, content, created_at)
    SELECT (SELECT max(key) FROM conversations), 1, 'Hi', ?1 FROM n`,
    time(0, 0.5),
  );
  await run(
    "UPDATE sweeps SET seen_to = (SELECT max(id) FROM chat_messages) WHERE name = 'counters messages 0'",
  );
  await mail(ada, time(0, 1.5));
  const later = at(time(0, 2));
  await keepCounters(later);
  expect(later.cost.rowsRead).toBeLessThan(100);
  expect(await counters(0)).toMatchObject({ mails: 1, newMembers: 1 });
  const measured = at(time(0, 2));
  await keepCounters(measured);
  expect(measured.cost.rowsRead).toBeLessThan(100);
});

describe("the bytes of members", () => {
  const bytes = (id: string) =>
    env.DB.prepare("SELECT stored_bytes AS n FROM users WHERE id = ?").bind(id).first<number>("n");
  const total = () => env.DB.prepare("SELECT value AS n FROM site_totals WHERE name = 'storage'").first("n");

  test("follow each file, and go with the member", async () => {
    const [ada, ben] = [await join(time(0, 0)), await join(time(0, 0))];
    const photo = await upload(ada, time(0, 1), 100, 900);
    await upload(ada, time(0, 1), 20);
    await upload(ben, time(0, 1), 3);
    expect([await bytes(ada), await bytes(ben), await total()]).toEqual([1020, 3, 1023]);
    await run("UPDATE media SET original_size = NULL WHERE id = ?", photo);
    expect([await bytes(ada), await total()]).toEqual([120, 123]);
    await run("DELETE FROM media WHERE id = ?", photo);
    expect([await bytes(ada), await total()]).toEqual([20, 23]);
    await run("DELETE FROM users WHERE id = ?", ada);
    expect(await total()).toBe(3);
  });
});
