import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { CLOSED_SESSION_ENDED } from "~/contract/limits";
import { inEnglish } from "~/contract/messages";
import { COOKIES_NEEDED } from "~/contract/texts";
import { openDb } from "~/db/client";
import { findSession } from "~/domain/accounts/find-session";
import { Client, errorOf, member, SITE } from "./client";
import { sendPublic } from "./public-pages";
import { tokenOf } from "./sessions";

const signup = { fullName: "Ada Lovelace", email: "Ada@Example.com", password: "golden hour" };

describe("signing up", () => {
  test("opens a session, with a username from the email and a number from 0 to 999", async () => {
    const visitor = new Client();
    const { user, message } = await visitor.call("signUp", {
      body: { ...signup, email: "ada.l+x@example.com" },
    });
    expect(message).toBe("Please set up your profile");
    expect(user.username).toMatch(/^ada\.lx\d{1,3}$/);
    expect((await visitor.call("me")).user).toEqual(user);
  });

  test("stores neither the password nor the session token", async () => {
    const visitor = new Client();
    const { user } = await visitor.call("signUp", { body: { ...signup, email: "kept@example.com" } });
    const row = await env.DB.prepare("SELECT password FROM users WHERE id = ?")
      .bind(user.id)
      .first<{ password: string }>();
    expect(row?.password).toMatch(/^scrypt\$/);
    const session = await env.DB.prepare("SELECT id FROM sessions WHERE user_id = ?")
      .bind(user.id)
      .first<{ id: string }>();
    expect(session?.id).toMatch(/^[0-9a-f]{64}$/);
    expect([...visitor.cookies.values()]).not.toContain(session?.id);
  });

  test.each([
    ["fullName", { fullName: "A" }, "Full name must be at least 2 characters"],
    ["fullName", { fullName: "\u200b\u2060\ufeff" }, "Full name must be at least 2 characters"],
    ["fullName", { fullName: "A\u200d\u3164" }, "Full name must be at least 2 characters"],
    ["email", { email: "ada" }, "Please enter a valid email"],
    ["email", { email: undefined }, "Please enter a valid email"],
    ["password", { password: "12345" }, "Password must be at least 6 characters"],
    ["terms", { terms: false }, "You must agree to the terms and conditions"],
  ])("refuses an invalid %s with the message of its rule", async (field, change, message) => {
    const reply = await errorOf(
      await new Client().send("POST", "/api/auth/signup", { ...signup, ...change }),
    );
    expect(reply).toEqual({ status: 422, message, errors: { [field]: [message] } });
  });

  test("refuses a taken email in any case and stores nothing", async () => {
    await new Client().call("signUp", { body: { ...signup, email: "taken@example.com" } });
    const reply = await errorOf(
      await new Client().send("POST", "/api/auth/signup", { ...signup, email: "TAKEN@example.COM" }),
    );
    expect(reply.status).toBe(409);
    const count = await env.DB.prepare(
      "SELECT count(*) AS n FROM users WHERE email = 'taken@example.com'",
    ).first("n");
    expect(count).toBe(1);
  });

  test("uses the given username when it is valid and free, else a provisional one", async () => {
    const signUpAs = (email: string, username: string) =>
      new Client().call("signUp", { body: { ...signup, email, username } }).then(({ user }) => user.username);
    expect(await signUpAs("wish1@example.com", "golden.hour")).toBe("golden.hour");
    expect(await signUpAs("wish2@example.com", "Golden.Hour")).toMatch(/^wish2\d{1,3}$/);
    expect(await signUpAs("wish3@example.com", "no spaces")).toMatch(/^wish3\d{1,3}$/);
  });

  test("gives distinct usernames to ten concurrent sign-ups with the same local part", async () => {
    const users = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        new Client().call("signUp", { body: { ...signup, email: `same@${n}.example.com` } }),
      ),
    );
    expect(new Set(users.map(({ user }) => user.username)).size).toBe(10);
  });
});

describe("logging in", () => {
  test("returns the member and whether profile setup is unfinished", async () => {
    const email = "back@example.com";
    await new Client().call("signUp", { body: { ...signup, email } });
    const browser = new Client();
    const first = await browser.call("logIn", {
      body: { email: "BACK@example.com", password: signup.password },
    });
    expect(first.isNewUser).toBe(true);
    await browser.call("setUpProfile", { body: { username: "back.again" } });
    const second = await new Client().call("logIn", { body: { email, password: signup.password } });
    expect(second).toMatchObject({
      isNewUser: false,
      message: "You have successfully logged in",
      user: { username: "back.again" },
    });
  });

  test("sends the same reply for a wrong password and an unknown email", async () => {
    const { email } = await member("wrong");
    const wrong = await errorOf(
      await new Client().send("POST", "/api/auth/login", { email, password: "sunrise" }),
    );
    const unknown = await errorOf(
      await new Client().send("POST", "/api/auth/login", {
        email: "nobody@example.com",
        password: "sunrise",
      }),
    );
    expect(wrong).toEqual({ status: 401, message: "Invalid email or password" });
    expect(unknown).toEqual(wrong);
  });

  test("sets a cookie of 30 days when remembered, else until the browser closes", async () => {
    const { email } = await member("remember");
    const cookieOf = async (rememberMe: boolean) => {
      const reply = await new Client().send("POST", "/api/auth/login", {
        email,
        password: "sunset",
        rememberMe,
      });
      return reply.headers.getSetCookie().find((cookie) => cookie.startsWith("__Host-afterglow=")) ?? "";
    };
    expect(await cookieOf(true)).toContain("Max-Age=2592000");
    const plain = await cookieOf(false);
    expect(plain).not.toContain("Max-Age");
    for (const flag of ["HttpOnly", "Secure", "SameSite=Lax", "Path=/"]) expect(plain).toContain(flag);
  });

  test.each([
    [{ email: "x", password: "sunset" }, "Please enter a valid email"],
    [{ email: "x@example.com", password: "short" }, "Password must be at least 6 characters"],
    [{}, "Please enter a valid email"],
  ])("refuses %j", async (body, message) => {
    const reply = await errorOf(await new Client().send("POST", "/api/auth/login", body));
    expect(reply).toMatchObject({ status: 422, message });
  });
});

describe("the session", () => {
  test("stores its last use at most every ten minutes", async () => {
    const ada = await member("ada");
    const { db } = openDb(env.DB);
    const now = new Date();
    /** Uses a session that was last used that long ago, and returns the stored last use. */
    const lastUseAfter = async (minutes: number) => {
      const before = new Date(now.getTime() - minutes * 60_000).toISOString();
      await env.DB.prepare("UPDATE sessions SET last_seen_at = ? WHERE user_id = ?")
        .bind(before, ada.id)
        .run();
      const deferred: Promise<unknown>[] = [];
      const ctx = {
        db,
        chats: [db] as const,
        now: () => now,
        defer: (work: Promise<unknown>) => void deferred.push(work),
      };
      await findSession(ctx, tokenOf(ada));
      await Promise.all(deferred);
      const stored = await env.DB.prepare("SELECT last_seen_at FROM sessions WHERE user_id = ?")
        .bind(ada.id)
        .first("last_seen_at");
      return stored === before ? "unchanged" : stored;
    };
    expect(await lastUseAfter(9)).toBe("unchanged");
    expect(await lastUseAfter(11)).toBe(now.toISOString());
  });

  test("ends on log-out, also for a copy of its cookie", async () => {
    const ada = await member("out");
    const copy = new Client();
    for (const [name, value] of ada.cookies) copy.cookies.set(name, value);
    expect((await ada.send("POST", "/api/auth/logout")).status).toBe(204);
    expect(ada.cookies.has("__Host-afterglow")).toBe(false);
    expect((await copy.fetch("/api/auth/me")).status).toBe(401);
    expect((await copy.send("POST", "/api/auth/logout")).status).toBe(204);
  });

  test.each(["logIn", "signUp"] as const)("ends when %s replaces it, as does its socket", async (name) => {
    const ada = await member("replaced");
    const copy = new Client();
    for (const [cookie, value] of ada.cookies) copy.cookies.set(cookie, value);
    const { webSocket } = await ada.fetch("/ws", { headers: { Upgrade: "websocket", Origin: SITE } });
    const closed = new Promise((resolve) =>
      webSocket?.addEventListener("close", ({ code }) => resolve(code)),
    );
    webSocket?.accept();
    const [email, password] =
      name === "logIn" ? [ada.email, "sunset"] : [`fresh.${ada.email}`, "golden hour"];
    await ada.call(name, { body: { email, password, fullName: "Ada Lovelace" } });
    expect(await closed).toBe(CLOSED_SESSION_ENDED);
    expect((await copy.fetch("/api/auth/me")).status).toBe(401);
    expect((await ada.fetch("/api/auth/me")).status).toBe(200);
    const count = env.DB.prepare("SELECT count(*) AS n FROM sessions WHERE user_id = ?").bind(ada.id);
    expect(await count.first("n")).toBe(name === "logIn" ? 1 : 0);
  });

  test("takes the browser's media pass with it", async () => {
    const ada = await member("pass");
    await ada.call("me");
    expect(ada.cookies.has("__Host-afterglow-media")).toBe(true);
    await ada.call("logOut");
    expect(ada.cookies.has("__Host-afterglow-media")).toBe(false);
  });

  test("is not found by an invalid or expired token", async () => {
    const stranger = new Client();
    stranger.cookies.set("__Host-afterglow", "made-up");
    expect((await stranger.fetch("/api/auth/me")).status).toBe(401);

    const late = await member("late");
    await env.DB.prepare("UPDATE sessions SET expires_at = '2020-01-01T00:00:00.000Z' WHERE user_id = ?")
      .bind(late.id)
      .run();
    expect((await late.fetch("/api/auth/me")).status).toBe(401);
  });
});

describe("setting up a profile", () => {
  test.each([
    ["ab", "Username must be at least 3 characters."],
    ["a".repeat(31), "Username must not be longer than 30 characters."],
    ["no spaces", "Username can only contain letters, numbers, underscores, and dots."],
    ["émile", "Username can only contain letters, numbers, underscores, and dots."],
  ])("refuses the username %j", async (username, message) => {
    const ada = await member("rules");
    const reply = await errorOf(await ada.send("POST", "/api/users/profile-setup", { username }));
    expect(reply).toEqual({ status: 422, message, errors: { username: [message] } });
    expect((await ada.call("me")).user.username).toBe(ada.username);
  });

  test("refuses a bio of 151 characters and accepts one of 150", async () => {
    const ada = await member("bio");
    const reply = await errorOf(await ada.send("POST", "/api/users/profile-setup", { bio: "x".repeat(151) }));
    expect(reply.message).toBe("Bio must not be longer than 150 characters.");
    expect((await ada.call("setUpProfile", { body: { bio: "x".repeat(150) } })).user.bio).toHaveLength(150);
  });

  test("refuses a taken username in any case", async () => {
    const [ada, grace] = [await member("ada"), await member("grace")];
    const reply = await errorOf(
      await grace.send("POST", "/api/users/profile-setup", { username: ada.username.toUpperCase() }),
    );
    expect(reply).toMatchObject({ status: 409, errors: { username: ["This username is already taken."] } });
  });

  test("keeps missing fields unchanged", async () => {
    const ada = await member("partial");
    await ada.call("setUpProfile", { body: { bio: "Golden hour, every hour." } });
    const { user } = await ada.call("setUpProfile", { body: {} });
    expect(user).toMatchObject({ username: ada.username, bio: "Golden hour, every hour." });
  });

  test("keeps a field that another tab changes at the same time", async () => {
    const ada = await member("tabs");
    const username = `two.${ada.username}`;
    await Promise.all([
      ada.call("setUpProfile", { body: { username } }),
      ada.call("setUpProfile", { body: { bio: "Golden hour" } }),
    ]);
    expect((await ada.call("me")).user).toMatchObject({ username, bio: "Golden hour" });
    expect((await ada.call("setUpProfile", { body: { bio: null } })).user).toMatchObject({
      username,
      bio: "",
    });
  });
});

describe("a browser that blocks cookies", () => {
  const credentials = { email: "no.cookies@example.com", password: "golden hour", cookies: "needed" };
  const forms = {
    "/login": credentials,
    "/signup": { ...credentials, fullName: "Ada Lovelace", terms: "on" },
  };
  const send = (path: keyof typeof forms, headers: Record<string, string> = {}) =>
    sendPublic(path, { body: new URLSearchParams(forms[path]), headers });
  const error = async (reply: Response) =>
    ((await reply.json()) as { result: { error: object } }).result.error;

  test("gets an error at the forms, which make no account and no session", async () => {
    for (const path of ["/signup", "/login"] as const) {
      const reply = await send(path);
      expect([reply.status, await error(reply)]).toEqual([403, { "": [inEnglish(COOKIES_NEEDED)] }]);
    }
    const row = env.DB.prepare("SELECT count(*) AS n FROM users WHERE email = ?").bind(credentials.email);
    expect(await row.first("n")).toBe(0);
    // With the cookie of the form's page the password is checked.
    const reply = await send("/login", { Cookie: "__Host-afterglow-cookies=1" });
    expect([reply.status, await error(reply)]).toEqual([401, { "": ["Invalid email or password"] }]);
  });
});
