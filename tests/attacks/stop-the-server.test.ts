import fc from "fast-check";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { z } from "zod";
import { type Call, type CallName, calls } from "~/contract/calls";
import { parseClientFrame } from "~/contract/channel";
import { PUBLIC_BODY_MAX_BYTES } from "~/contract/request-limits";
import { Client, errorOf, member } from "../workers/client";
import { importPages, type PublicPage, publicPages, sendPublic } from "../workers/public-pages";

/** A reply is at most ten times as long as its request, plus this: the labels and messages of a form or error. */
const REPLY_BYTES = 4096;

const publicCalls = Object.entries<Call>(calls).filter(
  ([, { method, access, limit }]) => method !== "GET" && access === "public" && limit !== undefined,
);
const publicPaths: string[] = [...publicPages, ...publicCalls.map(([, { path }]) => path)];

const FORM = { "Content-Type": "application/x-www-form-urlencoded" };

async function sendForm(path: string, body: string | FormData): Promise<Response> {
  return sendPublic(path, { body, headers: typeof body === "string" ? FORM : {} });
}

beforeAll(importPages);

/** Returns the milliseconds that a task takes. workerd's clock stops while code runs, and moves at the next event. */
async function msOf(task: () => Promise<unknown>): Promise<number> {
  await scheduler.wait(0);
  const start = Date.now();
  await task();
  await scheduler.wait(0);
  return Date.now() - start;
}

/** Expects a refusal that costs little and repeats nothing of the request. */
async function expectRefused(send: () => Promise<Response>, status: number): Promise<void> {
  let reply = new Response();
  expect(await msOf(async () => (reply = await send()))).toBeLessThan(1000);
  const text = await reply.text();
  expect({ status: reply.status, text }).toEqual({
    status,
    text: expect.stringMatching(/^\{"message":"[\w ,.]+","code":"[\w-]{6}"\}$/),
  });
}

const multipart = (parts: number) =>
  `${Array.from(
    { length: parts },
    (_, n) => `--x\r\nContent-Disposition: form-data; name="${n}"\r\n\r\n\r\n`,
  ).join("")}--x--`;

describe.each(publicPages)("the form of %s", (page) => {
  test.each([
    ["the index of an array", "email[100000000]=x"],
    ["a path", `${"a.".repeat(20_000)}b=x`],
    ["a path to a prototype", "__proto__.viewer=x&constructor.prototype.x=y"],
    [
      "an intent of the form library",
      `__intent__=${encodeURIComponent('{"type":"insert","payload":{"name":"email","index":100000000}}')}`,
    ],
    ["a state of the form library", "__state__=x"],
    ["65 fields", Array.from({ length: 65 }, () => "x=").join("&")],
    ["60,000 fields in 64 KB", "&".repeat(60_000)],
  ])("refuses %s", (_, body) => expectRefused(() => sendForm(page, body), 400));

  test("refuses a long body before it is parsed, stated or not", async () => {
    const body = "a&".repeat(400_000);
    await expectRefused(() => sendForm(page, body), 413);
    const stated = { ...FORM, "Content-Length": String(body.length) };
    await expectRefused(() => sendPublic(page, { body, headers: stated }), 413);
    const headers = { "Content-Type": "multipart/form-data; boundary=x" };
    await expectRefused(() => sendPublic(page, { body: multipart(100_000), headers }), 413);
    await expectRefused(() => sendPublic(page, { body: multipart(66), headers }), 400);
  });
});

/** A field of text of each form. */
const fieldOf: Record<PublicPage, string> = {
  "/login": "email",
  "/login/code": "code",
  "/signup": "fullName",
  "/forgot-password": "email",
  "/reset-password": "token",
  "/confirm-email": "token",
  "/undo-email": "token",
  "/secure-account": "token",
  "/unsubscribe": "token",
  "/language": "language",
  "/appeal": "text",
};

test.each(publicPages)("the form of %s refuses a field twice, and a file in place of text", async (page) => {
  const name = fieldOf[page];
  await expectRefused(() => sendForm(page, `${name}=a&${name}=b`), 400);
  const form = new FormData();
  form.append(name, new File(["x"], "a.txt"));
  await expectRefused(() => sendForm(page, form), 400);
});

test("a refused form sends a text back that a page can show, and no longer one", async () => {
  const typed = async (text: string) => {
    const reply = await sendForm("/appeal", new URLSearchParams({ email: "ada@", text }).toString());
    const shape = z.object({ result: z.object({ initialValue: z.record(z.string(), z.string()) }) });
    return shape.parse(await reply.json()).result.initialValue;
  };
  expect(await typed("x".repeat(3000))).toEqual({ email: "ada@", text: "x".repeat(3000) });
  expect(await typed("x".repeat(30_000))).toEqual({ email: "ada@" });
});

describe.each(publicCalls)("the call %s", (_, { path }) => {
  test("refuses more than 16 KB before they are parsed", async () => {
    const large = `{"email":"${"x".repeat(PUBLIC_BODY_MAX_BYTES)}"}`;
    await expectRefused(() => sendPublic(path, { body: large }), 413);
    await expectRefused(() => sendPublic(path, { body: `{"a":${"1".repeat(13_000_000)}}` }), 413);
  });
});

test("an address of a member's call that would overflow the pattern's stack is no address", async () => {
  const ada = await member("ada");
  const email = "a.".repeat(60_000);
  const reply = await ada.send("POST", "/api/account/email", { email, currentPassword: "sunset" });
  expect(await errorOf(reply)).toEqual({
    status: 422,
    message: "Please enter a valid email",
    errors: { email: ["Please enter a valid email"] },
  });
  expect(calls.changeEmail.body.shape.email.safeParse("a.".repeat(6_000_000)).success).toBe(false);
});

describe("a member", () => {
  test("gets a short refusal of a long or deep body", async () => {
    const ada = await member("ada");
    const keys = `{${Array.from({ length: 200_000 }, (_, n) => `"k${n}":1`).join()}}`;
    await expectRefused(() => ada.send("POST", "/api/posts/x/share", keys), 413);
    await expectRefused(() => ada.send("POST", "/api/posts", keys), 400);
    await expectRefused(() => ada.send("POST", "/api/posts", `${"[".repeat(5e6)}`), 400);
    const wrong = await ada.send("POST", "/api/posts/imported", { clientIds: Array(100).fill(1) });
    expect([wrong.status, (await wrong.text()).length < REPLY_BYTES]).toEqual([400, true]);
    const form = { body: multipart(100_000), headers: { "Content-Type": "multipart/form-data; boundary=x" } };
    await expectRefused(() => ada.fetch("/api/media", { method: "POST", ...form }), 400);
  });

  test("cannot keep the hub busy with a frame of many parts or a long text", async () => {
    const held = Object.fromEntries(Array.from({ length: 200_000 }, (_, n) => [`m${n}`, "1"]));
    const sync = JSON.stringify({ type: "sync", payload: { held } });
    const message = { type: "message", payload: { receiverId: "x", content: "\u200b".repeat(7_000_000) } };
    for (const frame of [sync, JSON.stringify(message)]) {
      expect(await msOf(async () => expect(parseClientFrame(frame)).toBeNull())).toBeLessThan(1000);
    }
  });
});

test("an address of a megabyte is refused, and many cookies change nothing", async () => {
  const visitor = new Client();
  const long = `/explore?q=${"x".repeat(1_000_000)}`;
  await expectRefused(() => visitor.fetch(long), 413);
  expect((await visitor.fetch(`/${"a/".repeat(8000)}`)).status).toBeLessThan(500);
  const Cookie = Array.from({ length: 5000 }, (_, n) => `c${n}=x`).join("; ");
  await expectRefused(() => visitor.fetch("/api/auth/me", { headers: { Cookie } }), 401);
});

describe("the limit of a network is taken before the body is read", () => {
  const limits = { loginAddress: 30, signup: 20, reset: 5 };
  /** Pages share the limit of their call. */
  const pages = { "/login": 30, "/signup": 20, "/forgot-password": 5 };
  let from = 0;

  test.each([
    ...publicCalls.map(([, { path, limit }]) => [path, limit ? limits[limit] : 0] as const),
    ...Object.entries(pages),
  ])("%s", async (path, limit) => {
    from += 1;
    const address = `203.0.113.${from}`;
    const statuses: number[] = [];
    // A new window can start once in between.
    while (statuses.length <= 2 * limit && !statuses.includes(429)) {
      const reply = await sendPublic(path, { body: "not a body" }, { limits: "on", address });
      statuses.push(reply.status);
    }
    expect(new Set(statuses)).toEqual(new Set([400, 429]));
    expect(statuses.length).toBeGreaterThan(limit);
  });

  test("for every call without a log-in", () => {
    const open = Object.entries<Call>(calls).filter(
      ([, { method, access }]) => method !== "GET" && access === "public",
    );
    const without: CallName[] = ["logOut", "reportBounce"];
    expect(open.filter(([, { limit }]) => limit === undefined).map(([name]) => name)).toEqual(without);
  });
});

const segment = fc.oneof(
  fc.constantFrom(
    "email",
    "password",
    "token",
    "text",
    "intent",
    "__proto__",
    "constructor",
    "__intent__",
    "0",
    "",
  ),
  fc.string({ unit: "binary", maxLength: 20 }),
);
const name = fc.oneof(
  segment,
  fc
    .tuple(segment, fc.constantFrom("[4294967295]", "[99999999]", "[]", "[0][0][0]", "[-1]"))
    .map((parts) => parts.join("")),
  fc.array(segment, { maxLength: 40 }).map((parts) => parts.join(".")),
);
const value = fc.oneof(
  fc.string({ maxLength: 50 }),
  fc.constant('&<"'.repeat(1000)),
  fc.json({ maxDepth: 2 }),
);
const form = fc
  .array(fc.tuple(name, value), { maxLength: 70 })
  .map((pairs) => new URLSearchParams(pairs).toString());
const json = fc.oneof(
  fc
    .array(fc.tuple(name, fc.oneof(value, fc.jsonValue())), { maxLength: 70 })
    .map((pairs) => JSON.stringify(Object.fromEntries(pairs))),
  fc.json(),
  fc.string(),
);

test("random forms and JSON bodies cost less than a second each, and no reply is an error of the server or long", async () => {
  const bodies = fc.sample(fc.oneof(form, json), {
    seed: 20_261_125,
    numRuns: inject("isEverywhere") ? 10_000 : 500,
  });
  for (const [n, body] of bodies.entries()) {
    const path = publicPaths[n % publicPaths.length] ?? "";
    const headers = path.startsWith("/api/") ? { "Content-Type": "application/json" } : FORM;
    let reply = new Response();
    const send = async () => {
      reply = await sendPublic(path, { body, headers });
    };
    let ms = await msOf(send);
    // Another process may have had the processor the first time.
    if (ms >= 1000) ms = await msOf(send);
    expect(ms, `${path} ${body}`).toBeLessThan(1000);
    expect(reply.status, `${path} ${body}`).toBeLessThan(500);
    const { length } = await reply.text();
    expect(length, `${path} ${body}`).toBeLessThanOrEqual(10 * body.length + REPLY_BYTES);
  }
});
