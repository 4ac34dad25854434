import { env, runInDurableObject } from "cloudflare:test";
import { describe, expect, inject, test } from "vitest";
import { CLOSED_SESSION_ENDED } from "~/contract/limits";
import { completeChatSteps } from "~/domain/chat/complete-chat-steps";
import { insertMessages } from "../factories/conversations";
import { Tab } from "./channel";
import { Client, errorOf, member, SITE } from "./client";
import { connect } from "./connect";
import { contextOf } from "./context-of";
import { mailsDuring, tokenIn } from "./mails";
import { again, isIn, openSocket } from "./sessions";

const dataUrl = `data:image/jpeg;base64,${inject("photos").small}`;

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
  const tables = async () => {
    const { results } = await env.DB.prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*' AND name NOT IN ('media_removals', 'sweeps', 'abuse_reports', 'chat_databases', 'message_removals', 'deleted_accounts', 'appeals', 'switched_off', 'used_challenges', 'trending_tags', 'evidence_photos', 'mail_reports') AND name NOT GLOB 'moderation_*' AND name NOT GLOB 'removed_*' AND name NOT GLOB 'suspen*' AND name NOT GLOB 'sign_up*'",
    ).all<{ name: string }>();
    return results.map(({ name }) => name);
  };

  /** Counts the rows of every table that have one of the ids in any column, or one of the keys in a column of keys. */
  async function rowsOf(
    keys: { member: unknown; post: unknown },
    ...ids: string[]
  ): Promise<Record<string, number>> {
    const found: Record<string, number> = {};
    for (const table of await tables()) {
      // Messages name their members in the conversation only.
      const rows =
        table === "chat_messages"
          ? "conversations c JOIN chat_messages m ON m.conversation = c.key"
          : // The key is in the last 27 bits.
            table === "post_words"
            ? "(SELECT place % (1 << 27) AS post FROM post_words)"
            : table === "message_blocks"
              ? "conversations c JOIN message_blocks m ON m.conversation = c.key"
              : table;
      const { results } = await env.DB.prepare(`SELECT * FROM ${rows}`).all<Record<string, unknown>>();
      const own = results.filter(
        ({ member, owner, sender, post, ...row }) =>
          [member, owner, sender].includes(keys.member) ||
          post === keys.post ||
          // The owner of a counter is a member's public id.
          Object.values({ ...row, owner }).some((value) => ids.includes(String(value))),
      ).length;
      if (own > 0) found[table] = own;
    }
    return found;
  }

  /** Stores a row of the member in every table. */
  async function fill(ada: Client & { id: string; email: string }, grace: Client & { id: string }) {
    await connect(ada, grace);
    const { user } = await ada.call("setUpProfile", { body: { profileImage: dataUrl } });
    const mine = await ada.call("createPost", { body: { mediaUrl: dataUrl, caption: "#dusk" } });
    const hers = await grace.call("createPost", { body: { mediaUrl: dataUrl } });
    await ada.call("setUpProfile", { body: { username: "ada.renamed" } });
    await ada.call("report", { body: { userId: grace.id, reason: "other" } });
    const at = "2026-01-01T00:00:00.000Z";
    const media = mine.mediaUrl.slice("/media/".length);
    for (const [a, post] of [
      [ada, hers.id],
      [grace, mine.id],
    ] as const) {
      const params = { id: post };
      await a.call("likePost", { params });
      await a.call("savePost", { params });
      const { id } = await a.call("addComment", { params, body: { comment: "x" } });
      await a.call("likeComment", { params: { ...params, commentId: id } });
    }
    for (const [a, b] of [
      [ada, grace],
      [grace, ada],
    ] as const) {
      await insertMessages(env.DB, a.id, b.id, ["hello"]);
    }
    await env.DB.batch(
      [
        `INSERT INTO ai_images (id, user_id, prompt, image_url, media_id, kind, engine, model, created_at) VALUES ('ai', '${ada.id}', 'x', '${mine.mediaUrl}', '${media}', 'generate', 'local', 'm', '${at}')`,
        `INSERT INTO post_photos (post, position, media_id, width, height, placeholder, color, alt_text, is_ai) SELECT key, 1, media_id, 1, 1, '', '', '', 0 FROM posts WHERE id = '${mine.id}'`,
        `INSERT INTO collections (id, member, name) SELECT 'collection', key, 'Dusk' FROM users WHERE id = '${ada.id}'`,
        `UPDATE post_saves SET collection = (SELECT key FROM collections WHERE id = 'collection') WHERE member = (SELECT key FROM users WHERE id = '${ada.id}')`,
        `INSERT INTO image_checks (media_id, due_at) VALUES ('${media}', 1)`,
        `INSERT INTO ai_uses (id, user_id, created_at) VALUES ('use', '${ada.id}', '${at}')`,
        `INSERT INTO online_members (user_id, since) VALUES ('${ada.id}', '${at}')`,
        `INSERT INTO hub_subscriptions (user_id, since) VALUES ('${ada.id}', '${at}')`,
        `INSERT INTO connection_requests (id, from_id, to_id, created_at) VALUES ('asked', '${ada.id}', '${grace.id}', '${at}')`,
        `INSERT INTO deleted_client_ids (user_id, kind, client_id) VALUES ('${ada.id}', 'post', 'c')`,
        `INSERT INTO password_resets (id, user_id, expires_at, created_at) VALUES ('r', '${ada.id}', '${at}', '${at}')`,
        `INSERT INTO email_changes (id, user_id, email, session_id, expires_at, created_at) VALUES ('c', '${ada.id}', 'next@example.com', '', '${at}', '${at}')`,
        `INSERT INTO email_undos (id, user_id, email, expires_at, created_at) VALUES ('u', '${ada.id}', 'former@example.com', '${at}', '${at}')`,
        `INSERT INTO ended_connections (low_id, high_id, chat, is_open) VALUES ('${ada.id}', '${grace.id}', 0, 0)`,
        `INSERT INTO alert_links (id, user_id, expires_at, created_at) VALUES ('a', '${ada.id}', '${at}', '${at}')`,
        `INSERT INTO sent_mails (id, address, owner, kind) VALUES ('sent', '', '${ada.id}', 'alert')`,
        `INSERT INTO held_mails (id, user_id, email, address, kind, text) VALUES ('held', '${ada.id}', '', '', 'alert', '')`,
        `INSERT INTO totp_secrets (user_id, secret, last_step, created_at) VALUES ('${ada.id}', 'A', 0, '${at}')`,
        `INSERT INTO recovery_codes (id, user_id, created_at) VALUES ('rc', '${ada.id}', '${at}')`,
        `INSERT INTO pending_log_ins (id, user_id, remembered, expires_at) VALUES ('p', '${ada.id}', 0, '${at}')`,
        `INSERT INTO push_subscriptions (session_id, endpoint, p256dh, auth, shows_text, created_at) SELECT id, 'https://push.services.example/' || id, '${ada.id}', '', 1, '${at}' FROM sessions WHERE user_id = '${ada.id}'`,
        `INSERT INTO quiet_hours (user_id, starts_at, ends_at, time_zone) VALUES ('${ada.id}', '22:00', '07:00', 'UTC')`,
        `INSERT INTO passkeys (id, user_id, name, public_key, counter, created_at) VALUES ('pk', '${ada.id}', 'x', 'x', 0, '${at}')`,
        `INSERT INTO followed_tags (member, tag, followed_at) SELECT key, 'dusk', 1 FROM users WHERE id = '${ada.id}'`,
        `INSERT INTO dismissed_suggestions (member, other, dismissed_at) SELECT key, '${grace.id}', 1 FROM users WHERE id = '${ada.id}'`,
        `INSERT INTO notification_settings (member) SELECT key FROM users WHERE id = '${ada.id}'`,
        `INSERT INTO withdrawn_notices (member, sender, type, about, withdrawn_at) SELECT g.key, a.key, 'like', '${mine.id}', 1 FROM users a, users g WHERE a.id = '${ada.id}' AND g.id = '${grace.id}'`,
        `INSERT INTO notification_exceptions (member, sender, is_always) SELECT g.key, a.key, 1 FROM users a, users g WHERE a.id = '${ada.id}' AND g.id = '${grace.id}'`,
        `INSERT INTO message_blocks (conversation, last, words) SELECT key, 1, ' hello ' FROM conversations WHERE '${ada.id}' IN (low_id, high_id)`,
        // Without its trigger, which would delete the connection to be counted.
        `INSERT INTO blocks (id, blocker_id, blocked_id, created_at) VALUES ('b', '${ada.id}', '${(await member("third")).id}', '${at}')`,
        "INSERT INTO mutes (muter_id, muted_id, created_at) SELECT blocker_id, blocked_id, created_at FROM blocks WHERE id = 'b'",
      ].map((statement) => env.DB.prepare(statement)),
    );
    return { photos: [user.profileImage ?? "", mine.mediaUrl], ids: [ada.id, mine.id, media] };
  }

  const objectsOf = async (address: string) =>
    (await env.MEDIA.list({ prefix: `photos/${address.slice(7)}` })).objects;

  /** Returns the number of keys in the storage of the member's hub. */
  const keptBy = ({ id }: { id: string }) =>
    runInDurableObject(env.USER_HUB.getByName(id), async (_, state) => (await state.storage.list()).size);

  test("deletes every row and every stored file", async () => {
    const [ada, grace] = [await member("ada"), await member("grace")];
    const { photos, ids } = await fill(ada, grace);
    const keyOf = (table: string, at: number) =>
      env.DB.prepare(`SELECT key FROM ${table} WHERE id = ?`).bind(ids[at]).first("key");
    const keys = { member: await keyOf("users", 0), post: await keyOf("posts", 1) };
    expect(Object.keys(await rowsOf(keys, ...ids)).sort()).toEqual((await tables()).sort());
    for (const photo of photos) expect(await objectsOf(photo)).not.toEqual([]);

    const { closed } = await openSocket(ada);
    expect(await keptBy(ada)).toBeGreaterThan(0);
    const body = { confirmation: "Ada.Renamed", currentPassword: "sunset" };
    expect((await ada.send("DELETE", "/api/account", body)).status).toBe(204);
    expect(await rowsOf(keys, ...ids)).toEqual({});
    await completeChatSteps({ ...contextOf({ id: "" }).ctx, now: () => new Date() });
    expect(await env.DB.prepare("SELECT count(*) AS n FROM deleted_accounts").first("n")).toBe(0);
    // The row with the greatest id stays, with nothing in it, so that no later message gets the id.
    const messages = await env.DB.prepare("SELECT * FROM chat_messages").all<Record<string, unknown>>();
    expect(messages.results.map((row) => Object.values(row).filter((value) => value !== null))).toEqual([
      [expect.any(Number), 0],
    ]);
    expect(await closed).toBe(CLOSED_SESSION_ENDED);
    await expect.poll(() => keptBy(ada)).toBe(0);
    expect(ada.cookies.has("__Host-afterglow")).toBe(false);
    for (const photo of photos) await expect.poll(() => objectsOf(photo)).toEqual([]);
    await expect.poll(() => env.DB.prepare("SELECT count(*) AS n FROM media_removals").first("n")).toBe(0);
    expect((await grace.call("readProfile", { params: { username: grace.username } })).followerCount).toBe(0);
    expect((await grace.call("readFeed"))[0]).toMatchObject({ likeCount: 0, commentCount: 0 });
  });

  test("notifies the open tabs of connections at once", async () => {
    const [ada, grace] = [await member("ada"), await member("grace")];
    await connect(ada, grace);
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
