import { env } from "cloudflare:test";
import { describe, expect, test, vi } from "vitest";
import { LOGIN_DELAY_MS, WRONG_PASSWORDS_PER_DAY } from "~/contract/account-limits";
import { DAY_MS } from "~/contract/time";
import { logIn as logInMember } from "~/domain/accounts/log-in";
import { Client, errorOf, member } from "./client";
import { contextOf } from "./context-of";
import { write } from "./limited";
import { mailsDuring, tokenIn } from "./mails";
import { silenceHubs } from "./quiet-hubs";

silenceHubs();

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
  expect(await reply.json()).toMatchObject({ message: words });
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
});

test("attempts at an account beyond ten a minute from all addresses wait for a second", async () => {
  const ada = await member("slowed");
  const input = { email: ada.email, password: "sunset", rememberMe: false };
  const timers = vi.spyOn(globalThis, "setTimeout");
  const attempt = (isAllowed: boolean) => {
    const take = async (_: string, key: string) => isAllowed || key !== ada.email;
    return logInMember({ ...contextOf(ada).ctx, viewer: null, limits: { areOn: true, take } }, input, {
      userAgent: "",
      browserTokens: [],
    });
  };
  const wait = [expect.any(Function), LOGIN_DELAY_MS];
  await attempt(true);
  expect(timers).not.toHaveBeenCalledWith(...wait);
  await attempt(false);
  expect(timers).toHaveBeenCalledWith(...wait);
  timers.mockRestore();
});

describe("a hundred wrong passwords of an account in 24 hours", () => {
  const FULL =
    /^Too many wrong passwords for this account\. Log in with a passkey or in a browser that you have used before, or set a new password\. Please try again in \d+ hours\.$/;
  let from = 0;
  /** Each attempt comes from a network of its own. */
  const attempt = (email: string, password = "not the password", client?: Client) => {
    from += 1;
    const address = `10.${from >> 8}.${from & 255}.1`;
    return write("/api/auth/login", { email, password }, { address, ...(client ? { client } : {}) });
  };
  const setUsed = (owner: string, used: number, since = Date.now()) =>
    env.DB.prepare(
      "INSERT OR REPLACE INTO quota_counters (owner, kind, since, used) VALUES (?, 'logIns', ?, ?)",
    )
      .bind(owner, since, used)
      .run();
  const usedOf = async (owner: string) =>
    (await env.DB.prepare("SELECT used FROM quota_counters WHERE owner = ? AND kind = 'logIns'")
      .bind(owner)
      .first<number>("used")) ?? 0;

  test("close it to new browsers, exactly, until the 24 hours are over", async () => {
    const ada = await member("closed");
    await setUsed(ada.id, WRONG_PASSWORDS_PER_DAY - 3);
    const replies = await Promise.all(Array.from({ length: 8 }, () => attempt(ada.email)));
    expect(replies.map(({ status }) => status).sort()).toEqual([401, 401, 401, 429, 429, 429, 429, 429]);
    const refused = await attempt(ada.email, "sunset");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(23 * 60 * 60);
    expect((await errorOf(refused)).message).toMatch(FULL);
    expect(await usedOf(ada.id)).toBe(WRONG_PASSWORDS_PER_DAY);
    await setUsed(ada.id, WRONG_PASSWORDS_PER_DAY, Date.now() - DAY_MS);
    expect((await attempt(ada.email, "sunset")).status).toBe(200);
  });

  test("do not count right ones", async () => {
    const ada = await member("right");
    await attempt(ada.email);
    await attempt(ada.email, "sunset");
    expect(await usedOf(ada.id)).toBe(1);
  });

  test("lock nobody out of a browser in which the account has logged in, and mark no other account's", async () => {
    const [ada, grace] = [await member("known"), await member("other")];
    const browser = new Client();
    await browser.call("logIn", { body: { email: ada.email, password: "sunset" } });
    for (const { id } of [ada, grace]) await setUsed(id, WRONG_PASSWORDS_PER_DAY);
    expect((await attempt(ada.email, "not the password", browser)).status).toBe(401);
    expect((await attempt(ada.email, "sunset", browser)).status).toBe(200);
    expect((await attempt(grace.email, "sunset", browser)).status).toBe(429);
    expect(await usedOf(ada.id)).toBe(WRONG_PASSWORDS_PER_DAY);
  });

  test("lock nobody out of a browser that has set the password by a mailed link", async () => {
    const ada = await member("resets");
    const [mail] = await mailsDuring(() =>
      new Client().call("requestPasswordReset", { body: { email: ada.email } }),
    );
    const browser = new Client();
    await browser.call("resetPassword", { body: { token: tokenIn(mail), password: "moonrise bay" } });
    await setUsed(ada.id, WRONG_PASSWORDS_PER_DAY);
    expect((await attempt(ada.email, "moonrise bay")).status).toBe(429);
    expect((await attempt(ada.email, "moonrise bay", browser)).status).toBe(200);
  });

  test("are counted for unknown addresses too, in few counters", async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    await attempt(email);
    const { results } = await env.DB.prepare(
      "SELECT owner FROM quota_counters WHERE kind = 'logIns' AND owner NOT IN (SELECT id FROM users)",
    ).all<{ owner: string }>();
    const [counter] = results;
    expect(counter?.owner).toMatch(/^[0-9a-f]{3}$/);
    await setUsed(counter?.owner ?? "", WRONG_PASSWORDS_PER_DAY);
    expect((await errorOf(await attempt(email))).message).toMatch(FULL);
  });
});

test("a session allows ten attempts a minute to confirm the member's password", async () => {
  const client = await member("stolen");
  const body = { currentPassword: "not the password", newPassword: "moonrise" };
  const { passed, limited } = await passing(10, () => write("/api/account/password", body, { client }), 422);
  expect(passed).toBeGreaterThanOrEqual(10);
  await expectRateLimited(limited, "Too many attempts. Please wait a minute and try again.");
});

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
});

test("addresses of one IPv6 network share one limit", async () => {
  const emailOf = await accounts();
  const addressOf = (n: number) => `2001:db8:1:2:${n.toString(16)}::1`;
  const { passed } = await passing(30, (n) => logIn(emailOf(n), addressOf(n)));
  expect(passed).toBeGreaterThanOrEqual(30);
});

test("an address allows twenty sign-ups a minute", async () => {
  const body = (n: number) => ({
    fullName: "Ada Lovelace",
    email: `made${n}@example.com`,
    password: "golden hour",
  });
  const signUp = async (n: number) => {
    // Otherwise the twenty an hour would refuse the next one when a new minute starts in between.
    await env.DB.exec("DELETE FROM sign_ups");
    return write("/api/auth/signup", body(n));
  };
  const { passed, limited } = await passing(20, signUp, 201);
  expect(passed).toBeGreaterThanOrEqual(20);
  await expectRateLimited(limited, "Too many accounts from here. Please wait a minute and try again.");
});

test("an address allows five requests for a reset link a minute", async () => {
  const ask = () => write("/api/auth/forgot-password", { email: `${crypto.randomUUID()}@example.com` });
  const { passed, limited } = await passing(5, ask, 200);
  expect(passed).toBeGreaterThanOrEqual(5);
  await expectRateLimited(limited, "Too many attempts. Please wait a minute and try again.");
});

test("a new email address gets five links a minute, from all members together", async () => {
  const ask = async () => {
    const body = { email: "next@example.com", currentPassword: "sunset" };
    return write("/api/account/email", body, { client: await member("asks") });
  };
  const { passed, limited } = await passing(5, ask, 204);
  expect(passed).toBeGreaterThanOrEqual(5);
  await expectRateLimited(limited, "Too many attempts. Please wait a minute and try again.");
});

test("a member can write 240 times a minute by calls and pages together, without affecting others", async () => {
  const [ada, grace] = [await member("fast"), await member("calm")];
  const path = "/api/notifications/read/all";
  const { passed } = await passing(240, () => write(path, {}, { client: ada }), 204);
  expect(passed).toBeGreaterThanOrEqual(240);
  const words = "You are going a little fast. Please wait a minute and try again.";
  await expectRateLimited(await write("/settings", {}, { client: ada }), words);
  expect((await write(path, {}, { client: grace })).status).toBe(204);
});

test("a member can check 60 usernames a minute, without affecting others", async () => {
  const [ada, grace] = [await member("lists"), await member("chooses")];
  const check = (client: Client) =>
    write("/api/users/username/somebody.new", undefined, { client, method: "GET" });
  const { passed, limited } = await passing(60, () => check(ada), 200);
  expect(passed).toBeGreaterThanOrEqual(60);
  await expectRateLimited(limited, "You are going a little fast. Please wait a minute and try again.");
  expect((await check(grace)).status).toBe(200);
});
