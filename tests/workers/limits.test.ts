import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { expect, test, vi } from "vitest";
import { LOGIN_DELAY_MS } from "~/contract/limits";
import { logIn as logInMember } from "~/domain/accounts/log-in";
import { type Client, member, SITE } from "./client";
import { contextOf } from "./context-of";
import worker from "./worker";

/** Sends a write with rate limits on, as in production. */
async function write(
  path: string,
  body: unknown,
  { address = "192.0.2.1", client }: { address?: string; client?: Client } = {},
): Promise<Response> {
  const context = createExecutionContext();
  const headers = new Headers({ Origin: SITE, "CF-Connecting-IP": address });
  for (const [name, value] of client?.cookies ?? []) headers.append("Cookie", `${name}=${value}`);
  const request = new Request(SITE + path, { method: "POST", body: JSON.stringify(body), headers });
  const production = {
    ...env,
    AFTERGLOW_ENV: "production",
    AFTERGLOW_SITE: SITE,
    AFTERGLOW_RATE_LIMITS: "on",
  };
  const response = await worker.fetch(request as Parameters<typeof worker.fetch>[0], production, context);
  await waitOnExecutionContext(context);
  return response;
}

const logIn = (email: string, address: string) =>
  write("/api/auth/login", { email, password: "not the password" }, { address });

/** Returns the number of attempts before one is refused. A new window can start once in between. */
async function passing(limit: number, next: (n: number) => Promise<Response>, status = 401) {
  for (let n = 0; n <= 2 * limit; n++) {
    const reply = await next(n);
    if (reply.status === 429) return { passed: n, limited: reply };
    expect(reply.status).toBe(status);
  }
  throw new Error(`${2 * limit} attempts passed`);
}

async function expectRateLimited(reply: Response, words: string): Promise<void> {
  expect(reply.headers.get("Retry-After")).toBe("60");
  expect(await reply.json()).toEqual({ message: words });
}

test("an address gets ten log-in attempts a minute at an account, and locks nobody else out of it", async () => {
  const ada = await member("guessed");
  const { passed } = await passing(10, () => logIn(ada.email.toUpperCase(), "203.0.113.1"));
  expect(passed).toBeGreaterThanOrEqual(10);
  const elsewhere = { address: "203.0.113.2", client: ada };
  const right = { email: ada.email, password: "sunset" };
  expect((await write("/api/auth/login", right, { address: "203.0.113.2" })).status).toBe(200);
  const change = { currentPassword: "sunset", newPassword: "moonrise" };
  expect((await write("/api/account/password", change, elsewhere)).status).toBe(204);
}, 60_000);

test("attempts at an account beyond ten a minute from all addresses wait for a second", async () => {
  const ada = await member("slowed");
  const input = { email: ada.email, password: "sunset", rememberMe: false };
  const timers = vi.spyOn(globalThis, "setTimeout");
  const attempt = (isAllowed: boolean) => {
    const take = async (_: string, key: string) => isAllowed || key !== ada.email;
    return logInMember({ ...contextOf(ada).ctx, viewer: null, limits: { areOn: true, take } }, input, {
      userAgent: "",
      marks: [],
    });
  };
  const wait = [expect.any(Function), LOGIN_DELAY_MS];
  await attempt(true);
  expect(timers).not.toHaveBeenCalledWith(...wait);
  await attempt(false);
  expect(timers).toHaveBeenCalledWith(...wait);
  timers.mockRestore();
});

test("a session allows ten attempts a minute to confirm the member's password", async () => {
  const client = await member("stolen");
  const body = { currentPassword: "not the password", newPassword: "moonrise" };
  const { passed, limited } = await passing(10, () => write("/api/account/password", body, { client }), 422);
  expect(passed).toBeGreaterThanOrEqual(10);
  await expectRateLimited(limited, "Too many attempts. Please wait a minute and try again.");
}, 60_000);

/** Makes accounts enough for sixty attempts, fewer than ten each, and returns the account of the nth attempt. */
async function accounts(): Promise<(n: number) => string> {
  const all = await Promise.all(Array.from({ length: 7 }, () => member("tried")));
  return (n) => all[n % all.length]?.email ?? "";
}

test("an address allows thirty log-in attempts a minute, for all accounts together, and gets Retry-After", async () => {
  const emailOf = await accounts();
  const { passed, limited } = await passing(30, (n) => logIn(emailOf(n), "198.51.100.7"));
  expect(passed).toBeGreaterThanOrEqual(30);
  await expectRateLimited(limited, "Too many attempts. Please wait a minute and try again.");
}, 60_000);

test("addresses of one IPv6 network share one limit", async () => {
  const emailOf = await accounts();
  const addressOf = (n: number) => `2001:db8:1:2:${n.toString(16)}::1`;
  const { passed } = await passing(30, (n) => logIn(emailOf(n), addressOf(n)));
  expect(passed).toBeGreaterThanOrEqual(30);
}, 60_000);

test("an address allows twenty sign-ups a minute", async () => {
  const body = (n: number) => ({
    fullName: "Ada Lovelace",
    email: `made${n}@example.com`,
    password: "golden hour",
  });
  const { passed, limited } = await passing(20, (n) => write("/api/auth/signup", body(n)), 201);
  expect(passed).toBeGreaterThanOrEqual(20);
  await expectRateLimited(limited, "Too many accounts from here. Please wait a minute and try again.");
}, 60_000);

test.each([
  ["address", () => ({ email: `${crypto.randomUUID()}@example.com` }), () => "203.0.113.77"],
  ["e-mail", () => ({ email: "asked.for@example.com" }), (n: number) => `198.51.100.${n}`],
])("one %s allows five requests for a reset link a minute", async (_, body, addressOf) => {
  const ask = (n: number) => write("/api/auth/forgot-password", body(), { address: addressOf(n) });
  const { passed, limited } = await passing(5, ask, 200);
  expect(passed).toBeGreaterThanOrEqual(5);
  await expectRateLimited(limited, "Too many attempts. Please wait a minute and try again.");
});

test("a new e-mail address gets five links a minute, from all members together", async () => {
  const ask = async () => {
    const body = { email: "next@example.com", currentPassword: "sunset" };
    return write("/api/account/email", body, { client: await member("asks") });
  };
  const { passed, limited } = await passing(5, ask, 204);
  expect(passed).toBeGreaterThanOrEqual(5);
  await expectRateLimited(limited, "Too many attempts. Please wait a minute and try again.");
}, 60_000);

test("a member can write 240 times a minute by calls and pages together, without affecting others", async () => {
  const [ada, grace] = [await member("fast"), await member("calm")];
  const path = "/api/notifications/read/all";
  const { passed } = await passing(240, () => write(path, {}, { client: ada }), 204);
  expect(passed).toBeGreaterThanOrEqual(240);
  const words = "You are going a little fast. Please wait a minute and try again.";
  await expectRateLimited(await write("/settings", {}, { client: ada }), words);
  expect((await write(path, {}, { client: grace })).status).toBe(204);
}, 60_000);
