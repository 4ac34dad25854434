import { createExecutionContext, env, SELF } from "cloudflare:test";
import { Hono } from "hono";
import { afterEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { type Call, calls } from "~/contract/calls";
import { operatorName } from "~/contract/operator";
import { serve } from "../../workers/api/call";
import { type AppEnv, openEdge } from "../../workers/context";
import { DRAIN_TIMEOUT_MS } from "../../workers/middleware/drain-body";
import { readSettings } from "../../workers/settings";
import { Client, dataUrl, errorOf, member, SITE } from "./client";
import { connect } from "./connect";
import { failingDb } from "./faulty-storage";
import { app } from "./worker";

afterEach(() => {
  vi.useRealTimers();
});

describe("every reply", () => {
  test("has the security headers, a request id, and no shared caching", async () => {
    const { headers } = await new Client().fetch("/healthz");
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("Content-Security-Policy")).toContain("default-src 'none'");
    expect(headers.get("Strict-Transport-Security")).toContain("max-age=");
    expect(headers.get("Referrer-Policy")).toBe("strict-origin-when-cross-origin");
    expect(headers.get("Cache-Control")).toBe("private, no-store");
    expect(headers.get("X-Request-Id")).toMatch(/./);
  });
});

describe("the addresses for other software", () => {
  test("security.txt names a contact and expires in the future, less than a year ahead", async () => {
    const reply = await new Client().fetch("/.well-known/security.txt");
    expect(reply.headers.get("Content-Type")).toMatch(/^text\/plain; ?charset=utf-8/i);
    const text = await reply.text();
    expect(text).toMatch(/^Contact: mailto:security@\S+$/m);
    expect(text).toMatch(/^Canonical: https:\/\/\S+\/\.well-known\/security\.txt$/m);
    const [, expires = ""] = /^Expires: (\S+)$/m.exec(text) ?? [];
    const days = (Date.parse(expires) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(1);
    expect(days).toBeLessThan(365);
  });

  test("change-password leads to the form that changes the password", async () => {
    const { status, headers } = await new Client().fetch("/.well-known/change-password");
    expect([status, headers.get("Location")]).toEqual([302, "/settings/password"]);
  });
});

describe("a write from another site's page", () => {
  const login = (headers: Record<string, string>) =>
    SELF.fetch(`${SITE}/api/auth/login`, { method: "POST", body: "{}", headers });

  test.each([
    [{ Origin: "https://evil.example" }],
    [{ Origin: "null" }],
    [{ Origin: "http://afterglow.test" }],
    [{ "Sec-Fetch-Site": "cross-site" }],
    [{ "Sec-Fetch-Site": "same-site", Origin: "https://other.afterglow.test" }],
  ])("is refused with %j", async (headers) => {
    expect((await login(headers)).status).toBe(403);
  });

  // The origin of a form is "null" on a page that sends no referrer.
  test.each([
    [{ Origin: SITE }],
    [{ "Sec-Fetch-Site": "same-origin" }],
    [{ "Sec-Fetch-Site": "same-origin", Origin: "null" }],
    [{}],
  ])("is accepted with %j", async (headers) => {
    expect((await login(headers)).status).toBe(422);
  });
});

test("reads the body of a request that it refuses", async () => {
  const body = new Blob(["x".repeat(1_000_000)]).stream();
  const request = new Request(`${SITE}/api/auth/login`, {
    method: "POST",
    body,
    headers: { Origin: "https://evil.example" },
  });
  expect((await app.fetch(request, env, createExecutionContext())).status).toBe(403);
  expect(request.bodyUsed).toBe(true);
});

test("refuses a request whose body stalls after a few seconds", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  void writer.write(new Uint8Array(1000)).catch(() => undefined);
  const request = new Request(`${SITE}/api/auth/login`, {
    method: "POST",
    body: readable,
    headers: { Origin: "https://evil.example" },
  });
  let status = 0;
  const read = async () => {
    status = (await app.fetch(request, env, createExecutionContext())).status;
  };
  const reply = read();
  while (vi.getTimerCount() === 0) await scheduler.wait(1);
  await vi.advanceTimersByTimeAsync(DRAIN_TIMEOUT_MS - 1);
  expect(status).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  await reply;
  expect(status).toBe(403);
});

describe("the calls", () => {
  const paged = Object.values<Call>(calls).filter((call) => call.paged);

  test("return 400 for a malformed cursor, and the first page for an empty one", async () => {
    const ada = await member("ada");
    const { id } = await ada.call("createPost", { body: { mediaUrl: dataUrl } });
    const collection = await ada.call("createCollection", { body: { name: "Dusk" } });
    const params: Record<string, string> = { id, userId: ada.id, username: ada.username, tag: "dusk" };
    expect(paged.length).toBeGreaterThan(5);
    for (const { path } of paged) {
      const given = path.startsWith("/api/collections") ? { ...params, id: collection.id } : params;
      const address = path.replace(/\{(\w+)\}/g, (_, name: string) => given[name] ?? "");
      for (const cursor of ["nonsense", "-1", "7 apples", "9".repeat(40), `${id}'`, `${id}~`, "%00", " "]) {
        const url = `${address}?cursor=${encodeURIComponent(cursor)}`;
        const reply = await errorOf(await ada.fetch(url));
        expect(reply, url).toEqual({ status: 400, message: "The cursor is malformed." });
      }
      const [first, empty] = await Promise.all([address, `${address}?cursor=`].map((url) => ada.fetch(url)));
      expect(empty?.status, address).toBe(200);
      expect(await empty?.json(), address).toEqual(await first?.json());
    }
  });

  test("return only the fields of their schema", async () => {
    const served = new Hono<AppEnv>();
    const call = {
      ...calls.listProfilePosts,
      access: "public",
      reply: z.array(z.object({ id: z.string(), user: z.object({ name: z.string() }).nullable() })),
    } as const;
    served.use(async (c, next) => {
      c.set("edge", openEdge(c.req.raw, env, createExecutionContext()));
      await next();
    });
    const posts = [
      { id: "1", password: "secret", user: { name: "ada", email: "ada@example.com" } },
      { id: "2", user: null },
    ];
    serve(served, call, async () => ({ items: posts, next: null }));
    const reply = await served.request(`${SITE}/api/users/profile/ada/posts`, {}, env);
    expect(await reply.json()).toEqual([
      { id: "1", user: { name: "ada" } },
      { id: "2", user: null },
    ]);
  });

  test("return 405 and the allowed methods for another method", async () => {
    const reply = await new Client().send("PUT", "/api/auth/login", {});
    expect(reply.status).toBe(405);
    expect(reply.headers.get("Allow")).toBe("POST");
    const post = await new Client().send("PUT", "/api/posts/x", {});
    expect(post.headers.get("Allow")).toBe("GET, HEAD, DELETE, PATCH");
    const file = await new Client().send("POST", "/api/chat/attachments/1", {});
    expect([file.status, file.headers.get("Allow")]).toEqual([405, "GET, HEAD"]);
  });

  test("return a JSON 404 for an unknown path", async () => {
    const reply = await errorOf(await new Client().fetch("/api/nothing/here"));
    expect(reply).toEqual({ status: 404, message: "There is no such call." });
  });

  test.each([["{"], [""], ["null"], ["[]"], ['"text"'], ['{"email":5,"password":{}}']])(
    "return 400 for the body %j",
    async (body) => {
      expect((await errorOf(await new Client().send("POST", "/api/auth/login", body))).status).toBe(400);
    },
  );

  test("refuse another member's id as the origin and store nothing", async () => {
    const [ada, grace, eve] = [await member("ada"), await member("grace"), await member("eve")];
    await connect(ada, grace);
    const { id } = await ada.call("createPost", {
      body: { mediaUrl: dataUrl, userId: ada.id, senderId: null },
    });
    const writes = [
      ["POST", "/api/posts", { mediaUrl: dataUrl, userId: eve.id }],
      ["POST", `/api/posts/${id}/like`, { userId: eve.id }],
      ["POST", `/api/posts/${id}/comment`, { comment: "Hello", userId: eve.id }],
      ["POST", `/api/posts/${id}/share`, { recipientId: grace.id, fromUserId: eve.id }],
      ["POST", `/api/chat/messages/${grace.id}`, { content: "Hello", senderId: eve.id }],
      ["POST", "/api/users/profile-setup", { bio: "Hello", userId: eve.id }],
      ["DELETE", `/api/posts/${id}`, { userId: eve.id }],
    ] as const;
    for (const [method, path, body] of writes) {
      expect(await errorOf(await ada.send(method, path, body)), `${method} ${path}`).toEqual({
        status: 403,
        message: "A call can only come from the member who is signed in.",
      });
    }
    expect(await ada.call("readPost", { params: { id } })).toMatchObject({ likeCount: 0, commentCount: 0 });
    expect(await ada.call("readFeed")).toHaveLength(1);
    expect(await ada.call("listMessages", { params: { userId: grace.id } })).toEqual([]);
    expect(await grace.call("listNotifications")).toEqual([]);
    expect((await ada.call("me")).user.bio).toBe("");
    // A report names another member on purpose.
    await ada.call("report", { body: { userId: eve.id, reason: "spam" } });
  });

  test("refuse an oversized body before reading it", async () => {
    const reply = await new Client().send("POST", "/api/auth/login", "x".repeat(15 * 1024 * 1024));
    expect((await errorOf(reply)).status).toBe(413);
  });

  test("are all in the OpenAPI document, with their replies and errors", async () => {
    const document = (await (await new Client().fetch("/api/openapi.json")).json()) as {
      openapi: string;
      servers: { url: string }[];
      paths: Record<string, Record<string, { operationId: string; responses: Record<string, unknown> }>>;
    };
    expect(document.openapi).toBe("3.1.0");
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    const files = ["readAttachment", "readPhoto", "readPhotoVariant", "exportAccount"];
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(
      [...Object.keys(calls), ...files].sort(),
    );
    expect(document.servers).toEqual([{ url: SITE }]);
    expect(Object.keys(document.paths["/api/auth/login"]?.post?.responses ?? {})).toEqual(
      expect.arrayContaining(["200", "400", "401", "413", "422", "429"]),
    );
  });
});

describe("the socket", () => {
  const open = (client: Client, headers: Record<string, string>) =>
    client.fetch("/ws", { headers: { Upgrade: "websocket", ...headers } });

  test("opens only with a session and from this site's pages", async () => {
    const ada = await member("socket");
    expect((await open(ada, { Origin: SITE })).status).toBe(101);
    expect((await open(ada, { Origin: "https://evil.example" })).status).toBe(403);
    expect((await open(ada, {})).status).toBe(403);
    expect((await open(new Client(), { Origin: SITE })).status).toBe(401);
    expect((await ada.fetch("/ws")).status).toBe(426);
  });
});

describe("settings", () => {
  const production = { AFTERGLOW_ENV: "production", AFTERGLOW_SITE: SITE, MEDIA_PASS_KEY: "k".repeat(32) };

  test("refuse rate limits switched off in production", () => {
    const settings = { ...production, AFTERGLOW_RATE_LIMITS: "off" };
    expect(() => readSettings(settings)).toThrow("refused in production");
    expect(readSettings({ ...settings, AFTERGLOW_ENV: "local" }).limitsOff).toBe(true);
    expect(readSettings(production).limitsOff).toBe(false);
  });

  test("require a mail service in production before they require a confirmed address", () => {
    const settings = { ...production, AFTERGLOW_EMAIL: "required" };
    expect(() => readSettings(settings)).toThrow("AFTERGLOW_EMAIL=required needs a mail service.");
    const mail = { MAIL_API_URL: "https://mail.example", MAIL_API_KEY: "k", MAIL_FROM: "a@mail.example" };
    expect(readSettings({ ...settings, ...mail }).requiresEmail).toBe(true);
    expect(readSettings({ ...settings, AFTERGLOW_ENV: "local" }).requiresEmail).toBe(true);
    expect(readSettings(production).requiresEmail).toBe(false);
  });

  test("use the binding for emails with its sender, before the mail API", () => {
    const EMAIL = env.REAL_EMAIL;
    const api = { MAIL_API_URL: "https://mail.example", MAIL_API_KEY: "k" };
    const MAIL_FROM = "a@mail.example";
    const byBinding = { binding: EMAIL, from: MAIL_FROM };
    expect(readSettings({ ...production, EMAIL, MAIL_FROM }).mail).toEqual(byBinding);
    expect(readSettings({ ...production, ...api, EMAIL, MAIL_FROM }).mail).toEqual(byBinding);
    expect(() => readSettings({ ...production, EMAIL })).toThrow("EMAIL needs MAIL_FROM");
    expect(() => readSettings({ ...production, MAIL_FROM })).toThrow("MAIL_API_URL");
    expect(readSettings(production).mail).toBeNull();
  });

  test("refuse a missing or short key", () => {
    expect(() => readSettings({ ...production, MEDIA_PASS_KEY: "short" })).toThrow("MEDIA_PASS_KEY");
  });

  test.each([undefined, "", "photos.example.com", "http://photos.example.com", `${SITE}/`, `${SITE}/a`])(
    "refuse the site address %j in production",
    (site) => {
      const settings = { ...production, AFTERGLOW_SITE: site };
      expect(() => readSettings(settings)).toThrow("AFTERGLOW_SITE");
      expect(readSettings({ ...settings, AFTERGLOW_ENV: "local" }).site).toBeNull();
    },
  );

  test("name the operator with a contact, or neither", () => {
    const operator = { name: "Ada Lovelace, 12 Dorset Street, London", contact: "hello@photos.example" };
    const named = { ...production, AFTERGLOW_OPERATOR: operator.name };
    expect(readSettings({ ...named, AFTERGLOW_CONTACT: operator.contact }).operator).toEqual(operator);
    expect(readSettings(production).operator).toBeNull();
    expect(() => readSettings(named)).toThrow("AFTERGLOW_CONTACT");
    const prevailing = { ...named, AFTERGLOW_CONTACT: operator.contact, AFTERGLOW_PREVAILING_LANGUAGE: "de" };
    expect(readSettings(prevailing).operator).toEqual({ ...operator, prevails: "de" });
    for (const wrong of ["xx", "EN"])
      expect(() => readSettings({ ...prevailing, AFTERGLOW_PREVAILING_LANGUAGE: wrong })).toThrow(
        "PREVAILING",
      );
    expect(() => readSettings({ ...production, AFTERGLOW_PREVAILING_LANGUAGE: "de" })).toThrow("CONTACT");
    const request = new Request(SITE);
    const settings = { ...env, AFTERGLOW_OPERATOR: operator.name, AFTERGLOW_CONTACT: operator.contact };
    expect(openEdge(request, settings, createExecutionContext()).ctx.operator).toEqual(operator);
  });

  test("name the operator in languages, English for the others", () => {
    const settings = { ...production, AFTERGLOW_CONTACT: "hello@photos.example" };
    const names = { en: "Ada, London", ja: "エイダ" };
    const { operator } = readSettings({ ...settings, AFTERGLOW_OPERATOR: names });
    expect(["en", "ja", "de"].map((language) => operator && operatorName(operator, language))).toEqual([
      names.en,
      names.ja,
      names.en,
    ]);
    const wrongs: Record<string, string>[] = [{}, { ja: "エイダ" }, { en: "Ada", xx: "Ada" }, { en: "" }];
    for (const wrong of wrongs)
      expect(() => readSettings({ ...settings, AFTERGLOW_OPERATOR: wrong })).toThrow("AFTERGLOW_OPERATOR");
  });

  test("make absolute URLs with the configured address, whatever the request's host", () => {
    const urlOf = (settings: Partial<typeof production>) => {
      const request = new Request("https://evil.example/forgot-password");
      return openEdge(request, { ...env, ...(settings as Partial<Env>) }, createExecutionContext()).ctx.urlOf;
    };
    const settings = { ...production, AFTERGLOW_RATE_LIMITS: "on" };
    expect(urlOf(settings)("/reset-password?token=x")).toBe(`${SITE}/reset-password?token=x`);
    expect(urlOf({})("/feed")).toBe("https://evil.example/feed");
  });

  test("name the server of the OpenAPI document, whatever the request's host", async () => {
    const request = new Request("https://evil.example/api/openapi.json");
    const settings: Partial<Env> = { ...production, AFTERGLOW_RATE_LIMITS: "on" } as Partial<Env>;
    const reply = await app.fetch(request, { ...env, ...settings }, createExecutionContext());
    expect(await reply.json()).toMatchObject({ servers: [{ url: SITE }] });
  });
});

test("an error is logged with the method and route of its call", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const body = JSON.stringify({ email: "ada@example.com", password: "golden hour" });
  const headers = { Origin: SITE, "Content-Type": "application/json" };
  const request = new Request(`${SITE}/api/auth/login`, { method: "POST", headers, body });
  const reply = await app.fetch(request, { ...env, DB: failingDb(0).DB }, createExecutionContext());
  expect(reply.status).toBe(500);
  expect(JSON.parse(log.mock.calls[0]?.[0])).toMatchObject({
    request: reply.headers.get("X-Request-Id"),
    method: "POST",
    route: "/api/auth/login",
    message: "as the test asked",
  });
  log.mockRestore();
});

describe("work after the reply", () => {
  test("that fails is logged with its cause", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { ctx } = openEdge(new Request(SITE), env, createExecutionContext());
    ctx.defer(Promise.reject(new Error("The mail API returned 500.")));
    await expect.poll(() => log).toHaveBeenCalledOnce();
    expect(JSON.parse(log.mock.calls[0]?.[0])).toMatchObject({
      event: "deferred work failed",
      request: expect.any(String),
      method: "GET",
      route: "*",
      message: "The mail API returned 500.",
    });
    log.mockRestore();
  });
});
