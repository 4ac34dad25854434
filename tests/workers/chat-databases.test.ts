import { env } from "cloudflare:test";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { CLOSED_SESSION_ENDED } from "~/contract/limits";
import { cursorOf, databaseOf, IDS_OF_A_DATABASE } from "~/contract/message-cursor";
import { type Db, openDb } from "~/db/client";
import { readRows } from "~/db/viewer-query";
import { pairRow } from "~/domain/chat/can-chat";
import { completeChatSteps } from "~/domain/chat/complete-chat-steps";
import { countUnreadMessages } from "~/domain/chat/count-unread";
import { listChats } from "~/domain/chat/list-chats";
import { listMissed } from "~/domain/chat/list-missed";
import { sendMessage } from "~/domain/chat/send-message";
import { sweepRemovals } from "~/domain/media/sweep-removals";
import { r2MediaStore } from "~/platform/media/r2-store";
import { chatBindings } from "../../workers/chat-bindings";
import { scheduled } from "../../workers/scheduled";
import { eventually, Tab } from "./channel";
import { type Member, member, dataUrl as photoUrl } from "./client";
import { contextOf } from "./context-of";
import { advance, setClockAhead, useFakeClock } from "./hubs";
import { pushWaiting, servePushes, turnOn } from "./push-devices";
import { nameHub } from "./sessions";

const d1s = [env.DB, ...chatBindings(env)];
const HOUR = 60 * 60_000;

/** Connects two members by calls, with the messages to come in a database. */
async function connectIn(chat: number, one: Member, other: Member): Promise<void> {
  for (const number of [1, 2]) {
    await env.DB.prepare("INSERT OR REPLACE INTO chat_databases (number, bytes) VALUES (?, ?)")
      .bind(number, number === chat ? 10 : 20)
      .run();
  }
  await one.call("requestConnection", { params: { userId: other.id } });
  await other.call("acceptConnection", { params: { fromUserId: one.id } });
}

const write = (from: Member, to: Member, content: string, more = {}) =>
  from.call("sendMessage", { params: { userId: to.id }, body: { content, ...more } });
const history = async (one: Member, other: Member) =>
  (await one.call("listMessages", { params: { userId: other.id } })).map(({ content }) => content);
const block = (one: Member, other: Member) => one.call("blockMember", { params: { userId: other.id } });
const count = (d1: D1Database, table: string, where = "1") =>
  d1.prepare(`SELECT count(*) AS n FROM ${table} WHERE ${where}`).first<number>("n");
const conversationsOf = (one: Member) =>
  Promise.all(d1s.map((d1) => count(d1, "conversations", `low_id = '${one.id}' OR high_id = '${one.id}'`)));

/** A member with a connection in each of the three databases, the main one from before there were others. */
async function spread() {
  const [ada, main, first, second] = [
    await member("ada"),
    await member("main"),
    await member("first"),
    await member("second"),
  ];
  await connectIn(1, ada, first);
  await connectIn(2, ada, second);
  await env.DB.prepare(
    "INSERT INTO connection_sides (member, accepted, other, sent, created_at) SELECT key, 1, ?, 1, 0 FROM users WHERE id = ?",
  )
    .bind(main.id, ada.id)
    .run();
  return { ada, others: [main, first, second] as const };
}

/** Returns clients of the three databases whose trips all fail from a number on, as if the isolate had died. */
function cuttable(due: number, when: "before" | "after" = "before") {
  let trips = 0;
  const trip = async <T>(run: () => Promise<T>): Promise<T> => {
    const number = trips++;
    if (number < due) return run();
    if (number === due && when === "after") await run();
    throw new Error("as the test asked");
  };
  const statement = (original: D1PreparedStatement): object => ({
    original,
    bind: (...values: unknown[]) => statement(original.bind(...values)),
    all: () => trip(() => original.all()),
    run: () => trip(() => original.run()),
  });
  const open = (d1: D1Database): Db =>
    openDb({
      prepare: (query: string) => statement(d1.prepare(query)),
      batch: (list: { original: D1PreparedStatement }[]) =>
        trip(() => d1.batch(list.map(({ original }) => original))),
    } as unknown as D1Database).db;
  const db = open(env.DB);
  return { ctx: { db, chats: [db, ...chatBindings(env).map(open)] as const }, isCut: () => trips > due };
}

const steps = { now: () => new Date() };
const complete = () => completeChatSteps({ ...contextOf({ id: "" }).ctx, ...steps });
const pending = () => count(env.DB, "ended_connections", "is_applied = 0");

describe("a conversation", () => {
  test("begins in the smallest database beside the main one, and stays there", async () => {
    const [ada, grace, eve] = [await member("ada"), await member("grace"), await member("eve")];
    await connectIn(2, ada, grace);
    await connectIn(1, ada, eve);
    expect(databaseOf((await write(ada, grace, "one")).id)).toBe(2);
    const first = await write(grace, ada, "two");
    expect(databaseOf((await write(eve, ada, "hi")).id)).toBe(1);
    await ada.call("disconnect", { params: { userId: grace.id } });
    expect(await history(grace, ada)).toEqual(["two", "one"]);
    await connectIn(1, grace, ada);
    const again = await write(ada, grace, "three");
    expect(Number(again.id)).toBeGreaterThan(Number(first.id));
    expect(databaseOf(again.id)).toBe(2);
    expect(await history(ada, grace)).toEqual(["three", "two", "one"]);
  });

  test("from before stays in the main database, also when the two connect again", async () => {
    const { ada, others } = await spread();
    const [old] = others;
    expect(databaseOf((await write(ada, old, "old")).id)).toBe(0);
    // Without a trace of the former connection, as after the migration.
    await ada.call("disconnect", { params: { userId: old.id } });
    await env.DB.prepare("DELETE FROM ended_connections").run();
    await connectIn(1, ada, old);
    expect(databaseOf((await write(ada, old, "new")).id)).toBe(0);
  });

  test("has ids of its database from the first message on", async () => {
    const { ada, others } = await spread();
    for (const [number, other] of others.entries()) {
      const { id } = await write(ada, other, "hello");
      expect(Number(id)).toBeGreaterThan(number * IDS_OF_A_DATABASE);
      expect(databaseOf(id)).toBe(number);
    }
  });
});

describe("across the databases", () => {
  test("the list, the unread counts, read marks, deletions and files work", async () => {
    const { ada, others } = await spread();
    for (const other of others) {
      await write(other, ada, `from ${other.username}`);
      await write(other, ada, "and a file", { attachment: { data: photoUrl } });
    }
    expect(await ada.call("countUnreadMessages")).toEqual({ count: 6 });
    const chats = await ada.call("listChats");
    expect(chats.map(({ userId, unreadCount }) => [userId, unreadCount])).toEqual(
      others.toReversed().map(({ id }) => [id, 2]),
    );
    const tab = await Tab.online(ada);
    tab.send("sync", {});
    const { messages } = await tab.receive("unread");
    expect([messages.count, Object.values(messages.bySender).map(({ length }) => length)]).toEqual([
      6,
      [2, 2, 2],
    ]);
    for (const [index, other] of others.entries()) {
      const reply = await ada.call("readMessages", { params: { userId: other.id } });
      expect(reply).toEqual({ count: 6 - 2 * (index + 1) });
      const [newest] = await ada.call("listMessages", { params: { userId: other.id } });
      expect(newest?.attachment).toMatchObject({ width: expect.any(Number) });
      const url = newest?.attachment?.url ?? "";
      expect((await ada.fetch(url)).status).toBe(200);
      expect((await (await member("eve")).fetch(url)).status).toBe(404);
      await other.call("deleteMessage", { params: { messageId: newest?.id ?? "" } });
      expect((await ada.fetch(url)).status).toBe(404);
      expect(await history(ada, other)).toEqual([`from ${other.username}`]);
    }
    await eventually(async () =>
      expect((await env.MEDIA.list({ prefix: "attachments/" })).objects.length).toBe(0),
    );
    expect(await count(env.DB, "media", `user_id IN ('${others.map(({ id }) => id).join("','")}')`)).toBe(0);
  });

  test("asks each database once, at the same time", async () => {
    const { ada, others } = await spread();
    await write(others[2], ada, "hello");
    const { ctx, cost } = contextOf(ada);

    // The main database also returns the muted chats.
    expect(await countUnreadMessages(ctx)).toBe(1);
    expect([cost.trips, cost.statements]).toEqual([1, 4]);
    await listChats(ctx);
    expect([cost.trips, cost.statements]).toEqual([2, 4 + 3]);
  });

  test("pages of the list merge the databases by time, then list connections without messages", async () => {
    const { ada, others } = await spread();
    const more = [
      await member("third"),
      await member("fourth"),
      await member("fifth"),
      await member("sixth"),
    ];
    for (const [nth, other] of more.entries()) await connectIn(1 + (nth % 2), ada, other);
    const [main, first, second] = others;
    const [third, fourth, ...quiet] = more;
    const order = [main, third, first, main, second, fourth].flatMap((one) => one ?? []);
    for (const other of order) await write(other, ada, "hello");
    const expected = [fourth, second, main, first, third, ...quiet].map((one) => one?.id);
    for (const size of [1, 2, 3, 20]) {
      const seen: string[] = [];
      for (let cursor: string | null = null, more = true; more; ) {
        const { items, next } = await listChats(contextOf(ada).ctx, { page: { cursor, limit: size } });
        seen.push(...items.map(({ userId }) => userId));
        cursor = next;
        more = next !== null;
      }
      expect(seen).toEqual(expected);
    }
  });

  test("sync sends what was missed in each, by a cursor that the client keeps", async () => {
    const { ada, others } = await spread();
    const tab = await Tab.online(ada);
    tab.send("sync", {});
    const { after } = await tab.receive("synced");
    for (const other of others) {
      for (const text of ["one", "two"]) await write(other, ada, `${text} of ${other.username}`);
    }
    const returned = await Tab.online(ada);
    returned.send("sync", { after });
    const synced = await returned.receive("synced");
    const texts = () =>
      returned.frames.flatMap((frame) => (frame.type === "message" ? [frame.payload.content] : []));
    for (const { username } of others) {
      expect(texts().filter((text) => text.endsWith(` of ${username}`))).toEqual([
        `one of ${username}`,
        `two of ${username}`,
      ]);
    }
    returned.send("sync", { after: synced.after });
    expect((await returned.receive("synced")).after).toBe(synced.after);
    expect(texts()).toHaveLength(6);
    // The number of a client from before has a place in the main database only: everything of the others is newer.
    returned.send("sync", { after: after.split(".")[0] });
    await returned.receive("synced");
    expect(texts()).toHaveLength(12);
  });

  test("sync goes on after a full page in one of them", async () => {
    const { ada, others } = await spread();
    for (const other of others) for (const text of ["a", "b", "c"]) await write(other, ada, text);
    const { ctx } = contextOf(ada);
    let cursor = cursorOf([0, 1, 2].map((number) => number * IDS_OF_A_DATABASE));
    const seen: string[] = [];
    for (let more = true; more; ) {
      const missed = await listMissed(ctx, cursor, 2);
      seen.push(...missed.messages.map(({ senderId, content }) => `${senderId} ${content}`));
      ({ cursor, more } = missed);
    }
    expect(seen.length).toBe(9);
    for (const { id } of others) {
      expect(seen.filter((line) => line.startsWith(id))).toEqual(
        ["a", "b", "c"].map((text) => `${id} ${text}`),
      );
    }
  });

  test("messages are pushed with one count, and their notifications are taken back", async () => {
    setClockAhead();
    onTestFinished(() => void vi.restoreAllMocks().useRealTimers());
    const pushed = servePushes();
    const { ada, others } = await spread();
    await turnOn(ada);
    for (const other of others) await write(other, ada, `from ${other.username}`);
    await pushWaiting(ada);
    const messages = pushed.flatMap(({ message }) => (message.kind === "message" ? [message] : []));
    expect(messages.map(({ body }) => body).sort()).toEqual(
      others.map(({ username }) => `from ${username}`).sort(),
    );
    const { count: notifications } = await ada.call("countUnreadNotifications");
    expect(messages.map(({ unread }) => unread)).toEqual(Array(3).fill(3 + notifications));

    const [, first, second] = others;
    await ada.call("readMessages", { params: { userId: second.id } });
    await write(first, ada, "again");
    await pushWaiting(ada);
    expect(pushed.at(-1)?.message).toMatchObject({
      title: `${first.username} (2)`,
      body: "again",
      unread: 3 + notifications,
      read: [`chat:${second.id}`],
    });
  });

  test("a block hides the conversation and refuses messages", async () => {
    const { ada, others } = await spread();
    for (const other of others) {
      const { id } = await write(other, ada, "before");
      await block(ada, other);
      expect((await ada.send("GET", `/api/chat/messages/${other.id}`)).status).toBe(404);
      expect((await other.send("POST", `/api/chat/messages/${ada.id}`, { content: "after" })).status).toBe(
        403,
      );
      expect((await listMissed(contextOf(ada).ctx, String(Number(id) - 1), 50)).messages).not.toContainEqual(
        expect.objectContaining({ senderId: other.id }),
      );
    }
    expect(await ada.call("countUnreadMessages")).toEqual({ count: 0 });
    expect(await pending()).toBe(0);
  });
});

describe("a message whose permission was checked before the connection ended", () => {
  /** Sends a message; something happens between the check and the insertion. */
  async function sendAround(from: Member, to: Member, between: () => Promise<unknown>) {
    const { ctx } = contextOf(from);
    const [pair] = await readRows(ctx, pairRow(to.id));
    await between();
    const preloaded = [{ read: pairRow(to.id), rows: [{ ...pair[0] }] }];
    return sendMessage({ ...ctx, preloaded }, to.id, { content: "late", clientId: null }).then(
      () => "stored",
      ({ code }: { code: string }) => code,
    );
  }

  test("is refused once the block has been answered, also when it is the first of the two", async () => {
    const { ada, others } = await spread();
    for (const other of others) {
      expect(await sendAround(other, ada, () => block(ada, other))).toBe("forbidden");
    }
    for (const d1 of d1s) expect(await count(d1, "chat_messages", "content = 'late'")).toBe(0);
  });

  test("is stored while the step is pending, and nobody can read it", async () => {
    const { ada, others } = await spread();
    const [, first] = others;
    const unnoticed = () =>
      env.DB.prepare("INSERT INTO blocks (id, blocker_id, blocked_id, created_at) VALUES (?, ?, ?, '')")
        .bind(crypto.randomUUID(), ada.id, first.id)
        .run();
    expect(await sendAround(first, ada, unnoticed)).toBe("stored");
    expect((await ada.send("GET", `/api/chat/messages/${first.id}`)).status).toBe(404);
    expect((await listMissed(contextOf(ada).ctx, "0", 50)).messages).toEqual([]);
    await complete();
    expect(await ada.call("countUnreadMessages")).toEqual({ count: 0 });
    expect(await sendAround(first, ada, async () => undefined)).toBe("forbidden");
  });

  test("is accepted after the two have connected again, although the step is pending", async () => {
    const { ada, others } = await spread();
    const [, first] = others;
    await ada.call("disconnect", { params: { userId: first.id } });
    await env.DB.batch(
      [
        "INSERT INTO connection_sides (member, accepted, other, sent, created_at, chat) SELECT key, 1, ?2, 1, 0, 1 FROM users WHERE id = ?1",
      ].map((query) => env.DB.prepare(query).bind(ada.id, first.id)),
    );
    expect(await pending()).toBe(1);
    expect(databaseOf((await write(first, ada, "again")).id)).toBe(1);
    await complete();
    expect(await ada.call("countUnreadMessages")).toEqual({ count: 1 });
  });
});

describe("a step that is cut off", () => {
  const cuts = ["before", "after"] as const;

  /** Runs the steps again and again, each run cut one trip later, until one is complete. @returns the number of cuts */
  async function throughCuts(when: (typeof cuts)[number]): Promise<number> {
    for (let due = 0; ; due++) {
      const { ctx, isCut } = cuttable(due, when);
      await completeChatSteps({ ...ctx, ...steps }).catch(() => undefined);
      if (!isCut()) return due;
    }
  }

  const directly = (query: string, ...values: string[]) =>
    env.DB.prepare(query)
      .bind(...values)
      .run();
  const part = (one: Member, other: Member) =>
    directly(
      "DELETE FROM connection_sides WHERE member = (SELECT key FROM users WHERE id = ?) AND accepted = 1 AND other = ?",
      one.id,
      other.id,
    );

  test.each(cuts)("%s any trip closes and opens conversations in the end", async (when) => {
    const { ada, others } = await spread();
    // Nobody publishes these changes to her hub.
    nameHub(ada, null);
    for (const other of others) await write(other, ada, "hello");
    for (const other of others) await part(ada, other);
    expect(await throughCuts(when)).toBeGreaterThan(3);
    expect(await pending()).toBe(0);
    expect(await ada.call("countUnreadMessages")).toEqual({ count: 0 });
    for (const [number, other] of others.entries()) {
      await directly(
        "INSERT INTO connection_sides (member, accepted, other, sent, created_at, chat) SELECT key, 1, ?2, 1, 0, ?3 FROM users WHERE id = ?1",
        other.id,
        ada.id,
        String(number),
      );
    }
    await throughCuts(when);
    expect(await ada.call("countUnreadMessages")).toEqual({ count: 3 });
    expect(await count(env.DB, "ended_connections", `low_id = '${ada.id}' OR high_id = '${ada.id}'`)).toBe(0);
  });

  test.each(cuts)("%s any trip deletes a deleted member's messages and files in the end", async (when) => {
    const { ada, others } = await spread();
    for (const other of others) await write(other, ada, "a file", { attachment: { data: photoUrl } });
    await directly("DELETE FROM users WHERE id = ?", ada.id);
    expect(await throughCuts(when)).toBeGreaterThan(1);
    expect(await conversationsOf(ada)).toEqual([0, 0, 0]);
    const media = r2MediaStore(env.MEDIA, env.IMAGES);
    for (let due = 0; ; due++) {
      const { ctx, isCut } = cuttable(due, when);
      await sweepRemovals({ ...ctx, media }).catch(() => undefined);
      if (!isCut()) break;
    }
    expect((await env.MEDIA.list({ prefix: "attachments/" })).objects).toEqual([]);
    for (const d1 of d1s.slice(1)) expect(await count(d1, "attachment_removals")).toBe(0);
  });

  test("is completed by the hub of the member whose request was cut off", async () => {
    const clock = useFakeClock();
    const { ada, others } = await spread();
    const [, first] = others;
    await write(first, ada, "hello");
    await contextOf(ada).ctx.realtime.expectChatSteps(ada.id);
    await part(ada, first);
    expect(await pending()).toBe(1);
    await advance(ada, 11_000);
    await eventually(async () => expect(await pending()).toBe(0));
    expect(await ada.call("countUnreadMessages")).toEqual({ count: 0 });
    clock.useRealTimers();
  });
});

test.each([0, 1, 2])(
  "an ended session stores no message and reads none in database %i by its open socket",
  async (at) => {
    const { ada, others } = await spread();
    const other = others[at] ?? ada;
    await write(other, ada, "hi");
    const [reading, writing] = [await Tab.online(ada), await Tab.online(ada)];
    const stored = () =>
      Promise.all(d1s.map((d1) => d1.prepare("SELECT id, unread_by FROM chat_messages ORDER BY id").raw()));
    const before = await stored();
    await env.DB.prepare("DELETE FROM sessions WHERE user_id = ?").bind(ada.id).run();
    reading.send("read", { senderId: other.id });
    writing.send("message", { receiverId: other.id, content: "Still here", clientId: crypto.randomUUID() });
    for (const tab of [reading, writing]) expect((await tab.untilClosed()).code).toBe(CLOSED_SESSION_ENDED);
    expect(await stored()).toEqual(before);
  },
);

test("a deleted account leaves nothing in any database, also of a message that was under way", async () => {
  const { ada, others } = await spread();
  for (const other of others) await write(other, ada, "hello");
  const { ctx } = contextOf(others[1]);
  const body = { confirmation: ada.username, currentPassword: "sunset" };
  await ada.call("deleteAccount", { body });
  expect(await conversationsOf(ada)).toEqual([0, 0, 0]);
  // Stored by a request that began before the deletion.
  await chatBindings(env)[0]
    ?.prepare("INSERT INTO conversations (low_id, high_id, low, high) VALUES (?, ?, 1, 2)")
    .bind(ada.id, `~${others[1].id}`)
    .run();
  await completeChatSteps({ ...ctx, now: () => new Date(Date.now() + 2 * HOUR) });
  expect(await conversationsOf(ada)).toEqual([0, 0, 0]);
  expect(await count(env.DB, "deleted_accounts", `id = '${ada.id}'`)).toBe(0);
});

test("the hourly run completes steps and measures the databases", async () => {
  const { ada, others } = await spread();
  await write(others[1], ada, "hello");
  await env.DB.prepare("DELETE FROM connection_sides WHERE other = ?").bind(ada.id).run();
  await env.DB.prepare("DELETE FROM chat_databases").run();
  await scheduled({ scheduledTime: Date.now() }, env);
  expect(await pending()).toBe(0);
  const { results } = await env.DB.prepare(
    "SELECT number, bytes > 0 AS isMeasured FROM chat_databases",
  ).all();
  expect(results).toEqual([0, 1, 2].map((number) => ({ number, isMeasured: 1 })));
});

test.each(["conversations", "chat_messages"])(
  "every database has the same columns and indexes of %s",
  async (table) => {
    const [main, ...others] = await Promise.all(
      d1s.map(async (d1) => {
        const columns = `SELECT name, lower(type) AS type, "notnull", dflt_value, pk FROM pragma_table_info('${table}') ORDER BY name`;
        const indexes = `SELECT name, "unique", partial, (SELECT group_concat(i.name) FROM pragma_index_info(l.name) i) AS columns
        FROM pragma_index_list('${table}') l ORDER BY name`;
        return Promise.all([columns, indexes].map(async (query) => (await d1.prepare(query).all()).results));
      }),
    );
    expect(main?.[0]?.length).toBeGreaterThan(5);
    for (const other of others) expect(other).toEqual(main);
  },
);

test("a suspension closes a conversation and its end opens it, in the same database", async () => {
  const { ada, others } = await spread();
  const [, , second] = others;
  await write(second, ada, "before");
  const chat = () =>
    env.DB.prepare(
      "SELECT s.chat AS chat FROM connection_sides s JOIN users u ON u.key = s.member WHERE u.id = ? AND s.other = ?",
    )
      .bind(ada.id, second.id)
      .first<number>("chat");
  const placed = await chat();
  await env.DB.prepare("INSERT INTO suspensions (member_id, decision_id, reason) VALUES (?, 'd', 'spam')")
    .bind(second.id)
    .run();
  const { ctx } = contextOf(ada);
  await completeChatSteps(ctx);
  expect(await chat()).toBeNull();
  expect(await countUnreadMessages(ctx)).toBe(0);
  await env.DB.prepare("DELETE FROM suspensions WHERE member_id = ?").bind(second.id).run();
  await completeChatSteps(ctx);
  expect(placed).toBeGreaterThan(0);
  expect(await chat()).toBe(placed);
  expect(await countUnreadMessages(ctx)).toBe(1);
  expect(await history(ada, second)).toEqual(["before"]);
});
