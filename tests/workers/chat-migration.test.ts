import { applyD1Migrations, env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { openDb } from "~/db/client";
import { clientIdOf, receiverOf, senderOf } from "~/db/conversations";
import { isoTime } from "~/db/times";
import { listMessages } from "~/domain/chat/list-messages";
import { listMissed } from "~/domain/chat/list-missed";
import { readUnreadMessages } from "~/domain/chat/read-unread";
import { contextOf } from "./context-of";

/** The move from `messages` and `deleted_messages` to `conversations` and `chat_messages`. */
const at = (name: RegExp) => env.TEST_MIGRATIONS.findIndex((migration) => name.test(migration.name));
const expandAt = at(/^\d{4}_conversations\.sql$/);
const contractAt = at(/^\d{4}_contract_conversations\.sql$/);

const apply = (from: number, to?: number) => applyD1Migrations(env.DB, env.TEST_MIGRATIONS.slice(from, to));
const run = (query: string, ...values: unknown[]) =>
  env.DB.prepare(query)
    .bind(...values)
    .all<Record<string, unknown>>();

/** Members whose keys are not in the order of their ids. */
const [ada, bo, cy, dan] = ["d-ada", "b-bo", "c-cy", "a-dan"] as const;
const UUID = "0190a0b1-c2d3-7000-8000-0123456789ab";

/** The statements of the code before the migration. */
const before = {
  send: (from: string, to: string, content: string, clientId: string | null) =>
    run(
      `INSERT INTO messages (sender_id, receiver_id, content, client_id, created_at)
       VALUES (?, ?, ?, ?, '2026-03-04T05:06:07.089Z') ON CONFLICT DO NOTHING RETURNING id`,
      ...[from, to, content, clientId],
    ),
  read: (reader: string, from: string, upTo: number) =>
    run(
      "UPDATE messages SET is_read = 1 WHERE receiver_id = ? AND sender_id = ? AND is_read = 0 AND id <= ? RETURNING id",
      ...[reader, from, upTo],
    ),
  delete: async (from: string, id: number) => {
    const [, deleted] = await env.DB.batch([
      env.DB.prepare(
        `INSERT INTO deleted_messages (sender_id, client_id, message_id, receiver_id)
         SELECT sender_id, ifnull(client_id, 'id ' || id), id, receiver_id FROM messages WHERE id = ? AND sender_id = ?`,
      ).bind(id, from),
      env.DB.prepare("DELETE FROM messages WHERE id = ? AND sender_id = ? RETURNING id").bind(id, from),
    ]);
    return deleted;
  },
};

/** The statements of the code after it. */
const after = {
  send: async (from: string, to: string, content: string, clientId: string) => {
    await run(
      `INSERT INTO conversations (low_id, high_id, low, high)
       SELECT l.id, h.id, l.key, h.key FROM users l, users h WHERE l.id = min(?1, ?2) AND h.id = max(?1, ?2)
       ON CONFLICT DO NOTHING`,
      ...[from, to],
    );
    return run(
      `INSERT INTO chat_messages (conversation, sender, unread_by, client_id, content, created_at)
       SELECT c.key, s.key, r.key, ?4, ?3, 1772600767089 FROM conversations c, users s, users r
       WHERE c.low_id = min(?1, ?2) AND c.high_id = max(?1, ?2) AND s.id = ?1 AND r.id = ?2
       ON CONFLICT DO NOTHING RETURNING id`,
      ...[from, to, content, clientId],
    );
  },
  read: (reader: string, upTo: number) =>
    run(
      "UPDATE chat_messages SET unread_by = NULL WHERE unread_by = (SELECT key FROM users WHERE id = ?) AND id <= ? RETURNING id",
      ...[reader, upTo],
    ),
  delete: (id: number) =>
    run(
      `UPDATE chat_messages SET content = NULL, unread_by = NULL, created_at = 0, attachment_type = NULL,
         attachment_name = NULL, attachment_size = NULL WHERE id = ? RETURNING attachment_media_id AS media`,
      id,
    ),
};

const idOf = async (sent: Promise<D1Result<Record<string, unknown>>>) => Number((await sent).results[0]?.id);

async function oldMessages() {
  const { results } = await run(
    `SELECT id, sender_id AS "from", receiver_id AS "to", content, is_read AS isRead, client_id AS clientId,
       attachment_media_id AS media, attachment_type AS type, attachment_name AS name, attachment_size AS size,
       created_at AS createdAt FROM messages ORDER BY id`,
  );
  return results;
}

const newMessages = () =>
  openDb(env.DB).db.all(sql`
    SELECT m.id AS id, ${senderOf} AS "from", ${receiverOf} AS "to", m.content AS content,
      m.unread_by IS NULL AS isRead, ${clientIdOf(sql`m.client_id`)} AS clientId, m.attachment_media_id AS media,
      m.attachment_type AS type, m.attachment_name AS name, m.attachment_size AS size,
      ${isoTime(sql`m.created_at`)} AS createdAt
    FROM chat_messages m JOIN conversations c ON c.key = m.conversation WHERE m.content IS NOT NULL ORDER BY m.id`);

async function oldTombstones() {
  const { results } = await run(
    `SELECT message_id AS id, sender_id AS "from", receiver_id AS "to", client_id AS clientId
     FROM deleted_messages ORDER BY message_id`,
  );
  return results;
}

const newTombstones = () =>
  openDb(env.DB).db.all(sql`
    SELECT m.id AS id, ${senderOf} AS "from", iif(c.low = c.high, NULL, ${receiverOf}) AS "to",
      ifnull(${clientIdOf(sql`m.client_id`)}, 'id ' || m.id) AS clientId
    FROM chat_messages m JOIN conversations c ON c.key = m.conversation WHERE m.content IS NULL ORDER BY m.id`);

/** Expects the same in the old tables and the new ones. @returns the messages */
async function expectSame() {
  const messages = await oldMessages();
  expect(await newMessages()).toEqual(messages);
  expect(await newTombstones()).toEqual(await oldTombstones());
  const key = "SELECT key FROM users WHERE id =";
  const wrong = `SELECT m.id FROM chat_messages m JOIN conversations c ON c.key = m.conversation
    WHERE m.unread_by NOT IN (c.low, c.high) OR m.unread_by = m.sender
      OR c.low <> (${key} c.low_id) OR c.high <> (${key} c.high_id)`;
  expect((await run(wrong)).results).toEqual([]);
  return messages;
}

const attach = (id: number, media: string) =>
  run(
    "UPDATE messages SET attachment_media_id = ?, attachment_type = 'image/webp', attachment_name = 'a.jpg', attachment_size = 7 WHERE id = ?",
    ...[media, id],
  );

/** Fills the tables before the migration: read, unread and deleted messages, files, and every form of `clientId`. */
async function fill() {
  for (const id of [ada, "e-left", bo, cy, dan]) {
    await run(
      "INSERT INTO users (id, username, password, email, full_name, created_at) VALUES (?1, ?1, '-', ?1 || '@x', ?1, '2026')",
      id,
    );
  }
  await run("DELETE FROM users WHERE id = 'e-left'");
  for (const media of ["m1", "m2", "m3"]) {
    await run(
      "INSERT INTO media (id, user_id, content_type, size, width, height, placeholder, color, created_at) VALUES (?, ?, 'image/webp', 7, 30, 40, '', '', '')",
      ...[media, ada],
    );
  }
  for (const other of [bo, cy, dan]) {
    await run(
      "INSERT INTO connections (id, follower_id, following_id, status, created_at) VALUES (?, ?, ?, 'accepted', '')",
      ...[`c-${other}`, ada, other],
    );
  }
  const ids = [
    UUID,
    UUID.toUpperCase(),
    UUID.replaceAll("-", ""),
    "plain",
    null,
    "x".repeat(36),
    "-".repeat(36),
  ];
  for (const clientId of ids) await before.send(ada, bo, `to bo ${clientId}`, clientId);
  for (const clientId of ids) await before.send(bo, ada, `to ada ${clientId}`, clientId);
  await before.read(bo, ada, 3);
  await before.send(cy, ada, "with a file", "file");
  await attach(15, "m1");
  await before.send(ada, cy, "deleted before the migration", "gone");
  await before.delete(ada, 16);
  await before.send(ada, cy, "deleted, without a key", null);
  await before.delete(ada, 17);
  await run("INSERT INTO deleted_messages (sender_id, client_id, message_id) VALUES (?, 'of old', 9000)", cy);
  await run("UPDATE messages SET created_at = '2026-02-28T23:59:59.999Z' WHERE id = 2");
  await run("UPDATE messages SET created_at = '2026-02-28T23:59:59Z' WHERE id = 4");
  await before.send(dan, ada, "before the block", "blocked");
  await run("INSERT INTO blocks (id, blocker_id, blocked_id, created_at) VALUES ('b', ?, ?, '')", ada, dan);
}

/** Empties the database and creates the tables as they were before the migration, with rows. */
beforeEach(async () => {
  const { results } = await run(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*' ORDER BY rowid DESC",
  );
  for (const { name } of results) await run(`DROP TABLE ${name}`);
  await apply(0, expandAt);
  await fill();
});

const TIME = "2026-03-04T05:06:07.089Z";

describe("the expand migration", () => {
  test("copies every message and tombstone unchanged, but for a time without milliseconds", async () => {
    const known = await oldMessages();
    expect(known).toHaveLength(16);
    await apply(expandAt, contractAt);
    expect(await newMessages()).toEqual(
      known.map((row) => (row.id === 4 ? { ...row, createdAt: "2026-02-28T23:59:59.000Z" } : row)),
    );
    const ids = ["of old", "gone", "id 17"].sort();
    expect((await oldTombstones()).map(({ clientId }) => clientId).sort()).toEqual(ids);
    expect(await newTombstones()).toEqual(await oldTombstones());
    const stored = await run("SELECT typeof(client_id) AS type FROM chat_messages WHERE id <= 7 ORDER BY id");
    expect(stored.results.map(({ type }) => type)).toEqual([
      "blob",
      "text",
      "text",
      "text",
      "null",
      "text",
      "text",
    ]);
  });

  test("never gives the id of a message that was deleted with its account", async () => {
    await run("DELETE FROM deleted_messages WHERE message_id = 9000");
    const newest = await idOf(before.send(cy, bo, "the newest", "newest"));
    await run("DELETE FROM users WHERE id = ?", cy);
    await apply(expandAt, contractAt);
    expect(await idOf(after.send(ada, bo, "next", "next"))).toBe(newest + 1);
  });
});

describe("between the two migrations", () => {
  beforeEach(async () => {
    await run("UPDATE messages SET created_at = ? WHERE id = 4", TIME);
    await apply(expandAt, contractAt);
  });

  test("the new tables receive what the code before writes", async () => {
    const clientId = UUID.replace("0190", "0191");
    const sent = await idOf(before.send(bo, cy, "a new pair", clientId));
    await before.send(bo, cy, "repeated", clientId);
    await before.send(ada, dan, "across a block", "refused");
    await before.read(ada, bo, 10);
    const file = await idOf(before.send(ada, cy, "a file", "file"));
    expect((await before.delete(bo, sent))?.results).toEqual([{ id: sent }]);
    expect((await before.delete(cy, 15))?.results).toEqual([{ id: 15 }]);
    const messages = await expectSame();
    expect(messages.map(({ id }) => id)).toEqual([...Array(14).keys()].map((n) => n + 1).concat(18, file));
    expect((await run("SELECT id FROM media ORDER BY id")).results).toEqual([{ id: "m2" }, { id: "m3" }]);
  });

  test("the old tables receive what the code after writes, under the same ids", async () => {
    const sent = await idOf(after.send(bo, cy, "a new pair", "fresh"));
    expect(sent).toBeGreaterThan(18);
    expect((await after.send(bo, cy, "repeated", "fresh")).results).toEqual([]);
    expect((await after.send(ada, dan, "across a block", "refused")).results).toEqual([]);
    expect(await idOf(before.send(cy, bo, "an answer", null))).toBe(sent + 1);
    expect(await idOf(after.send(bo, cy, "and another", "fresh 2"))).toBe(sent + 2);
    await after.read(ada, 9);
    await after.delete(1);
    expect((await after.delete(15)).results).toEqual([{ media: "m1" }]);
    await after.delete(sent + 2);
    const messages = await expectSame();
    expect(messages.map(({ id }) => id)).toEqual(
      [...Array(13).keys()].map((n) => n + 2).concat(18, sent, sent + 1),
    );
    expect(messages.find(({ id }) => id === sent)).toMatchObject({ createdAt: TIME, clientId: "fresh" });
    expect((await run("SELECT id FROM media ORDER BY id")).results).toEqual([{ id: "m2" }, { id: "m3" }]);
    // A tombstone's key stays spent for both.
    expect((await after.send(bo, cy, "restored", "fresh 2")).results).toEqual([]);
    expect(await idOf(before.send(cy, bo, "one more", null))).toBe(sent + 3);
  });

  test("a deleted account leaves nothing in either, and its newest id is not used again", async () => {
    const newest = await idOf(after.send(cy, bo, "the newest", "newest"));
    await run("DELETE FROM users WHERE id = ?", cy);
    const messages = await expectSame();
    expect(messages.every(({ from, to }) => from !== cy && to !== cy)).toBe(true);
    expect((await oldTombstones()).length).toBe(0);
    expect(
      (await run("SELECT id FROM chat_messages WHERE id = ? AND content IS NULL", newest)).results,
    ).toHaveLength(1);
    expect(await idOf(before.send(ada, bo, "next", "next"))).toBe(newest + 1);
    await expectSame();
  });
});

test("after the contract migration, the calls return what was stored before", async () => {
  await apply(expandAt, contractAt);
  await before.read(ada, bo, 10);
  await after.delete(14);
  const known = await oldMessages();
  await apply(contractAt);
  const left = await run(
    "SELECT name FROM sqlite_master WHERE name LIKE '%mirrored%' OR tbl_name IN ('messages', 'deleted_messages')",
  );
  expect(left.results).toEqual([]);
  const { ctx } = contextOf({ id: ada });
  const { items } = await listMessages(ctx, bo, { cursor: null, limit: 50 });
  expect(
    items.map(({ id, senderId, content, isRead }) => ({ id: Number(id), senderId, content, isRead })),
  ).toEqual(
    known
      .filter(({ from, to }) => from === bo || to === bo)
      .map(({ id, from, content, isRead }) => ({ id, senderId: from, content, isRead: isRead === 1 }))
      .reverse(),
  );
  const { messages: missed } = await listMissed(ctx, "0", 50);
  expect(missed.map(({ id, clientId }) => ({ id: Number(id), clientId }))).toEqual(
    known
      .filter(({ from, to }) => from !== dan && to !== dan)
      .map(({ id, clientId }) => ({ id, clientId: clientId ?? "" })),
  );
  expect(missed.find(({ id }) => id === "15")).toMatchObject({
    attachment: { type: "image/webp", name: "a.jpg", size: 7, width: 30, height: 40 },
  });
  const unread = await readUnreadMessages(ctx, []);
  expect(unread.bySender).toEqual({ [bo]: ["11", "12", "13"], [cy]: ["15"] });
});
