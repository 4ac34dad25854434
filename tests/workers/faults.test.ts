import { createExecutionContext, env } from "cloudflare:test";
import { describe, expect, inject, test, vi } from "vitest";
import { type Call, type CallName, calls } from "~/contract/calls";
import { openDb } from "~/db/client";
import { tokenId } from "~/domain/accounts/session-token";
import { sweepRemovals } from "~/domain/media/sweep-removals";
import { sweepUnused } from "~/domain/media/sweep-unused";
import { r2MediaStore } from "~/platform/media/store";
import { Client, member, SITE } from "./client";
import { connect } from "./connect";
import { app } from "./worker";

type Member = Awaited<ReturnType<typeof member>>;

const OURS = { message: "Something went wrong on our side. Please try again." };
const dataUrl = `data:image/jpeg;base64,${inject("photos").small}`;

/** When an operation fails: before it does anything, or after it is done, so that only its reply is lost. */
type Cut = "before" | "after";

async function cut<T>(when: Cut, run: () => Promise<T>): Promise<T> {
  if (when === "after") await run();
  throw new Error("as the test asked");
}

/** Wraps an object so that its methods fail when `isDue` says so. */
function failing<T extends object>(target: T, isDue: (method: string) => boolean, when: Cut = "before"): T {
  return new Proxy(target, {
    get: (_, key) => {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== "function") return value;
      if (isDue(String(key))) return (...args: unknown[]) => cut(when, async () => value.apply(target, args));
      return value.bind(target);
    },
  });
}

const TRIPS = new Set(["batch", "all", "run", "raw", "first"]);

/** Returns a database whose trip number `due` (from 0) fails. `made` returns the number of trips so far. */
function failingDb(due: number, when: Cut = "before"): { DB: D1Database; made: () => number } {
  let trips = 0;
  const originals = new WeakMap<object, D1PreparedStatement>();
  const isDue = (method: string) => TRIPS.has(method) && trips++ === due;
  const statement = (original: D1PreparedStatement): D1PreparedStatement => {
    const wrapped = new Proxy(failing(original, isDue, when), {
      get: (target, key) =>
        key === "bind"
          ? (...values: unknown[]) => statement(original.bind(...values))
          : Reflect.get(target, key),
    });
    originals.set(wrapped, original);
    return wrapped;
  };
  const session = (original: D1DatabaseSession) =>
    new Proxy(original, {
      get: (target, key) => {
        if (key === "prepare") return (query: string) => statement(original.prepare(query));
        if (key !== "batch") return Reflect.get(target, key).bind(target);
        return (statements: D1PreparedStatement[]) => {
          const run = () => original.batch(statements.map((one) => originals.get(one) ?? one));
          return isDue("batch") ? cut(when, run) : run();
        };
      },
    });
  const DB = new Proxy(env.DB, {
    get: (target, key) =>
      key === "withSession"
        ? (start: string) => session(target.withSession(start))
        : Reflect.get(target, key),
  });
  return { DB, made: () => trips };
}

interface Wanted {
  params?: Record<string, string>;
  body?: unknown;
  /** The caller, unless it is the first member. */
  caller?: Client;
}

/** Makes a call with a broken binding and waits for its deferred work. */
async function callIn(
  overrides: Partial<Env>,
  member: Client,
  name: CallName,
  { params = {}, body, caller = member }: Wanted,
) {
  const call: Call = calls[name];
  const path = call.path.replace(/\{(\w+)\}/g, (_, key: string) => params[key] ?? "");
  const headers = { Origin: SITE, Cookie: [...caller.cookies].map((pair) => pair.join("=")).join("; ") };
  const init = { method: call.method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
  const behind: Promise<unknown>[] = [];
  // Errors of deferred work are only logged.
  const waitUntil = (work: Promise<unknown>) => void behind.push(work.catch(() => undefined));
  const execution = Object.assign(createExecutionContext(), { waitUntil });
  const reply = await app.fetch(new Request(new URL(path, SITE), init), { ...env, ...overrides }, execution);
  const answer: unknown = reply.status === 204 ? null : await reply.json();
  for (const work of behind) await work;
  return { status: reply.status, answer };
}

/**
 * Returns everything stored a day later, after the hourly run, without counters. That run removes a photo whose post or
 * message could not be written.
 */
async function everything(): Promise<Record<string, unknown[]>> {
  const tomorrow = new Date(Date.now() + 25 * 60 * 60_000);
  const ctx = { db: openDb(env.DB).db, media: r2MediaStore(env.MEDIA, env.IMAGES), now: () => tomorrow };
  while ((await sweepUnused(ctx)) > 0);
  while ((await sweepRemovals(ctx)) > 0);
  const { results } = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*' AND name NOT IN ('d1_migrations', 'ai_uses', 'online_members', 'sweeps')",
  ).all<{ name: string }>();
  const stored: Record<string, unknown[]> = {};
  for (const { name } of results)
    stored[name] = (await env.DB.prepare(`SELECT * FROM ${name}`).all()).results;
  stored.objects = (await env.MEDIA.list()).objects.map(({ key }) => key);
  return stored;
}

interface Repetition {
  /** The status of a retry whose first attempt was stored, if it is not that of the call. */
  again?: number;
  /** The call has no idempotency key: a retry stores another entity. */
  repeats?: true;
}

type Write = [
  name: CallName,
  /** Creates the entities that the write needs. */
  prepare: (ada: Member, grace: Member) => Promise<Wanted>,
  repetition?: Repetition,
];

let signUps = 0;
const postOf = async (owner: Member) => ({
  id: (await owner.call("createPost", { body: { mediaUrl: dataUrl } })).id,
});

/** The tokens of the links that `linkFor` stores. */
const TOKEN = "a link in a mail";

/** Stores a link that changes the member's e-mail address, or one that undoes a change. */
async function linkFor({ id }: Member, table: "email_changes" | "email_undos"): Promise<Wanted> {
  const session =
    table === "email_changes" ? { column: ", session_id", value: ", ''" } : { column: "", value: "" };
  const at = new Date().toISOString();
  await env.DB.batch([
    env.DB.prepare(`DELETE FROM ${table}`),
    env.DB.prepare(
      `INSERT INTO ${table} (id, user_id, email, expires_at, created_at${session.column})
       VALUES (?, ?, ?, '2099', ?${session.value})`,
    ).bind(tokenId(TOKEN), id, `${crypto.randomUUID()}@example.com`, at),
  ]);
  return { body: { token: TOKEN } };
}

/** A write of each kind. */
const writes: Write[] = [
  [
    "signUp",
    async () => ({
      caller: new Client(),
      body: { email: `new${++signUps}@example.com`, fullName: "New One", password: "sunset" },
    }),
    { again: 409 },
  ],
  [
    "createPost",
    async () => ({ body: { mediaUrl: dataUrl, caption: "#dusk with @grace", clientId: "one" } }),
  ],
  ["editPost", async (ada) => ({ params: await postOf(ada), body: { caption: "#late with @grace" } })],
  ["sharePost", async (ada, grace) => ({ params: await postOf(ada), body: { recipientId: grace.id } })],
  ["setUpProfile", async () => ({ body: { profileImage: dataUrl, bio: "New" } })],
  ["generateImage", async () => ({ body: { prompt: "A harbour at dusk" } }), { repeats: true }],
  ["editImage", async () => ({ body: { prompt: "warmer", image: dataUrl } }), { repeats: true }],
  [
    "sendMessage",
    async (_, grace) => ({
      params: { userId: grace.id },
      body: { content: "Look", clientId: "one", attachment: { data: dataUrl } },
    }),
  ],
  ...(["likePost", "savePost", "addComment"] as const).map(
    (name): Write => [
      name,
      async (_, grace) => ({
        params: await postOf(grace),
        ...(name === "addComment" ? { body: { comment: "Hello @ada", clientId: "one" } } : {}),
      }),
    ],
  ),
  ["deletePost", async (ada) => ({ params: await postOf(ada) }), { again: 404 }],
  [
    "deleteMessage",
    async (ada, grace) => {
      const sent = { params: { userId: grace.id }, body: { content: "Hi" } };
      return { params: { messageId: (await ada.call("sendMessage", sent)).id } };
    },
    { again: 404 },
  ],
  ["requestConnection", async () => ({ params: { userId: (await member("eve")).id } })],
  ["disconnect", async (_, grace) => ({ params: { userId: grace.id } })],
  ["blockMember", async (_, grace) => ({ params: { userId: grace.id } })],
  [
    "acceptConnection",
    async (ada) => {
      const eve = await member("eve");
      await eve.call("requestConnection", { params: { userId: ada.id } });
      return { params: { fromUserId: eve.id } };
    },
  ],
  [
    "changeEmail",
    async () => ({ body: { email: `${crypto.randomUUID()}@example.com`, currentPassword: "sunset" } }),
    { repeats: true },
  ],
  ["confirmEmail", (ada) => linkFor(ada, "email_changes"), { again: 422 }],
  ["undoEmailChange", (ada) => linkFor(ada, "email_undos"), { again: 422 }],
  [
    "deleteAccount",
    async (ada) => {
      await ada.call("createPost", { body: { mediaUrl: dataUrl } });
      return { body: { confirmation: ada.username, currentPassword: "sunset" } };
    },
    { again: 401 },
  ],
];

async function cast(): Promise<[Member, Member]> {
  const pair: [Member, Member] = [await member("ada"), await member("grace")];
  await connect(...pair);
  return pair;
}

const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);

describe("a failure of any database trip leaves no partial state, and a retry succeeds", () => {
  test.each(writes)("%s", async (name, prepare) => {
    const [ada, grace] = await cast();
    const wanted = await prepare(ada, grace);
    const before = await everything();
    for (let due = 0; ; due++) {
      const { DB, made } = failingDb(due);
      const { status, answer } = await callIn({ DB }, ada, name, wanted);
      if (status >= 500) {
        expect(answer).toEqual(OURS);
        expect(await everything(), `trip ${due}`).toEqual(before);
        continue;
      }
      // The failed trip was deferred work, or the write made fewer trips.
      expect(status).toBe(calls[name].status);
      expect(due).toBeGreaterThan(0);
      expect(made()).toBeGreaterThan(0);
      break;
    }
    expect(await everything()).not.toEqual(before);
  });
});

/** Returns by how many rows and objects the stored state has grown. */
function growth(before: Record<string, unknown[]>, after: Record<string, unknown[]>): Record<string, number> {
  const grown = Object.entries(after).map(([name, rows]) => [
    name,
    rows.length - (before[name]?.length ?? 0),
  ]);
  return Object.fromEntries(grown);
}

describe("a lost reply of any database trip leaves a state that a retry completes", () => {
  test.each(writes)("%s", async (name, prepare, { again, repeats }: Repetition = {}) => {
    const grown: Record<string, number>[] = [];
    for (let isLost = true; isLost; ) {
      const [ada, grace] = await cast();
      const wanted = await prepare(ada, grace);
      const before = await everything();
      const { DB } = failingDb(grown.length, "after");
      const { status } = await callIn({ DB }, ada, name, wanted);
      isLost = status >= 500;
      if (isLost) {
        const retry = await callIn({}, ada, name, wanted);
        expect([calls[name].status, again]).toContain(retry.status);
      } else expect(status).toBe(calls[name].status);
      grown.push(growth(before, await everything()));
    }
    const once = grown.at(-1) ?? {};
    const twice = Object.fromEntries(Object.entries(once).map(([table, rows]) => [table, 2 * rows]));
    for (const [trip, change] of grown.entries()) {
      expect(repeats ? [once, twice] : [once], `trip ${trip}`).toContainEqual(change);
    }
  });
});

describe("when the account is deleted while its file is processed", () => {
  test.each(
    writes.filter(([name]) => ["createPost", "setUpProfile", "editImage", "sendMessage"].includes(name)),
  )("%s is 401, leaves no file behind and logs nothing", async (name, prepare) => {
    const [ada, grace] = await cast();
    const wanted = await prepare(ada, grace);
    const { objects } = await env.MEDIA.list();
    const put = async (...args: Parameters<R2Bucket["put"]>) => {
      await env.DB.prepare("DELETE FROM users WHERE id = ?").bind(ada.id).run();
      return env.MEDIA.put(...args);
    };
    const MEDIA = new Proxy(env.MEDIA, {
      get: (target, key) => (key === "put" ? put : Reflect.get(target, key).bind(target)),
    });
    errors.mockClear();
    const { status, answer } = await callIn({ MEDIA }, ada, name, wanted);
    expect([status, answer]).toEqual([401, { message: "Please log in to continue." }]);
    expect((await env.MEDIA.list()).objects.map(({ key }) => key)).toEqual(objects.map(({ key }) => key));
    expect(errors).not.toHaveBeenCalled();
  });
});

describe("a failure to store files leaves no partial state", () => {
  test.each(
    writes.filter(([name]) => ["createPost", "setUpProfile", "generateImage", "sendMessage"].includes(name)),
  )("%s", async (name, prepare) => {
    const [ada, grace] = await cast();
    const wanted = await prepare(ada, grace);
    const before = await everything();
    for (const broken of [1, 2, 3]) {
      let puts = 0;
      const MEDIA = failing(env.MEDIA, (method) => method === "put" && ++puts === broken);
      const { status, answer } = await callIn({ MEDIA }, ada, name, wanted);
      // A photo in a message is stored in two sizes.
      if (puts < broken) continue;
      expect([status, answer]).toEqual([500, OURS]);
      expect(await everything()).toEqual(before);
    }
  });

  test("files that cannot be removed are removed by the next sweep", async () => {
    const [ada] = await cast();
    const post = await ada.call("createPost", { body: { mediaUrl: dataUrl } });
    const MEDIA = failing(env.MEDIA, (method) => method === "delete");
    expect((await callIn({ MEDIA }, ada, "deletePost", { params: { id: post.id } })).status).toBe(204);
    const prefix = `photos/${post.mediaUrl.slice("/media/".length)}/`;
    expect((await env.MEDIA.list({ prefix })).objects).toHaveLength(3);
    const { db } = openDb(env.DB);
    while ((await sweepRemovals({ db, media: r2MediaStore(env.MEDIA, env.IMAGES) })) > 0);
    expect((await env.MEDIA.list({ prefix })).objects).toEqual([]);
  });
});

test("a failure of the Images binding is a 500 and stores nothing", async () => {
  const [ada] = await cast();
  const before = await everything();
  const IMAGES = failing(env.IMAGES, () => false);
  const lost = Object.assign(new Error("Images is away"), { code: 9523 });
  const transformer = {
    transform: () => transformer,
    draw: () => transformer,
    output: () => Promise.reject(lost),
  };
  const away = new Proxy(IMAGES, {
    get: (target, key) => (key === "input" ? () => transformer : Reflect.get(target, key)),
  });
  const reply = await callIn({ IMAGES: away }, ada, "createPost", { body: { mediaUrl: dataUrl } });
  expect(reply).toEqual({ status: 500, answer: OURS });
  expect(await everything()).toEqual(before);
});

describe("when no hub is reachable", () => {
  const USER_HUB = new Proxy(env.USER_HUB, {
    get: (target, key) => {
      if (key === "getByName") {
        return () =>
          new Proxy(
            {},
            {
              get: (_, method) => (method === "then" ? undefined : () => Promise.reject(new Error("no hub"))),
            },
          );
      }
      const value: unknown = Reflect.get(target, key);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });

  test.each(writes)("%s succeeds", async (name, prepare) => {
    const [ada, grace] = await cast();
    const wanted = await prepare(ada, grace);
    const before = await everything();
    expect((await callIn({ USER_HUB }, ada, name, wanted)).status).toBe(calls[name].status);
    expect(await everything()).not.toEqual(before);
  });

  test("logging out ends the session", async () => {
    const ada = await member("ada");
    expect((await callIn({ USER_HUB }, ada, "logOut", {})).status).toBe(204);
    expect((await ada.fetch("/api/auth/me")).status).toBe(401);
  });
});

test("a failure to send mail does not reveal whether the account exists", async () => {
  const ada = await member("ada");
  // As in production without a mail API: `noMail` throws.
  const overrides = {
    AFTERGLOW_ENV: "production" as Env["AFTERGLOW_ENV"],
    AFTERGLOW_SITE: SITE,
    AFTERGLOW_RATE_LIMITS: "on",
  };
  const ask = (email: string) => callIn(overrides, ada, "requestPasswordReset", { body: { email } });
  expect(await ask(ada.email)).toEqual(await ask("nobody@example.com"));
  const wanted = { body: { email: "new.ada@example.com", currentPassword: "sunset" } };
  expect((await callIn(overrides, ada, "changeEmail", wanted)).status).toBe(204);
  expect(await ada.call("readEmail")).toEqual({ email: ada.email, pendingEmail: "new.ada@example.com" });
});
