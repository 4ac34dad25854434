import { env, runDurableObjectAlarm } from "cloudflare:test";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { ServerFrame } from "~/contract/channel";
import { newId } from "~/contract/ids";
import { FEED_REST, STORIES_SHOWN } from "~/contract/limits";
import { sleep } from "~/contract/time";
import { tokenId } from "~/domain/accounts/session-token";
import type { Topic } from "~/platform/realtime";
import { hubAnswer } from "../../workers/ask-hub";
import { bookmarkCookie } from "../../workers/d1-session";
import { CACHE_MAX_CHARACTERS, CACHE_TTL_MS } from "../../workers/hub/cached-values";
import { BUILDS_MAX, type CacheReply, type CacheRequest } from "../../workers/hub/read-cache";
import { SUBSCRIBED_MS } from "../../workers/hub/subscription";
import { UserHub } from "../../workers/user-hub";
import { connectByCalls, Tab } from "./channel";
import { type Client, dataUrl, type Member, member } from "./client";
import { connect, withConnections } from "./connect";
import { advance, crash, hibernate, hub, insertPost, stored, useFakeClock } from "./hubs";
import { again, COOKIE, isIn, nameHub, tokenOf } from "./sessions";

/** Returns the parsed lines that are logged while `act` runs. */
async function linesOf(act: () => Promise<unknown>) {
  const lines: string[] = [];
  const log = vi.spyOn(console, "log").mockImplementation((line: string) => void lines.push(line));
  await act();
  log.mockRestore();
  return lines.map((line) => JSON.parse(line));
}

/** Makes a request and returns its reply and the database cost of its log line. */
async function ask(client: Client, path = "/api/feed") {
  let reply = new Response();
  const lines = await linesOf(async () => {
    reply = await client.fetch(path);
  });
  const line = lines.find((one) => one.route === path.split("?")[0]);
  return { status: reply.status, statements: line.statements, trips: line.trips, body: await reply.json() };
}

const captions = async (client: Client) => {
  const { body } = await ask(client);
  return (body as { caption: string }[]).map(({ caption }) => caption);
};

const post = (owner: Client, caption: string) =>
  owner.call("createPost", { body: { mediaUrl: dataUrl, caption } });

const subscribed = async ({ id }: { id: string }) =>
  (await env.DB.prepare("SELECT 1 FROM hub_subscriptions WHERE user_id = ?").bind(id).first()) !== null;

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("a warm hub", () => {
  test("answers without a statement, cold by one trip", async () => {
    const ada = await member("ada");
    await post(ada, "Dusk");
    expect(await ask(ada)).toMatchObject({ status: 200, statements: 3, trips: 1 });
    expect(await ask(ada)).toMatchObject({ status: 200, statements: 0, trips: 0 });
    expect(await captions(ada)).toEqual(["Dusk"]);
    expect(await ask(ada, "/api/auth/me")).toMatchObject({ status: 200, statements: 0, trips: 0 });
  });

  test.each([
    "/api/auth/me",
    "/api/notifications/groups",
    "/api/notifications/unread",
    "/api/chat/unread",
    "/api/chat/connections",
    "/api/connections",
    "/api/connections/stories",
  ])("answers %s without a statement", async (path) => {
    const ada = await member("ada");
    expect(await ask(ada, path)).toMatchObject({ status: 200, trips: 1 });
    expect(await ask(ada, path)).toMatchObject({ status: 200, statements: 0, trips: 0 });
  });

  test("answers the first page of the stories strip, and the database the next ones", async () => {
    const ada = await member("ada");
    const ids = await withConnections(ada, 2 * STORIES_SHOWN + 5);
    const seen: string[] = [];
    for (let path: string | null = "/api/connections/stories"; path && seen.length < ids.length; ) {
      await ask(ada, path);
      const reply: Response = await ada.fetch(path);
      seen.push(...(await reply.json<{ id: string }[]>()).map(({ id }) => id));
      path = /<([^>]+)>; rel="next"/.exec(reply.headers.get("Link") ?? "")?.[1] ?? null;
    }
    expect(seen).toEqual(ids);
    const next = `/api/connections/stories?cursor=${ids[STORIES_SHOWN - 1]}`;
    expect(await ask(ada, next)).toMatchObject({ status: 200, trips: 1 });
    expect(await ada.fetch("/api/connections/stories?cursor=7")).toMatchObject({ status: 400 });
  });

  test.each(["/feed", "/feed.data", "/chat"])("answers the page %s without a statement", async (path) => {
    const ada = await member("ada");
    await ada.fetch(path);
    const lines = await linesOf(() => ada.fetch(path));
    expect(lines).toMatchObject([{ status: 200, statements: 0, trips: 0 }]);
  });

  test("answers a second session of the member with the same rows", async () => {
    const ada = await member("ada");
    await ask(ada);
    const phone = await again(ada);
    // The browser carries the bookmark of the log-in: the feed is read again with the new session.
    expect(await ask(phone)).toMatchObject({ status: 200, statements: 2, trips: 1 });
    expect(await ask(phone)).toMatchObject({ status: 200, statements: 0 });
  });

  describe("picks parts of the first page of the feed", () => {
    /** Inserts posts and returns their ids, newest first. */
    async function insertPosts(owner: Member, count: number): Promise<string[]> {
      const ids = Array.from({ length: count }, (_, n) => newId(Date.now() - 60_000 - n));
      for (const id of ids) await insertPost(id, owner, 1);
      return ids;
    }

    /** Returns the reply of the hub and that of the database to the same request. */
    async function both(one: Member, path: string) {
      const answer = async () => {
        const reply = await one.fetch(path);
        return { status: reply.status, link: reply.headers.get("Link"), body: await reply.text() };
      };
      const hub = await answer();
      nameHub(one, null);
      const database = await answer();
      nameHub(one, one.id);
      return { hub, database };
    }

    const rest = (cursor = "") => `/api/feed?cursor=${cursor}&limit=${FEED_REST}`;

    test.each([3, 20, 21, 30])("of %s posts", async (count) => {
      const ada = await member("ada");
      const ids = await insertPosts(ada, count);
      await ask(ada);
      for (const path of ["/api/feed?limit=1", "/api/feed?limit=19", rest(ids[3] ?? ids.at(-1))]) {
        const { hub, database } = await both(ada, path);
        expect(hub).toEqual(database);
        expect(hub.status).toBe(200);
        expect(await ask(ada, path), path).toMatchObject({ statements: 0 });
      }
      await ada.fetch("/feed");
      expect(await linesOf(() => ada.fetch("/feed"))).toMatchObject([{ statements: 0 }]);
    });

    test("and queries the database for what is not among them", async () => {
      const ada = await member("ada");
      const ids = await insertPosts(ada, 30);
      await ask(ada);
      const { hub, database } = await both(ada, rest(ids[4]));
      expect(hub).toEqual(database);
      expect(JSON.parse(hub.body)).toHaveLength(FEED_REST);
      expect((await ask(ada, rest(ids[4]))).statements).toBe(2);
    });

    test("although the post at the cursor is deleted", async () => {
      const ada = await member("ada");
      const ids = await insertPosts(ada, 21);
      await ada.call("deletePost", { params: { id: ids[3] ?? "" } });
      const { hub, database } = await both(ada, rest(ids[3]));
      expect(hub).toEqual(database);
      expect(await ask(ada, rest(ids[3]))).toMatchObject({ statements: 0 });
    });
  });

  test("leaves later pages and old cookies to the database", async () => {
    const ada = await member("ada");
    await ask(ada);
    for (const path of ["/api/feed?limit=50", `/api/feed?cursor=${newId()}`]) {
      expect(await ask(ada, path)).toMatchObject({ status: 200, statements: 2, trips: 1 });
    }
    for (const value of [tokenOf(ada), `${tokenOf(ada)}.x`, `${tokenOf(ada)}.${ada.id}.x`]) {
      ada.cookies.set(COOKIE, value);
      expect(await ask(ada)).toMatchObject({ status: 200, statements: 2, trips: 1 });
    }
  });

  test("reads again after the member's own write, on another device too", async () => {
    const ada = await member("ada");
    const phone = await again(ada);
    await ask(ada);
    await ask(phone);
    const { id } = await post(ada, "Dusk");
    expect(await captions(phone)).toEqual(["Dusk"]);
    await ada.call("editPost", { params: { id }, body: { caption: "Dawn" } });
    expect(await captions(phone)).toEqual(["Dawn"]);
    await ada.call("deletePost", { params: { id } });
    expect(await captions(phone)).toEqual([]);
  });

  test("reads again after five minutes", async () => {
    const ada = await member("ada");
    await ask(ada);
    useFakeClock();
    vi.setSystemTime(Date.now() + CACHE_TTL_MS);
    expect((await ask(ada)).statements).toBeGreaterThan(0);
  });

  test("does not serve a value that is older than the browser's last write", async () => {
    const ada = await member("ada");
    await ask(ada);
    await env.DB.prepare("UPDATE users SET bio = 'x' WHERE id = ?").bind(ada.id).run();
    const session = env.DB.withSession("first-primary");
    await session.prepare("SELECT 1").run();
    ada.cookies.set("__Host-afterglow-at", session.getBookmark() ?? "");
    expect((await ask(ada)).statements).toBeGreaterThan(0);
    expect((await ask(ada)).statements).toBe(0);
  });

  test("sets the cookie of reads as the database does", async () => {
    const ada = await member("ada");
    await ask(ada);
    expect(ada.cookies.get("__Host-afterglow-seen")).toMatch(/^[0-9a-f-]{59}$/);
  });
});

describe("events of others", () => {
  test.each<[string, (grace: Member, id: string, ada: Member) => Promise<unknown>, string[]]>([
    ["a new post", (grace) => post(grace, "New"), ["New", "Dusk"]],
    [
      "an edited post",
      (grace, id) => grace.call("editPost", { params: { id }, body: { caption: "Dawn" } }),
      ["Dawn"],
    ],
    ["a deleted post", (grace, id) => grace.call("deletePost", { params: { id } }), []],
    ["a block", (grace, _, ada) => grace.call("blockMember", { params: { userId: ada.id } }), []],
  ])("change the cached feed: %s", async (_, act, expected) => {
    const [ada, grace] = [await member("ada"), await member("grace")];
    await connectByCalls(ada, grace);
    const { id } = await post(grace, "Dusk");
    await expect.poll(() => captions(ada)).toEqual(["Dusk"]);
    await act(grace, id, ada);
    await expect.poll(() => captions(ada)).toEqual(expected);
  });

  test.each<[string, (grace: Member, id: string) => Promise<unknown>, string[]]>([
    ["a new post", (grace) => post(grace, "New"), ["New", "Dusk"]],
    [
      "an edited post",
      (grace, id) => grace.call("editPost", { params: { id }, body: { caption: "Dawn" } }),
      ["Dawn"],
    ],
  ])("arrive although the hub of their author crashes while it sends them: %s", async (_, act, expected) => {
    const [ada, grace] = [await member("ada"), await member("grace")];
    await connectByCalls(ada, grace);
    const { id } = await post(grace, "Dusk");
    await expect.poll(() => captions(ada)).toEqual(["Dusk"]);
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const deliver = vi.spyOn(UserHub.prototype, "deliver");
    deliver.mockImplementationOnce(async () => {
      await crash(grace);
      throw new Error("The delivery is lost with its sender.");
    });
    await act(grace, id);
    await expect.poll(() => captions(ada)).toEqual(expected);
    expect(deliver.mock.calls.length).toBeGreaterThan(1);
  });

  test("change the cached counts: messages read over the socket", async () => {
    const [ada, grace] = [await member("ada"), await member("grace")];
    await connectByCalls(ada, grace);
    await grace.call("sendMessage", { params: { userId: ada.id }, body: { content: "Hello" } });
    const tab = await Tab.online(ada);
    await expect.poll(() => ask(ada, "/api/chat/unread").then(({ body }) => body)).toEqual({ count: 1 });
    tab.send("read", { senderId: grace.id });
    await tab.receive("read");
    expect((await ask(ada, "/api/chat/unread")).body).toEqual({ count: 0 });
  });

  test("patch a like, without a statement", async () => {
    const [ada, grace] = [await member("ada"), await member("grace")];
    await connectByCalls(ada, grace);
    const { id } = await post(grace, "Dusk");
    await expect.poll(() => captions(ada)).toEqual(["Dusk"]);
    useFakeClock();
    vi.setSystemTime(Date.now() + 10_000);
    const like: ServerFrame = { type: "like_update", payload: { postId: id, count: 7 } };
    await hub(ada).deliver([like]);
    const reply = await ask(ada);
    expect(reply).toMatchObject({ statements: 0, body: [{ id, likeCount: 7 }] });
    // A late frame may be older than the feed.
    await hub(ada).deliver([like], { isLate: true });
    expect(await ask(ada)).toMatchObject({ trips: 1, body: [{ id, likeCount: 0 }] });
  });
});

describe("a post of a member with many connections", () => {
  /** Counts the statements and batches that reach the database while `act` runs, of hubs and of the edge. */
  async function callsDuring(act: () => Promise<unknown>): Promise<number> {
    const session = Object.getPrototypeOf(env.DB.withSession());
    const statement = Object.getPrototypeOf(env.DB.prepare("SELECT 1"));
    const spies = [
      vi.spyOn(session, "batch"),
      ...(["all", "run", "raw"] as const).map((method) => vi.spyOn(statement, method)),
    ];
    await act();
    const count = spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
    for (const spy of spies) spy.mockRestore();
    return count;
  }

  test("makes no more queries for more warm hubs, and one for each reader who asks", async () => {
    const costs: number[] = [];
    for (const count of [3, 12]) {
      const grace = await member("grace");
      const readers: Member[] = [];
      for (let n = 0; n < count; n++) readers.push(await member(`reader${n}`));
      for (const reader of readers) await connect(grace, reader);
      for (const reader of readers) expect((await ask(reader)).status).toBe(200);
      costs.push(await callsDuring(() => post(grace, "New")));
      const reads = await callsDuring(async () => {
        // Ten requests of each reader at once.
        const asking = readers.flatMap((reader) =>
          Array.from({ length: 10 }, async () => (await reader.fetch("/api/feed")).json()),
        );
        for (const feed of await Promise.all(asking)) expect(feed).toMatchObject([{ caption: "New" }]);
      });
      expect(reads).toBe(count);
    }
    expect(costs[1]).toBe(costs[0]);
  });
});

describe("a like or save", () => {
  const reactions = [
    ["POST", "like"],
    ["DELETE", "like"],
    ["POST", "save"],
    ["DELETE", "save"],
  ] as const;

  /** Returns the status and the cost of a reaction to a post. */
  async function react(client: Client, method: string, path: string) {
    const [line] = await linesOf(() => client.fetch(path, { method }));
    return { status: line.status, trips: line.trips };
  }

  test("makes one trip when the hub has cached the session, and the next read shows it", async () => {
    const ada = await member("ada");
    const { id } = await post(ada, "Dusk");
    const path = (name: string) => `/api/posts/${id}/${name}`;
    expect(await react(ada, "POST", path("like"))).toEqual({ status: 200, trips: 2 });
    await ask(ada);
    for (const [method, name] of reactions) {
      expect(await react(ada, method, path(name))).toEqual({ status: 200, trips: 1 });
      const { body } = await ask(ada);
      const shown = { like: "isLiked", save: "isSaved" }[name];
      expect(body).toMatchObject([{ id, [shown]: method === "POST" }]);
    }
  });

  test("leaves what does not depend on posts", async () => {
    const ada = await member("ada");
    const { id } = await post(ada, "Dusk");
    await ask(ada, "/api/connections");
    await react(ada, "POST", `/api/posts/${id}/like`);
    ada.cookies.delete(bookmarkCookie("write", true));
    expect(await ask(ada, "/api/connections")).toMatchObject({ trips: 0 });
    expect(await ask(ada)).toMatchObject({ trips: 1 });
  });

  test("gets 401 with a session that has ended or expired, or is another member's", async () => {
    const [ada, eve] = [await member("ada"), await member("eve")];
    const { id } = await post(eve, "Dusk");
    const path = `/api/posts/${id}/like`;
    const phone = await again(ada);
    for (const client of [ada, phone, eve]) await ask(client);
    await ada.call("endOtherSessions");
    expect(await react(phone, "POST", path)).toMatchObject({ status: 401 });
    await env.DB.prepare("UPDATE sessions SET expires_at = ? WHERE user_id = ?")
      .bind(new Date(Date.now() + 60_000).toISOString(), ada.id)
      .run();
    await ask(ada);
    expect(await react(ada, "POST", path)).toEqual({ status: 200, trips: 1 });
    useFakeClock();
    vi.setSystemTime(Date.now() + 61_000);
    expect(await react(ada, "DELETE", path)).toMatchObject({ status: 401 });
    vi.useRealTimers();
    eve.cookies.set(COOKIE, `${tokenOf(eve)}.${ada.id}`);
    // The hub of the named member has not cached the session: the database names its member.
    expect(await react(eve, "POST", path)).toEqual({ status: 200, trips: 2 });
    eve.cookies.set(COOKIE, `forged.${ada.id}`);
    expect(await react(eve, "POST", path)).toMatchObject({ status: 401 });
  });
});

describe("a session", () => {
  test("that was ended elsewhere gets 401 at once", async () => {
    const ada = await member("ada");
    const phone = await again(ada);
    await ask(ada);
    await ask(phone);
    await ada.call("endOtherSessions");
    expect(await isIn(phone)).toBe(false);
    expect(await isIn(ada)).toBe(true);
  });

  test("gets 401 once it has expired, while the hub has it cached", async () => {
    const ada = await member("ada");
    await env.DB.prepare("UPDATE sessions SET expires_at = ? WHERE user_id = ?")
      .bind(new Date(Date.now() + 60_000).toISOString(), ada.id)
      .run();
    expect(await isIn(ada)).toBe(true);
    useFakeClock();
    vi.setSystemTime(Date.now() + 61_000);
    expect(await isIn(ada)).toBe(false);
  });

  test("gets 401 for a forged cookie, which writes and subscribes nothing", async () => {
    const [ada, eve] = [await member("ada"), await member("eve")];
    for (const token of ["forged", tokenOf(eve)]) {
      eve.cookies.set(COOKIE, `${token}.${ada.id}`);
      expect(await ask(eve)).toMatchObject({ status: 401 });
      expect([await subscribed(ada), await stored(ada)]).toEqual([false, 0]);
    }
    await ask(ada);
    expect(await ask(eve)).toMatchObject({ status: 401, body: { message: expect.any(String) } });
    expect((await ask(ada)).statements).toBe(0);
  });

  test("stores its last use once in ten minutes", async () => {
    const ada = await member("ada");
    await ask(ada);
    await env.DB.prepare("UPDATE sessions SET last_seen_at = '2026-01-01T00:00:00.000Z' WHERE user_id = ?")
      .bind(ada.id)
      .run();
    await changeEverything(ada);
    await ask(ada);
    const seen = () =>
      env.DB.prepare("SELECT last_seen_at AS at FROM sessions WHERE user_id = ?").bind(ada.id).first("at");
    await expect.poll(() => seen()).not.toMatch(/^2026-01-01/);
    await env.DB.prepare("UPDATE sessions SET last_seen_at = 'unchanged' WHERE user_id = ?")
      .bind(ada.id)
      .run();
    await ask(ada);
    expect(await seen()).toBe("unchanged");
  });
});

describe("a subscription", () => {
  test("ends some minutes after the last read", async () => {
    const ada = await member("ada");
    await ask(ada);
    expect(await subscribed(ada)).toBe(true);
    useFakeClock();
    vi.setSystemTime(Date.now() + SUBSCRIBED_MS - 1000);
    await ask(ada);
    vi.setSystemTime(Date.now() + 1000);
    await runDurableObjectAlarm(hub(ada));
    expect(await subscribed(ada)).toBe(true);
    vi.setSystemTime(Date.now() + SUBSCRIBED_MS);
    await runDurableObjectAlarm(hub(ada));
    expect(await subscribed(ada)).toBe(false);
    expect((await ask(ada)).statements).toBe(3);
  });

  test("lasts while a tab is open", async () => {
    const ada = await member("ada");
    await Tab.online(ada);
    expect(await subscribed(ada)).toBe(true);
  });

  test("survives a crash of the hub, whose values are read again", async () => {
    const ada = await member("ada");
    await ask(ada);
    await crash(ada);
    expect((await ask(ada)).statements).toBe(2);
    expect((await ask(ada)).statements).toBe(0);
  });

  test("that its hub does not know is removed by the next event", async () => {
    const [ada, grace] = [await member("ada"), await member("grace")];
    await connectByCalls(ada, grace);
    await env.DB.prepare("INSERT INTO hub_subscriptions VALUES (?, '2026-01-01T00:00:00.000Z')")
      .bind(ada.id)
      .run();
    await post(grace, "Dusk");
    await expect.poll(() => subscribed(ada)).toBe(false);
  });

  test("goes with the account", async () => {
    const ada = await member("ada");
    await ask(ada);
    await ada.call("deleteAccount", { body: { confirmation: ada.username, currentPassword: "sunset" } });
    expect(await subscribed(ada)).toBe(false);
    expect(await stored(ada)).toBe(0);
  });
});

describe("a hub that wakes from hibernation", () => {
  type Name = CacheRequest["reads"][number];

  /** Lets the hub hibernate, and asks it. @returns the trips it made, and the rows */
  const wake = async (one: Member, read: Name) => {
    await hibernate(one);
    const reply = await open(one, { reads: [read] });
    if (reply === null || reply === "busy") throw new Error("The hub has not answered.");
    return { trips: reply.cost?.trips ?? 0, rows: JSON.parse(reply.rows[0] ?? "") };
  };

  /** Returns a member with an open tab whose hub caches their counts and their feed. */
  async function withTab(): Promise<{ ada: Member; tab: Tab }> {
    const ada = await member("ada");
    await ask(ada);
    const tab = await Tab.online(ada);
    for (const path of ["/api/chat/unread", "/api/notifications/unread"]) await ask(ada, path);
    return { ada, tab };
  }

  test("answers the polls of an open tab without a statement, and reads lists again", async () => {
    const { ada } = await withTab();
    expect(await wake(ada, "unread-messages")).toEqual({ trips: 0, rows: [{ unread: 0 }] });
    expect(await wake(ada, "unread-notifications")).toMatchObject({ trips: 0 });
    expect(await wake(ada, "feed")).toMatchObject({ trips: 1 });
  });

  test("also for a tab that has opened since the last change", async () => {
    const { ada } = await withTab();
    const first = await Tab.online(ada);
    expect(await wake(ada, "unread-messages")).toMatchObject({ trips: 0 });
    first.close();
  });

  test.each<[string, Name, (ada: Member, grace: Member) => Promise<unknown>]>([
    [
      "a message",
      "unread-messages",
      (ada, grace) => grace.call("sendMessage", { params: { userId: ada.id }, body: { content: "Hello" } }),
    ],
    [
      "a notification",
      "unread-notifications",
      async (ada, grace) => grace.call("likePost", { params: { id: (await post(ada, "Dusk")).id } }),
    ],
    ["an own write", "unread-messages", (ada) => ada.call("readAllNotifications")],
    ["the end of another session", "unread-messages", (ada) => ada.call("endOtherSessions")],
  ])("has forgotten what %s changes", async (_, name, act) => {
    const [{ ada, tab }, grace] = [await withTab(), await member("grace")];
    await connectByCalls(ada, grace);
    await ask(ada, "/api/chat/unread");
    await ask(ada, "/api/notifications/unread");
    expect(await wake(ada, name)).toMatchObject({ trips: 0 });
    await act(ada, grace);
    // The frame arrives after the reply.
    await expect.poll(() => wake(ada, name)).toMatchObject({ trips: 1 });
    // The values are not lost with the socket.
    await tab.settled();
  });

  test("reads again after a crash", async () => {
    const { ada } = await withTab();
    await crash(ada);
    expect(trips(await open(ada, { reads: ["unread-messages"] }))).toBe(1);
  });

  test("keeps no more than an attachment can have", async () => {
    const { ada } = await withTab();
    await env.DB.prepare("UPDATE users SET bio = ? WHERE id = ?").bind("ä".repeat(20_000), ada.id).run();
    await changeEverything(ada);
    expect(await ask(ada, "/api/chat/unread")).toMatchObject({ status: 200, trips: 1 });
    expect(await wake(ada, "unread-messages")).toMatchObject({ trips: 1 });
  });
});

/** Asks a member's hub as the edge does, without a bookmark. */
const open = (one: Member, request: Partial<CacheRequest> = {}): Promise<CacheReply | null | "busy"> =>
  hub(one).open({
    memberId: one.id,
    sessionId: tokenId(tokenOf(one)),
    reads: ["feed"],
    bookmark: null,
    ...request,
  });

/**
 * A gate before the database: the replies to batches that name a member wait while it is shut, so their rows may be
 * outdated. Batches of other hubs, which publish counts of earlier tests, pass.
 */
function gateAtDatabase(one: Member) {
  const gate = { isShut: false, isBroken: false, arrived: 0 };
  const names = [one.id, tokenId(tokenOf(one))];
  onTestFinished(() => {
    gate.isShut = false;
  });
  const session = Object.getPrototypeOf(env.DB.withSession());
  const { batch } = session;
  vi.spyOn(session, "batch").mockImplementation(async function (this: D1DatabaseSession, ...args) {
    // D1's statement has its parameters as a field, which its type leaves out.
    const statements = args[0] as { params: unknown[] }[];
    const isNamed = ({ params }: (typeof statements)[number]) => names.some((name) => params.includes(name));
    if (!statements.some(isNamed)) return batch.apply(this, args);
    gate.arrived += 1;
    const results = await batch.apply(this, args);
    // Asked again and again: a hub cannot wait for a promise of the test.
    while (gate.isShut) await sleep(5);
    if (gate.isBroken) throw new Error("The database is gone.");
    return results;
  });
  return gate;
}

/** Asks a member's hub ten times at once while the gate is shut. @returns the replies, once it is open */
async function askTenTimes(ada: Member, gate: ReturnType<typeof gateAtDatabase>) {
  gate.isShut = true;
  const opened = vi.spyOn(UserHub.prototype, "open");
  const replies = Promise.allSettled(Array.from({ length: 10 }, () => open(ada)));
  await expect.poll(() => opened.mock.calls.length).toBe(10);
  gate.isShut = false;
  return replies;
}

const trips = (reply: CacheReply | null | "busy") =>
  reply === null || reply === "busy" ? reply : (reply.cost?.trips ?? 0);

const change = (one: Member, ...changed: Topic[]) =>
  hub(one).deliver([{ type: "changed", payload: { topics: changed } }]);

const changeEverything = (one: Member) =>
  hub(one).publish(one.id, { changes: null, envelopes: [] }, () => undefined);

describe("reads that run at once", () => {
  test("are one read", async () => {
    const ada = await member("ada");
    const gate = gateAtDatabase(ada);
    const replies = await askTenTimes(ada, gate);
    expect(replies.map((one) => one.status === "fulfilled" && trips(one.value))).toEqual(Array(10).fill(1));
    expect(gate.arrived).toBe(1);
    expect(trips(await open(ada))).toBe(0);
  });

  test("fail together, and the next request reads anew", async () => {
    const ada = await member("ada");
    const gate = gateAtDatabase(ada);
    gate.isBroken = true;
    const replies = await askTenTimes(ada, gate);
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill("rejected"));
    gate.isBroken = false;
    const { arrived } = gate;
    expect(trips(await open(ada))).toBe(1);
    expect(gate.arrived).toBe(arrived + 1);
    expect(trips(await open(ada))).toBe(0);
  });

  test("do not cache, or share, rows that an event has changed meanwhile", async () => {
    const ada = await member("ada");
    const gate = gateAtDatabase(ada);
    gate.isShut = true;
    const early = open(ada);
    await expect.poll(() => gate.arrived).toBe(1);
    await env.DB.prepare("UPDATE users SET bio = 'new' WHERE id = ?").bind(ada.id).run();
    await changeEverything(ada);
    const late = open(ada);
    await expect.poll(() => gate.arrived).toBe(2);
    gate.isShut = false;
    const bioIn = (reply: CacheReply | null | "busy") =>
      JSON.parse(reply === null || reply === "busy" ? "{}" : reply.session).bio;
    expect([bioIn(await early), bioIn(await late)]).toEqual(["", "new"]);
    const cached = await open(ada);
    expect([trips(cached), bioIn(cached)]).toEqual([0, "new"]);
  });

  test("do not cache a feed that was read before a change", async () => {
    const ada = await member("ada");
    const { id } = await post(ada, "Dusk");
    const gate = gateAtDatabase(ada);
    gate.isShut = true;
    const early = open(ada);
    await expect.poll(() => gate.arrived).toBe(1);
    await env.DB.prepare("UPDATE posts SET caption = 'Dawn' WHERE id = ?").bind(id).run();
    await change(ada, "posts");
    gate.isShut = false;
    const captionIn = (reply: CacheReply | null | "busy") =>
      JSON.parse(reply === null || reply === "busy" ? "[]" : (reply.rows[0] ?? "[]"))[0]?.caption;
    expect(captionIn(await early)).toBe("Dusk");
    expect(captionIn(await open(ada))).toBe("Dawn");
  });

  test("of a topic survive events about another one", async () => {
    const ada = await member("ada");
    const gate = gateAtDatabase(ada);
    gate.isShut = true;
    const asking = open(ada);
    await expect.poll(() => gate.arrived).toBe(1);
    await change(ada, "messages");
    gate.isShut = false;
    await asking;
    expect(trips(await open(ada))).toBe(0);
    await hub(ada).deliver([{ type: "new_post", payload: { postId: "p" } }]);
    expect(trips(await open(ada))).toBe(1);
  });

  test("are limited: more are left to the edge", async () => {
    const ada = await member("ada");
    const gate = gateAtDatabase(ada);
    gate.isShut = true;
    const asking = Array.from({ length: BUILDS_MAX }, (_, n) => open(ada, { sessionId: `forged ${n}` }));
    await expect.poll(() => gate.arrived).toBe(BUILDS_MAX);
    expect(await open(ada)).toBe("busy");
    gate.isShut = false;
    expect(await Promise.all(asking)).toEqual(Array(BUILDS_MAX).fill(null));
    expect(trips(await open(ada))).toBe(1);
  });

  test("are not cached when a subscription has ended meanwhile", async () => {
    useFakeClock();
    const ada = await member("ada");
    await open(ada);
    await changeEverything(ada);
    const gate = gateAtDatabase(ada);
    gate.isShut = true;
    const asking = open(ada);
    await expect.poll(() => gate.arrived).toBe(1);
    await advance(ada, SUBSCRIBED_MS);
    expect(await subscribed(ada)).toBe(false);
    gate.isShut = false;
    expect(trips(await asking)).toBe(1);
    expect(trips(await open(ada))).toBe(1);
  });
});

test("connections are cached, and read again after a change", async () => {
  const [ada, grace] = [await member("ada"), await member("grace")];
  await connect(ada, grace);
  const [hers, his] = [await Tab.online(ada), await Tab.online(grace)];
  for (const isTyping of [true, false]) {
    hers.send("typing", { receiverId: grace.id, isTyping });
    expect(await his.receive("typing")).toMatchObject({ isTyping });
    await env.DB.prepare("DELETE FROM connection_sides").run();
  }
  const payload = { fromUserId: grace.id, toUserId: ada.id, status: "disconnected" } as const;
  await hub(ada).deliver([{ type: "connection_status", payload }]);
  hers.send("typing", { receiverId: grace.id });
  expect((await hers.receive("error")).message).toBe("Only connections can reach each other.");
});

test("a hub caches a bounded number of characters", async () => {
  const ada = await member("ada");
  await post(ada, "Dusk");
  await env.DB.prepare("UPDATE posts SET caption = ? WHERE user_id = ?")
    .bind("x".repeat(CACHE_MAX_CHARACTERS), ada.id)
    .run();
  const costs: (number | undefined)[] = [];
  for (let time = 0; time < 2; time++) {
    const reply = await open(ada);
    costs.push(reply === null || reply === "busy" ? undefined : reply.cost?.statements);
  }
  // The subscription, the session and the feed; the last two again.
  expect(costs).toEqual([3, 2]);
});

describe("a cold hub", () => {
  function askDatabaseAfter(aloneMs: number): void {
    const { aloneMs: before } = hubAnswer;
    hubAnswer.aloneMs = aloneMs;
    onTestFinished(() => void Object.assign(hubAnswer, { aloneMs: before }));
  }

  /** Replaces bindings of the edge for this test. */
  function replace(bindings: object): void {
    const before = { ...env };
    Object.assign(env, bindings);
    onTestFinished(() => void Object.assign(env, before));
  }

  /** Keeps calls to hubs from leaving until the gate opens. */
  function holdHubs() {
    const { USER_HUB } = env;
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const asked = vi.fn();
    const openOf = (id: string) => async (request: CacheRequest) => {
      asked();
      await gate;
      return await USER_HUB.getByName(id).open(request);
    };
    replace({ USER_HUB: { getByName: (id: string) => ({ open: openOf(id) }) } });
    return { asked, open: () => open() };
  }

  /** Replaces the sessions of the edge's database. @param open by default the database's own */
  function sessionsOfEdge(open: D1Database["withSession"] | null = null) {
    const { DB } = env;
    const withSession = vi.fn(open ?? DB.withSession.bind(DB));
    replace({
      DB: new Proxy(DB, { get: (d1, key) => (key === "withSession" ? withSession : Reflect.get(d1, key)) }),
    });
    return withSession;
  }

  test("leaves the first read to the database, and answers the second", async () => {
    const ada = await member("ada");
    await post(ada, "Dusk");
    await crash(ada);
    askDatabaseAfter(0);
    const hubs = holdHubs();
    const { DB } = env;
    sessionsOfEdge((at) => {
      const session = DB.withSession(at);
      const batch = async <T>(statements: D1PreparedStatement[]) => {
        const results = await session.batch<T>(statements);
        hubs.open();
        return results;
      };
      return {
        batch,
        prepare: session.prepare.bind(session),
        getBookmark: () => session.getBookmark(),
      };
    });
    const first = await ask(ada);
    expect(hubs.asked).toHaveBeenCalledOnce();
    expect(first).toMatchObject({ status: 200, statements: 2, trips: 1, body: [{ caption: "Dusk" }] });
    expect(await ask(ada)).toEqual({ ...first, statements: 0, trips: 0 });
  });

  test("is waited for while it is known to be awake, and by polls", async () => {
    const ada = await member("ada");
    // The hub starts with the database itself.
    await hub(ada).session("");
    askDatabaseAfter(0);
    const sessions = sessionsOfEdge();
    expect(await ask(ada, "/api/notifications/unread")).toMatchObject({ status: 200, trips: 1 });
    expect(sessions).not.toHaveBeenCalled();
    await post(ada, "Dusk");
    sessions.mockClear();
    expect(await ask(ada)).toMatchObject({ status: 200, trips: 1 });
    expect(sessions).not.toHaveBeenCalled();
  });

  test("answers in place of a database that fails", async () => {
    const ada = await member("ada");
    await ask(ada);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
    askDatabaseAfter(0);
    const hubs = holdHubs();
    const sessions = sessionsOfEdge(() => {
      throw new Error("gone");
    });
    const asking = ask(ada);
    await vi.waitFor(() => expect(sessions).toHaveBeenCalled());
    hubs.open();
    expect(await asking).toMatchObject({ status: 200, statements: 0 });
  });
});

describe("the edge queries the database itself", () => {
  const unanswered = new Promise<never>(() => undefined);

  /** Replaces the hubs of this test by one whose `open` returns `answer`. */
  function replaceHubs(open: () => Promise<unknown>): void {
    const original = env.USER_HUB;
    Object.assign(env, { USER_HUB: { getByName: () => ({ open, changed: open }) } });
    onTestFinished(() => void Object.assign(env, { USER_HUB: original }));
  }

  test.each<[string, () => Promise<unknown>]>([
    ["fails", () => Promise.reject(new Error("gone"))],
    ["is busy", () => Promise.resolve("busy")],
    [
      "returns rows that are no JSON",
      () => Promise.resolve({ session: "{", rows: ["["], bookmark: null, cost: null }),
    ],
    ["returns too few rows", () => Promise.resolve({ session: "{}", rows: [], bookmark: null, cost: null })],
    ["does not answer", () => unanswered],
  ])("when the hub %s", async (_, open) => {
    const ada = await member("ada");
    const { limitMs } = hubAnswer;
    hubAnswer.limitMs = 100;
    onTestFinished(() => void Object.assign(hubAnswer, { limitMs }));
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    replaceHubs(open);
    expect(await ask(ada)).toMatchObject({ status: 200, statements: 2, trips: 1, body: [] });
  });

  test("after a write that could not reach the hub", async () => {
    const ada = await member("ada");
    await ask(ada);
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const original = env.USER_HUB;
    replaceHubs(() => Promise.reject(new Error("gone")));
    await post(ada, "Dusk");
    Object.assign(env, { USER_HUB: original });
    expect(await captions(ada)).toEqual(["Dusk"]);
  });
});
