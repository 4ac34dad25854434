import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { RENEWED_SESSION_SECONDS } from "~/contract/account-limits";
import { CLOSED_SESSION_RENEWED } from "~/contract/limits";
import { confirmIdentity } from "~/domain/accounts/confirm-identity";
import { renewedToken } from "~/domain/accounts/renew-session";
import { tokenId } from "~/domain/accounts/session-token";
import { Client, errorOf, member, SITE } from "../workers/client";
import { contextOf } from "../workers/context-of";
import { mailsDuring, tokenIn } from "../workers/mails";
import { turnOn } from "../workers/push-devices";
import { again, COOKIE, isIn, openSocket, tokenOf } from "../workers/sessions";

const RIGHT = { currentPassword: "sunset" };

const renewals: [string, (client: Client) => Promise<unknown>][] = [
  ["a proof of identity", (client) => client.call("confirmIdentity", { body: RIGHT })],
  [
    "a change of the password",
    (client) => client.call("changePassword", { body: { ...RIGHT, newPassword: "moonrise" } }),
  ],
];

/** A thief with the session's cookie. */
function thiefOf(ada: Client): Client {
  const thief = new Client();
  thief.cookies.set(COOKIE, ada.cookies.get(COOKIE) ?? "");
  return thief;
}

/** Returns the stored session of a client. */
const sessionOf = (client: Client) =>
  env.DB.prepare("SELECT remembered, user_agent, created_at, expires_at FROM sessions WHERE id = ?")
    .bind(tokenId(tokenOf(client)))
    .first();

describe.each(renewals)("%s", (_, renew) => {
  test("ends the token that a thief has, and the thief's socket", async () => {
    const ada = await member("ada");
    const thief = thiefOf(ada);
    expect(await isIn(thief)).toBe(true);
    const { closed } = await openSocket(thief);
    await renew(ada);
    expect(tokenOf(ada)).not.toBe(tokenOf(thief));
    expect(await Promise.all([isIn(thief), isIn(ada)])).toEqual([false, true]);
    expect(await closed).toBe(CLOSED_SESSION_RENEWED);
    expect((await thief.fetch("/ws", { headers: { Upgrade: "websocket", Origin: SITE } })).status).toBe(401);
    expect(await ada.call("listSessions")).toHaveLength(1);
  });
});

test("a wrong password renews nothing", async () => {
  const ada = await member("ada");
  const before = tokenOf(ada);
  await ada.send("POST", "/api/account/identity", { currentPassword: "not the password" });
  expect(tokenOf(ada)).toBe(before);
  expect(await isIn(ada)).toBe(true);
});

test("a renewed session keeps its lifetime, its device and its push notifications", async () => {
  const ada = new Client();
  const { email } = await member("ada");
  await ada.call("logIn", { body: { email, password: "sunset", rememberMe: true } });
  await env.DB.prepare("UPDATE sessions SET expires_at = '2099-01-01T00:00:00.000Z' WHERE id = ?")
    .bind(tokenId(tokenOf(ada)))
    .run();
  await turnOn(ada);
  const before = await sessionOf(ada);
  const reply = await ada.send("POST", "/api/account/identity", RIGHT);
  const [cookie] = reply.headers.getSetCookie().filter((value) => value.startsWith(`${COOKIE}=`));
  expect(cookie).toContain("Max-Age=2592000");
  expect(await sessionOf(ada)).toEqual(before);
  expect(await ada.call("readPush")).toMatchObject({ isOn: true });
});

test("a renewed session has the media pass, and the change of the address that it has asked for", async () => {
  const ada = await member("ada");
  const [mail] = await mailsDuring(() =>
    ada.call("changeEmail", { body: { ...RIGHT, email: `new.${ada.email}` } }),
  );
  const pass = ada.cookies.get("__Host-afterglow-media");
  await ada.call("confirmIdentity", { body: RIGHT });
  expect(ada.cookies.get("__Host-afterglow-media")).not.toBe(pass);
  await new Client().call("confirmEmail", { body: { token: tokenIn(mail) } });
  expect(await isIn(ada)).toBe(true);
});

test("a request in flight with the old token succeeds, and can neither prove nor renew anything", async () => {
  const ada = await member("ada");
  const { ctx } = contextOf({ ...ada, sessionId: tokenId(tokenOf(ada)) });
  renewedToken.arrivesMs = 60_000;
  await confirmIdentity(ctx, RIGHT);
  renewedToken.arrivesMs = 0;
  expect(await isIn(ada)).toBe(true);
  expect((await ada.fetch("/api/account/security")).status).toBe(403);
  expect(await ada.call("listSessions")).toEqual([expect.objectContaining({ isCurrent: false })]);
  const refused = { status: 401, message: "Please log in to continue." };
  const change = { ...RIGHT, newPassword: "moonrise" };
  expect(await errorOf(await ada.send("POST", "/api/account/identity", RIGHT))).toEqual(refused);
  expect(await errorOf(await ada.send("POST", "/api/account/password", change))).toEqual(refused);
  await again(ada);
  // Should the work after the reply be lost, the database ends the session.
  const until = Date.parse(String((await sessionOf(ada))?.expires_at));
  expect(until - Date.now()).toBeLessThanOrEqual(RENEWED_SESSION_SECONDS * 1000);
});
