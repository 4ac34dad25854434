import { createExecutionContext, env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { tokenId } from "~/domain/accounts/session-token";
import { readCookies } from "~/platform/cookies";
import { startOf } from "../../workers/d1-session";
import { Client, dataUrl, SITE } from "./client";
import { plainMember } from "./sessions";
import { app } from "./worker";

const COOKIE = "__Host-afterglow-at";
const SEEN = "__Host-afterglow-seen";
const LATER = "00000086-0000024c-00004c6d-8e61117bf38d7adb71b934ebbf891683";
const BOOKMARK = "00000085-0000024c-00004c6d-8e61117bf38d7adb71b934ebbf891683";
const SESSION = "__Host-afterglow=token";

describe("a request starts its database session", () => {
  test.each([
    ["anywhere", "GET", "", "first-unconstrained"],
    ["at the bookmark of a visitor's write", "GET", `${COOKIE}=${BOOKMARK}`, BOOKMARK],
    ["anywhere, for a visitor's malformed bookmark", "GET", `${COOKIE}=x`, "first-unconstrained"],
    ["at the primary, for a member without a bookmark", "GET", SESSION, "first-primary"],
    ["at the member's bookmark", "GET", `${SESSION}; ${COOKIE}=${BOOKMARK}`, BOOKMARK],
    ["at the later bookmark", "GET", `${SESSION}; ${COOKIE}=${BOOKMARK}; ${SEEN}=${LATER}`, LATER],
    ["at the later bookmark", "GET", `${SESSION}; ${COOKIE}=${LATER}; ${SEEN}=${BOOKMARK}`, LATER],
    [
      "at the primary, after a live frame",
      "GET",
      `${SESSION}; ${COOKIE}=${BOOKMARK}; afterglow-fresh=1`,
      "first-primary",
    ],
    ["at the member's bookmark for HEAD", "HEAD", `${SESSION}; ${COOKIE}=${BOOKMARK}`, BOOKMARK],
    [
      "at the primary, for a malformed bookmark",
      "GET",
      `${SESSION}; ${COOKIE}=first-unconstrained`,
      "first-primary",
    ],
    ["at the primary, to write", "POST", `${SESSION}; ${COOKIE}=${BOOKMARK}`, "first-primary"],
  ])("%s: %s with %j", (_name, method, cookie, start) => {
    const request = new Request(SITE, { method, headers: { Cookie: cookie } });
    expect(startOf(request, readCookies(request), true)).toBe(start);
  });
});

/** Sends a request. @returns its status, where its database session started, and its bookmark cookie */
async function ask(
  client: Client,
  path: string,
  method = "GET",
  body?: unknown,
  more: Record<string, string> = {},
) {
  const starts: unknown[] = [];
  const DB = new Proxy(env.DB, {
    get: (target, key) => {
      if (key !== "withSession") throw new Error("A request queries only within its session.");
      return (start: string) => {
        starts.push(start);
        return target.withSession(start);
      };
    },
  });
  const request = new Request(new URL(path, SITE), {
    method,
    headers: {
      ...more,
      Origin: SITE,
      Cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const reply = await app.fetch(request, { ...env, DB }, createExecutionContext());
  const cookie = reply.headers.getSetCookie().find((one) => one.startsWith(COOKIE) || one.startsWith(SEEN));
  return { starts, status: reply.status, cookie };
}

describe("the bookmark cookie", () => {
  test("is set after a write, and after a read of a later state", async () => {
    const ada = await plainMember("ada");
    const first = await ask(ada, "/api/feed");
    expect(first).toMatchObject({ status: 200, starts: ["first-primary"] });
    expect(first.cookie).toMatch(
      /^__Host-afterglow-seen=[0-9a-f-]{59}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    const bookmark = /=([^;]+)/.exec(first.cookie ?? "")?.[1] ?? "";
    ada.cookies.set(SEEN, bookmark);
    expect(await ask(ada, "/api/feed")).toMatchObject({ status: 200, starts: [bookmark] });
    const wrote = await ask(ada, "/api/users/profile-setup", "POST", { bio: "New" });
    expect(wrote).toMatchObject({ status: 200, starts: ["first-primary"] });
    expect(wrote.cookie).toContain(`${COOKIE}=`);
    // The cookie of a read does not replace that of the write.
    const read = await ask(ada, "/api/feed");
    expect(read.cookie).toContain(`${SEEN}=`);
    expect((/=([^;]+)/.exec(read.cookie ?? "")?.[1] ?? "") > bookmark).toBe(true);
  });

  test("does not let a socket open at a replica", async () => {
    const ada = await plainMember("ada");
    ada.cookies.set(COOKIE, BOOKMARK);
    expect(await ask(ada, "/ws", "GET", undefined, { Upgrade: "websocket" })).toMatchObject({
      status: 101,
      starts: ["first-primary"],
    });
  });

  test("is also set by a repeated, idempotent write", async () => {
    const ada = await plainMember("ada");
    const { id } = await ada.call("createPost", { body: { mediaUrl: dataUrl } });
    ada.cookies.set(COOKIE, BOOKMARK);
    for (let time = 0; time < 2; time++) {
      const body = { comment: "Hello", clientId: "one" };
      const reply = await ask(ada, `/api/posts/${id}/comment`, "POST", body);
      expect(reply.status).toBe(201);
      expect(reply.cookie, `time ${time}`).toContain(`${COOKIE}=`);
    }
  });

  test("makes the reset link of an undone email change visible to its visitor", async () => {
    const ada = await plainMember("ada");
    await env.DB.prepare(
      "INSERT INTO email_undos (id, user_id, email, expires_at, created_at) VALUES (?, ?, 'former@example.com', '2099', '2026')",
    )
      .bind(tokenId("a link"), ada.id)
      .run();
    const { status, cookie } = await ask(new Client(), "/api/auth/undo-email", "POST", { token: "a link" });
    expect(status).toBe(200);
    const bookmark = /=([^;]+)/.exec(cookie ?? "")?.[1] ?? "";
    expect(bookmark).toMatch(/^[0-9a-f-]{59}$/);
    expect(startOf(new Request(SITE), { [COOKIE]: bookmark }, true)).toBe(bookmark);
  });

  test("is not set for a visitor who has written nothing", async () => {
    const ada = await plainMember("ada");
    ada.cookies.clear();
    const visitor = await ask(ada, "/api/posts/p/comment", "POST", { comment: "Hello" });
    expect(visitor).toMatchObject({ status: 401, cookie: undefined });
    // The health check's own session: a request opens one only when it queries.
    expect(await ask(ada, "/healthz")).toMatchObject({ status: 200, starts: ["first-primary"] });
    expect((await ask(ada, "/api/feed")).cookie).toBeUndefined();
  });
});
