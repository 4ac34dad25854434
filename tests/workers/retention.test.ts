import { env, runInDurableObject } from "cloudflare:test";
import { is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { afterEach, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { newId } from "~/contract/ids";
import { NOTIFICATIONS_MAX } from "~/contract/limits";
import { DAY_MS, MINUTE_MS } from "~/contract/time";
import { openDb } from "~/db/client";
import * as schema from "~/db/schema";
import { completeChatSteps } from "~/domain/chat/complete-chat-steps";
import { sweepNotifications } from "~/domain/notifications/sweep-notifications";
import { retention } from "~/domain/retention/retention";
import { scheduled, sweeps } from "../../workers/scheduled";
import { Tab } from "./channel";
import { type Member, member } from "./client";
import { connect, openChannel, twoConnected } from "./connect";
import { contextOf } from "./context-of";
import { advance, hub, useFakeClock } from "./hubs";

const YEARS_MS = 2 * 365 * DAY_MS;
const run = (at: number, database = env.DB) => scheduled({ scheduledTime: at }, { ...env, DB: database });
const exec = (text: string, ...values: unknown[]) =>
  env.DB.prepare(text)
    .bind(...values)
    .run();

/** Returns a row without the bytes of a member's files, which follow those that go. */
const withoutDerived = (row: unknown) => JSON.stringify(Object.assign({}, row, { stored_bytes: undefined }));

/** Returns the rows of tables as JSON, sorted. @param tables names with a condition */
async function rowsOf(
  tables: (readonly [table: string, where: string])[],
): Promise<Record<string, string[]>> {
  const found = await env.DB.batch(
    tables.map(([table, where]) => env.DB.prepare(`SELECT * FROM ${table} WHERE ${where}`)),
  );
  return Object.fromEntries(
    tables.map(([table], at) => [table, (found[at]?.results ?? []).map(withoutDerived).sort()]),
  );
}

/** The rows of `lasting` tables that stay, and those of the others that do: content, and the newest message. */
const lasting = [
  ...Object.entries(retention).flatMap(([table, kept]) =>
    kept === "lasting" ? [[table, "1"] as const] : [],
  ),
  ["chat_messages", "content IS NOT NULL OR id = (SELECT max(id) FROM chat_messages)"],
  ["ai_images", "saved_at IS NOT NULL"],
  ["abuse_reports", "closed_at IS NULL"],
  ["suspensions", "until IS NULL"],
  ["sign_up_blocks", "until IS NULL"],
  [
    "media",
    "id IN (SELECT media_id FROM posts UNION SELECT media_id FROM ai_images WHERE saved_at IS NOT NULL)",
  ],
] as const;

/** Conditions of rows that stay: a like taken back goes with its notification, a member waiting for approval goes. */
const stays: Record<string, string> = {
  post_likes: "liked_at IS NOT NULL",
  post_saves: "saved_at IS NOT NULL",
  users: "username NOT LIKE 'waiting%'",
  search_terms: "member NOT IN (SELECT key FROM users WHERE username LIKE 'waiting%')",
};
const contentIn = (table: string, where: string) => stays[table] ?? where;

const lastingRows = () => rowsOf(lasting.map(([table, where]) => [table, contentIn(table, where)]));

/** The tables with rows that the hourly run deletes. */
const swept = Object.entries(retention).flatMap(([table, kept]) => (typeof kept === "object" ? [table] : []));

async function countsOf(tables: string[]): Promise<Record<string, number>> {
  // The run itself counts its own day.
  const where = (table: string) => (table === "day_counters" ? "day < '2021'" : "1");
  const rows = await rowsOf(tables.map((table) => [table, where(table)]));
  return Object.fromEntries(tables.map((table) => [table, rows[table]?.length ?? 0]));
}

/** Inserts rows that have expired, into each table whose rows expire. */
async function insertExpired(owner: Member, other: Member): Promise<void> {
  const past = "2020-01-01T00:00:00.000Z";
  const id = () => newId(Date.UTC(2020));
  const rows: D1PreparedStatement[] = [];
  const insert = (text: string, ...values: unknown[]) => void rows.push(env.DB.prepare(text).bind(...values));
  const link = (table: string, columns: string, ...values: string[]) =>
    insert(
      `INSERT INTO ${table} (id, user_id, expires_at, created_at, ${columns}) VALUES (?, ?, ?, ?, ${values.map(() => "?")})`,
      id(),
      owner.id,
      past,
      past,
      ...values,
    );
  link("sessions", "last_seen_at", past);
  link("password_resets", "used_at", past);
  link("email_changes", "email, session_id", "new@example.com", "");
  link("email_undos", "email", `${id()}@example.com`);
  link("alert_links", "used_at", past);
  insert(
    "INSERT INTO pending_log_ins (id, user_id, remembered, expires_at) VALUES (?, ?, 0, ?)",
    id(),
    owner.id,
    past,
  );
  insert("INSERT OR IGNORE INTO day_counters (day, name, value) VALUES ('2020-01-01', 'posts', 1)");
  insert("INSERT OR IGNORE INTO error_counts (day, kind, count, last_at) VALUES ('2020-01-01', 'a', 1, 0)");
  insert("INSERT INTO mail_reports (id, received_at) VALUES (?, ?)", id(), Date.parse(past));
  insert("INSERT INTO sent_mails (id, address, owner, kind) VALUES (?, '', ?, 'alert')", id(), owner.id);
  insert(
    "INSERT INTO held_mails (id, user_id, email, address, kind, text) VALUES (?, ?, '', '', 'news', '')",
    id(),
    owner.id,
  );
  insert("INSERT INTO used_challenges (id, expires_at) VALUES (?, ?)", id(), past);
  insert(
    "INSERT INTO former_usernames (username, user_id, expires_at, created_at) VALUES (?, ?, ?, ?)",
    id(),
    owner.id,
    past,
    past,
  );
  insert(
    "INSERT INTO connection_requests (id, from_id, to_id, created_at) VALUES (?, ?, ?, ?)",
    id(),
    owner.id,
    other.id,
    past,
  );
  insert("INSERT INTO ai_uses (id, user_id, created_at) VALUES (?, ?, ?)", id(), owner.id, past);
  insert(
    "INSERT OR IGNORE INTO image_checks (media_id, due_at) SELECT id, 1 FROM media WHERE user_id = ? LIMIT 1",
    owner.id,
  );
  insert(
    "INSERT INTO deleted_client_ids (user_id, kind, client_id, deleted_at) VALUES (?, 'post', ?, 1)",
    owner.id,
    id(),
  );
  const media = id();
  insert(
    "INSERT INTO media (id, user_id, content_type, size, width, height, placeholder, color, created_at) VALUES (?, ?, 'image/webp', 1, 1, 1, '', '', ?)",
    media,
    owner.id,
    past,
  );
  await env.MEDIA.put(`photos/${media}/full.webp`, "x");
  insert(
    "INSERT INTO ai_images (id, user_id, image_url, media_id, kind, engine, model, created_at) VALUES (?, ?, '', ?, 'generate', 'local', '', ?)",
    id(),
    owner.id,
    media,
    past,
  );
  insert(
    `INSERT INTO abuse_reports (id, reporter_id, member_id, kind, subject_id, reason, urgency, snapshot, created_at, closed_at)
     VALUES (?1, ?1, ?2, 'member', ?2, 'spam', 3, '{}', ?3, ?3)`,
    id(),
    owner.id,
    past,
  );
  insert(
    "INSERT OR IGNORE INTO suspensions (member_id, decision_id, reason, until) SELECT id, 'd', 'spam', ? FROM users WHERE username LIKE 'zoe%'",
    past,
  );
  insert(
    "INSERT INTO removed_content (decision_id, kind, content, created_at) VALUES (?, 'comment', '{}', ?)",
    id(),
    past,
  );
  insert("INSERT OR REPLACE INTO message_removals (message_id, decision_id) VALUES (0, 'd')");
  insert("INSERT OR IGNORE INTO deleted_accounts (id, left_at) VALUES (?, 1)", id());
  const waiting = id();
  insert(
    "INSERT INTO users (id, username, email, password, full_name, created_at) VALUES (?1, 'waiting' || ?1, ?1, '', 'New', ?2)",
    waiting,
    past,
  );
  insert(
    "INSERT INTO waiting_members (member_id, reason, network, created_at) VALUES (?, '', '', ?)",
    waiting,
    past,
  );
  insert(
    "INSERT INTO invitations (id, member_id, uses, expires_at, created_at) VALUES (?1, ?2, 1, ?3, ?3)",
    id(),
    owner.id,
    past,
  );
  insert("INSERT INTO sign_ups (id, network) VALUES (?, 'hash')", id());
  insert(
    "INSERT INTO sign_up_blocks (kind, value, until, created_at) VALUES ('deleted', ?1, ?2, ?2)",
    id(),
    past,
  );
  insert("INSERT INTO media_removals (media_id) VALUES (?)", id());
  insert(
    "INSERT INTO chat_messages (id, conversation, sender, created_at) SELECT (SELECT min(id) - 1 FROM chat_messages), key, low, 1 FROM conversations LIMIT 1",
  );
  await env.DB.batch(rows);
  for (const isRead of [0, 1]) await insertNotifications(owner, other, 3, isRead, Date.UTC(2020));
}

/** Inserts notifications about a connection, a millisecond after each other. */
async function insertNotifications(
  to: Member,
  from: Member,
  count: number,
  isRead: number,
  at: number,
): Promise<void> {
  await exec(
    `INSERT OR REPLACE INTO notices (member, is_read, id, sender, type, created_at)
     SELECT m.key, ?3, ?4 + value, s.key, 'connection_accepted', ?4 FROM users m, users s, json_each(?5)
     WHERE m.id = ?1 AND s.id = ?2`,
    to.id,
    from.id,
    isRead,
    at,
    JSON.stringify(Array.from({ length: count }, (_, number) => number)),
  );
}

/** Inserts a row into each table of moderation that lasts: a member who is suspended without an end, with an appeal. */
async function insertModeration(): Promise<void> {
  const [mia, zoe] = [await member("mia"), await member("zoe")];
  // They would be put away and come back with each suspension of `insertExpired`.
  await exec("DELETE FROM search_terms WHERE member = (SELECT key FROM users WHERE id = ?)", zoe.id);
  await connect(mia, await member("ivo"));
  await exec(
    `INSERT INTO moderation_log (id, actor_name, action, member_id, member_name, kind, subject_id, reason, created_at)
     VALUES ('d', 'mo', 'suspend', ?1, 'mia', 'member', ?1, 'spam', '2020')`,
    mia.id,
  );
  await exec(
    "INSERT INTO appeals (decision_id, member_id, text, created_at) VALUES ('d', ?, 'No', '2020')",
    mia.id,
  );
  await exec(
    "INSERT INTO sign_up_blocks (kind, value, created_at) VALUES ('domain', 'spam.example', '2020')",
  );
  await exec("INSERT INTO removed_hashes (hash, media_id) VALUES (x'00', 'm')");
  await exec("INSERT INTO removed_looks (media_id, look_high, look_low) VALUES ('m', 1, 1)");
  await exec("INSERT INTO suspensions (member_id, decision_id, reason) VALUES (?, 'd', 'spam')", mia.id);
}

/** Lets two members do everything that stores a row. */
async function liveWorld(): Promise<{ ada: Member; grace: Member }> {
  const [ada, grace, eve] = [await member("ada"), await member("grace"), await member("eve")];
  await connect(ada, grace);
  await eve.call("requestConnection", { params: { userId: ada.id } });
  await ada.call("report", { body: { userId: eve.id, reason: "spam" } });
  await ada.call("blockMember", { params: { userId: eve.id } });
  const upload = async () =>
    (await ada.call("generateImage", { body: { prompt: "a harbour in the evening" } })).imageUrl;
  const post = await ada.call("createPost", { body: { mediaUrl: await upload(), caption: "Light #gold" } });
  const gone = await ada.call("createPost", {
    body: { mediaUrl: await upload(), caption: "", clientId: "gone" },
  });
  await ada.call("deletePost", { params: { id: gone.id } });
  const params = { id: post.id };
  await grace.call("addComment", { params, body: { comment: "Where is this?" } });
  await grace.call("likePost", { params });
  await grace.call("savePost", { params });
  await ada.call("readAllNotifications", { body: {} });
  await grace.call("unsavePost", { params });
  await grace.call("sharePost", { params, body: { recipientId: ada.id } });
  const said = await grace.call("sendMessage", { params: { userId: ada.id }, body: { content: "first" } });
  await ada.call("sendMessage", { params: { userId: grace.id }, body: { content: "second" } });
  await grace.call("deleteMessage", { params: { messageId: said.id } });
  const kept = await ada.call("generateImage", { body: { prompt: "a lighthouse" } });
  await ada.call("saveAiImage", { params: { id: kept.id }, body: {} });
  const last = await ada.call("sendMessage", { params: { userId: grace.id }, body: { content: "third" } });
  await ada.call("deleteMessage", { params: { messageId: last.id } });
  for (const table of ["online_members", "hub_subscriptions"]) {
    await exec(`INSERT OR IGNORE INTO ${table} (user_id, since) VALUES (?, '')`, eve.id);
  }
  await insertModeration();
  const { db } = openDb(env.DB);
  await completeChatSteps({ db, chats: [db], now: () => new Date() });
  await insertExpired(ada, grace);
  return { ada, grace };
}

test("every table of the schema is kept for ever by decision, or deleted by a sweep", () => {
  const tables = Object.values(schema).filter((value) => is(value, SQLiteTable));
  expect(Object.keys(retention).sort()).toEqual(tables.map((table) => getTableConfig(table).name).sort());
  const named = Object.entries(retention).flatMap(([table, kept]) =>
    typeof kept === "object" ? ["sweep" in kept ? kept.sweep : table] : [],
  );
  // These measure, send emails, judge photos, apply a setting, end deletions, or delete texts of a table that stays.
  const others = [
    "announcements",
    "closedAccounts",
    "chatSizes",
    "counters",
    "digests",
    "heldMails",
    "imageChecks",
    "pushDevices",
  ];
  expect(Object.keys(sweeps).sort()).toEqual(
    [...named, ...others, "unfoldedTags", "unindexedMessages", "unindexedPosts"].sort(),
  );
});

describe("a world that is two years old", () => {
  let world: Awaited<ReturnType<typeof liveWorld>>;
  let content: Record<string, string[]>;

  beforeAll(async () => {
    world = await liveWorld();
    content = await lastingRows();
  });

  test("has rows in every table from which some are deleted", async () => {
    const counts = await countsOf(swept);
    expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([]);
  });

  test("survives runs that are cut off between any two statements", async () => {
    const now = Date.now() + YEARS_MS;
    // `npm test -- --all` cuts between all of them.
    const step = inject("isEverywhere") ? 1 : 19;
    for (let statements = 0, isCut = true; isCut; statements += step) {
      await insertExpired(world.ada, world.grace);
      await exec("DELETE FROM sweeps");
      let left = statements;
      isCut = false;
      const cut = new Proxy(env.DB, {
        get: (target, key) => {
          if (key === "prepare" && left-- <= 0) {
            isCut = true;
            throw new Error("The run was cut off.");
          }
          const value: unknown = Reflect.get(target, key);
          return typeof value === "function" ? value.bind(target) : value;
        },
      });
      await run(now, cut).catch((error: Error) => expect(error.message).toContain("A sweep failed"));
      expect(await lastingRows()).toEqual(content);
    }
    await run(now + DAY_MS);
    expect(await lastingRows()).toEqual(content);
  });

  test("has nothing left but its content", async () => {
    const later = Date.now() + YEARS_MS + 2 * DAY_MS;
    for (let hours = 0; hours < 2; hours++) await run(later);
    expect(await lastingRows()).toEqual(content);
    const left = Object.fromEntries(swept.map((table) => [table, content[table]?.length ?? 0]));
    expect(await countsOf(swept)).toEqual(left);
    expect(await rowsOf([["post_saves", "saved_at IS NULL"]])).toEqual({ post_saves: [] });
    const ids = content.media?.map((row) => JSON.parse(row).id) ?? [];
    const files = (await env.MEDIA.list()).objects.map(({ key }) => key.split("/")[1]);
    expect([...new Set(files)].sort()).toEqual(ids.sort());
  });

  test("gives the next message an id that no message has had", async () => {
    const newest = await env.DB.prepare("SELECT max(id) AS id FROM chat_messages").first<number>("id");
    await exec(
      "INSERT INTO chat_messages (conversation, created_at) SELECT key, 1 FROM conversations LIMIT 1",
    );
    const next = await env.DB.prepare("SELECT max(id) AS id FROM chat_messages").first<number>("id");
    expect(next).toBeGreaterThan(newest ?? 0);
  });
});

describe("the walk through the notifications", () => {
  const now = Date.now();
  const days = (count: number) => now - count * DAY_MS;
  const ctxAt = (at: number) => ({ ...contextOf({ id: "" }).ctx, now: () => new Date(at) });
  const walk = async (at: number) => {
    await exec("DELETE FROM sweeps");
    while ((await sweepNotifications(ctxAt(at))) > 0);
  };
  const idsOf = async (to: Member) => {
    const query = env.DB.prepare(
      "SELECT is_read * 1e15 + id AS id FROM notices WHERE member = (SELECT key FROM users WHERE id = ?) ORDER BY id",
    );
    return (await query.bind(to.id).all<{ id: number }>()).results.map(({ id }) => id);
  };

  test("keeps read ones for 90 days and unread ones for a year", async () => {
    const [ada, grace] = [await member("ada"), await member("grace")];
    for (const age of [89, 91, 364, 366]) {
      await insertNotifications(ada, grace, 1, 0, days(age));
      await insertNotifications(ada, grace, 1, 1, days(age) + 1);
    }
    await walk(now);
    expect(await idsOf(ada)).toEqual([days(364), days(91), days(89), 1e15 + days(89) + 1]);
  });

  test("keeps the newest 1000 of a member, read and unread together", async () => {
    const [ada, grace] = [await member("ada"), await member("grace")];
    await insertNotifications(ada, grace, 1500, 0, days(20));
    await insertNotifications(ada, grace, 900, 1, days(10));
    await insertNotifications(grace, ada, NOTIFICATIONS_MAX, 0, days(10));
    await walk(now);
    const [of, graces] = [await idsOf(ada), await idsOf(grace)];
    expect([of.length, of[0], of.at(-1)]).toEqual([1000, days(20) + 1400, 1e15 + days(10) + 899]);
    expect(graces.length).toBe(1000);
  });

  test("keeps those with an id of an earlier version for their time", async () => {
    const [ada, grace] = [await member("ada"), await member("grace")];
    await insertNotifications(ada, grace, 1, 1, days(80));
    await exec("UPDATE notices SET id = 7 WHERE member = (SELECT key FROM users WHERE id = ?)", ada.id);
    await walk(now);
    expect(await idsOf(ada)).toEqual([1e15 + 7]);
  });

  test("goes on where it was cut off, at most 2000 notifications a batch, and runs once a day", async () => {
    const [ada, grace] = [await member("ada"), await member("grace")];
    await insertNotifications(ada, grace, 3000, 1, days(200));
    await exec("DELETE FROM sweeps");
    await sweepNotifications(ctxAt(now));
    expect((await idsOf(ada)).length).toBe(1000);
    await sweepNotifications(ctxAt(now));
    expect(await idsOf(ada)).toEqual([]);
    while ((await sweepNotifications(ctxAt(now))) > 0);
    await insertNotifications(ada, grace, 1, 1, days(200));
    expect(await sweepNotifications(ctxAt(now))).toBe(0);
    expect(await sweepNotifications(ctxAt(now + DAY_MS))).toBeGreaterThan(0);
    expect(await idsOf(ada)).toEqual([]);
  });

  test("reads few rows of members whose notifications are not old", async () => {
    const [ada, grace] = [await member("ada"), await member("grace")];
    await insertNotifications(ada, grace, 900, 1, days(30));
    await walk(now);
    await exec("DELETE FROM sweeps");
    const { ctx, cost } = contextOf(ada);
    await sweepNotifications({ ...ctx, db: openDb(env.DB, cost).db });
    const { notices = 0, users = 0 } = await countsOf(["notices", "users"]);
    expect(cost.rowsRead).toBeLessThan(3 * notices + 12 * users + 20);
  });

  test("sends the exact unread count to open tabs, and the member's hub caches no other", async () => {
    const [ada, grace] = [await member("ada"), await member("grace")];
    await insertNotifications(ada, grace, 3, 0, days(400));
    await insertNotifications(ada, grace, 2, 0, days(40));
    const frames = await openChannel(ada);
    const subscribed = () =>
      env.DB.prepare("SELECT 1 AS yes FROM hub_subscriptions WHERE user_id = ?").bind(ada.id).first("yes");
    await expect.poll(subscribed).toBe(1);
    const unread = async () => (await ada.call("countUnreadNotifications")).count;
    expect(await unread()).toBe(5);
    await exec("DELETE FROM sweeps");
    await run(now);
    await expect.poll(() => frames.filter(({ type }) => type === "notifications_read").length).toBe(1);
    const last = String(days(40) + 1);
    expect(frames.at(-1)?.payload).toEqual({ unread: 2, last });
    expect(await unread()).toBe(2);
  });
});

describe("a hub whose tabs are closed", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test("stores nothing but the id of its member, their frame bucket, and for how long they are known to have no device to push to", async () => {
    useFakeClock();
    const [ada, grace] = await twoConnected();
    const tabs = [await Tab.online(ada), await Tab.online(grace)];
    await ada.call("sendMessage", { params: { userId: grace.id }, body: { content: "on my way" } });
    await tabs[1]?.receive("message");
    const waiting = { type: "typing", payload: { userId: ada.id, receiverId: grace.id } } as const;
    await runInDurableObject(hub(ada), (instance) => instance.enqueue({ to: grace.id, frame: waiting }));
    const keysOf = (one: Member) =>
      runInDurableObject(hub(one), (_, { storage }) => [...storage.kv.list()].map(([key]) => key));
    expect((await keysOf(ada)).length).toBeGreaterThan(3);
    for (const tab of tabs) tab.socket.close();
    for (const one of [ada, grace]) {
      await expect
        .poll(async () => {
          await advance(one, 6 * MINUTE_MS);
          return (await keysOf(one)).filter((key) => key !== "no-push-until");
        })
        .toEqual(["frame-bucket", "member"]);
    }
  });
});
