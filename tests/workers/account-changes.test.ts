import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { CLOSED_SESSION_ENDED } from "~/contract/limits";
import { Tab } from "./channel";
import { Client, dataUrl, errorOf, member, SITE } from "./client";
import { twoConnected } from "./connect";
import { mailsDuring, tokenIn } from "./mails";
import { again, isIn, openSocket } from "./sessions";

describe("sessions", () => {
  test("are listed until they expire, with device and last use, the current one first", async () => {
    const ada = await member("ada");
    const phone = new Client();
    await phone.fetch("/api/auth/login", {
      method: "POST",
      headers: { "User-Agent": "Firefox on a phone" },
      body: JSON.stringify({ email: ada.email, password: "sunset" }),
    });
    const sessions = await phone.call("listSessions");
    expect(sessions).toHaveLength(2);
    expect(sessions[0]).toMatchObject({ isCurrent: true, userAgent: "Firefox on a phone" });
    expect(sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    await env.DB.prepare("UPDATE sessions SET expires_at = '2026-01-01T00:00:00.000Z' WHERE id = ?")
      .bind(sessions[1]?.id)
      .run();
    expect((await phone.call("listSessions")).map(({ id }) => id)).toEqual([sessions[0]?.id]);
  });

  test("ends one session with its socket and keeps the others", async () => {
    const ada = await member("one");
    const [phone, tablet] = [await again(ada), await again(ada)];
    const phoneSocket = await openSocket(phone);
    await openSocket(tablet);
    const { id } = (await phone.call("listSessions")).find(({ isCurrent }) => isCurrent) ?? { id: "" };
    await ada.call("endSession", { params: { id } });
    expect(await phoneSocket.closed).toBe(CLOSED_SESSION_ENDED);
    expect(await Promise.all([isIn(phone), isIn(tablet), isIn(ada)])).toEqual([false, true, true]);
    const twice = await errorOf(await ada.send("DELETE", `/api/account/sessions/${id}`));
    expect(twice).toEqual({ status: 404, message: "This session has already ended." });
  });

  test("ends all other sessions at once, with their sockets", async () => {
    const ada = await member("others");
    const phone = await again(ada);
    const { closed } = await openSocket(phone);
    await ada.call("endOtherSessions");
    expect(await closed).toBe(CLOSED_SESSION_ENDED);
    expect(await Promise.all([isIn(phone), isIn(ada)])).toEqual([false, true]);
  });

  test("refuses to end another member's session", async () => {
    const [ada, eve] = [await member("ada"), await member("eve")];
    const [session] = await ada.call("listSessions");
    expect((await eve.send("DELETE", `/api/account/sessions/${session?.id}`)).status).toBe(404);
    await eve.call("endOtherSessions");
    expect(await isIn(ada)).toBe(true);
  });

  test("closes the socket on log-out", async () => {
    const ada = await member("bye");
    const { closed } = await openSocket(ada);
    await ada.call("logOut");
    expect(await closed).toBe(CLOSED_SESSION_ENDED);
  });
});

describe("changing the password", () => {
  const change = { currentPassword: "sunset", newPassword: "moonrise" };

  test("requires the current password and ends the other sessions", async () => {
    const ada = await member("password");
    const phone = await again(ada);
    const { closed } = await openSocket(phone);
    const [mail] = await mailsDuring(() => ada.call("changePassword", { body: change }));
    expect(mail).toContain("Your password was changed");
    expect(await closed).toBe(CLOSED_SESSION_ENDED);
    expect(await Promise.all([isIn(phone), isIn(ada)])).toEqual([false, true]);
    expect(
      (await new Client().send("POST", "/api/auth/login", { email: ada.email, password: "sunset" })).status,
    ).toBe(401);
    await again(ada, "moonrise");
  });

  test.each([
    ["currentPassword", { currentPassword: "wrong!" }, "Your current password is not right"],
    ["currentPassword", { currentPassword: "" }, "Please enter your current password"],
    ["newPassword", { newPassword: "short" }, "Password must be at least 6 characters"],
  ])("returns an error at %s for %j", async (field, wrong, message) => {
    const ada = await member("refused");
    const reply = await errorOf(await ada.send("POST", "/api/account/password", { ...change, ...wrong }));
    expect(reply).toEqual({ status: 422, message, errors: { [field]: [message] } });
    await again(ada);
  });
});

describe("resetting a password", () => {
  const ask = (email: string) => new Client().call("requestPasswordReset", { body: { email } });

  test("sets a new password once by the mailed link and ends all sessions", async () => {
    const ada = await member("forgot");
    const { closed } = await openSocket(ada);
    const [mail] = await mailsDuring(() => ask(ada.email.toUpperCase()));
    expect(mail).toContain(`To: ${ada.email}`);
    expect(mail).toContain(`${SITE}/reset-password?token=`);
    const body = { token: tokenIn(mail), password: "new dawn" };
    const stored = await env.DB.prepare("SELECT id FROM password_resets").all<{ id: string }>();
    expect(stored.results.map(({ id }) => id)).not.toContain(body.token);

    await new Client().call("resetPassword", { body });
    expect(await closed).toBe(CLOSED_SESSION_ENDED);
    expect(await isIn(ada)).toBe(false);
    await again(ada, "new dawn");
    const twice = await errorOf(
      await new Client().send("POST", "/api/auth/reset-password", { ...body, password: "again!" }),
    );
    const message = "This link is no longer valid. Please request a new one.";
    expect(twice).toEqual({ status: 422, message, errors: { token: [message] } });
    await again(ada, "new dawn");
  });

  test("accepts one of two concurrent uses of a link", async () => {
    const ada = await member("twice");
    const [mail] = await mailsDuring(() => ask(ada.email));
    const replies = await Promise.all(
      ["first one", "second one"].map((password) =>
        new Client().send("POST", "/api/auth/reset-password", { token: tokenIn(mail), password }),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  test("sends the same reply for an unknown address, and no mail", async () => {
    const ada = await member("known");
    const unknown = await ask("nobody.at.all@example.com");
    const mails = await mailsDuring(async () => expect(await ask(ada.email)).toEqual(unknown));
    expect(mails).toHaveLength(1);
    expect(unknown.message).toBe(
      "If that address belongs to an account, a link to set a new password is on its way.",
    );
  });

  test("refuses a link after an hour", async () => {
    const ada = await member("hour");
    const [mail] = await mailsDuring(() => ask(ada.email));
    const row = await env.DB.prepare("SELECT expires_at, created_at FROM password_resets WHERE user_id = ?")
      .bind(ada.id)
      .first<{ expires_at: string; created_at: string }>();
    expect(Date.parse(row?.expires_at ?? "") - Date.parse(row?.created_at ?? "")).toBe(3_600_000);
    await env.DB.prepare(
      "UPDATE password_resets SET expires_at = '2020-01-01T00:00:00.000Z' WHERE user_id = ?",
    )
      .bind(ada.id)
      .run();
    const reply = await new Client().send("POST", "/api/auth/reset-password", {
      token: tokenIn(mail),
      password: "too late",
    });
    expect(reply.status).toBe(422);
  });

  test.each([[{ token: "made-up", password: "moonrise" }], [{ token: "", password: "moonrise" }]])(
    "refuses %j",
    async (body) => {
      expect((await new Client().send("POST", "/api/auth/reset-password", body)).status).toBe(422);
    },
  );
});

describe("deleting an account", () => {
  const objectsOf = async (address: string) =>
    (await env.MEDIA.list({ prefix: `photos/${address.slice(7)}` })).objects;

  test("notifies the open tabs of connections at once", async () => {
    const [ada, grace] = await twoConnected();
    const tab = await Tab.online(grace);
    await Tab.online(ada);
    await tab.receive("online", ({ userId }) => userId === ada.id);
    const body = { confirmation: ada.username, currentPassword: "sunset" };
    await ada.call("deleteAccount", { body });
    const frame = { fromUserId: ada.id, toUserId: grace.id, status: "disconnected" };
    expect(await tab.receive("connection_status")).toEqual(frame);
    expect(await tab.receive("offline")).toEqual({ userId: ada.id });
  });

  test("queues every file, so that the next sweep removes them after an interruption", async () => {
    const [ada, grace] = [await member("cut"), await member("next")];
    const post = await ada.call("createPost", { body: { mediaUrl: dataUrl } });
    // One transaction deletes the rows; the worker stops before its sweep.
    await env.DB.prepare("DELETE FROM users WHERE id = ?").bind(ada.id).run();
    expect(await objectsOf(post.mediaUrl)).not.toEqual([]);
    const other = await grace.call("createPost", { body: { mediaUrl: dataUrl } });
    await grace.call("deletePost", { params: { id: other.id } });
    await expect.poll(() => objectsOf(post.mediaUrl)).toEqual([]);
  });

  test.each([
    ["confirmation", { confirmation: "someone" }, "This is not your username"],
    ["currentPassword", { currentPassword: "wrong!" }, "Your current password is not right"],
  ])("returns an error at %s", async (field, wrong, message) => {
    const ada = await member("stays");
    const body = { confirmation: ada.username, currentPassword: "sunset", ...wrong };
    const reply = await errorOf(await ada.send("DELETE", "/api/account", body));
    expect(reply).toEqual({ status: 422, message, errors: { [field]: [message] } });
    expect(await isIn(ada)).toBe(true);
  });
});
