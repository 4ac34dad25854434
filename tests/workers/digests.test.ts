import { createExecutionContext, env } from "cloudflare:test";
import type { SQL } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { DAY_MS, HOUR_MS } from "~/contract/time";
import { quotedUsername } from "~/domain/mail/quoted-name";
import { sendDigests } from "~/domain/mail/send-digests";
import { unsubscribe, unsubscribeToken, unsubscribingMember } from "~/domain/mail/unsubscribe";
import { notificationSentence } from "~/domain/notifications/notification-sentence";
import { type Letter, MailError } from "~/platform/mail";
import { scheduled } from "../../workers/scheduled";
import { english } from "../factories/english";
import { Client, dataUrl, type Member, member, SITE } from "./client";
import { connect } from "./connect";
import { digestCtx, digestOf, makeDue, runDigests, type SentMail } from "./digests";
import { failingDb } from "./faulty-storage";
import { mailsDuring, tokenIn } from "./mails";
import { silenceHubs } from "./quiet-hubs";
import { app } from "./worker";

silenceHubs();

afterEach(() => env.DB.prepare("DELETE FROM users").run());

const to = (mails: SentMail[], { email }: Member) => mails.filter((mail) => mail.to === email);

/** Two connections; Grace has liked a post of Ada's and sent a message, and Ada's digest is due. */
async function news(): Promise<[Member, Member]> {
  const pair: [Member, Member] = [await member("ada"), await member("grace")];
  const [ada, grace] = pair;
  await connect(...pair);
  const { id } = await ada.call("createPost", { body: { mediaUrl: dataUrl } });
  await grace.call("likePost", { params: { id } });
  await grace.call("sendMessage", { params: { userId: ada.id }, body: { content: "A secret" } });
  await makeDue(ada.id);
  return pair;
}

/** Selects the numbers from 1 to `count` as `n`. */
const numbers = (count: number) =>
  `WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ${count}) SELECT n FROM c`;

describe("a due digest", () => {
  test("says what is unread, without the text of messages, and comes once", async () => {
    const [ada, grace] = await news();
    const sent = await runDigests();
    expect(to(sent, grace)).toEqual([]);
    expect(to(sent, ada)).toHaveLength(1);
    const [mail] = to(sent, ada);
    expect(mail?.subject).toBe("1 new notification and 1 unread message at Afterglow");
    expect(mail?.text).toContain(`- ${quotedUsername(grace.username)} liked your post\n  ${SITE}/post/`);
    expect(mail?.text).toContain(`You have 1 unread message from ${quotedUsername(grace.username)}.`);
    expect(mail?.text).toContain(`${SITE}/settings/notifications`);
    expect(mail?.html).toContain(`${quotedUsername(grace.username)} liked your post</a>`);
    expect(`${mail?.text}${mail?.html}`).not.toContain("A secret");
    expect(mail?.headers).toEqual({
      "List-Unsubscribe": `<${SITE}/unsubscribe?token=${tokenIn(mail?.text)}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    });
    await makeDueAgain(ada);
    expect(to(await runDigests(), ada)).toEqual([]);
  });

  test("is sent by the hourly run", async () => {
    const [ada] = await news();
    const [mail] = await mailsDuring(() => scheduled({ scheduledTime: Date.now() }, env));
    expect(mail).toContain(`To: ${ada.email}`);
    await mailsDuring(() => scheduled({ scheduledTime: Date.now() }, env), 0);
  });

  test("has only what is newer than the last one", async () => {
    const [ada, grace] = await news();
    await runDigests();
    const { id } = await ada.call("createPost", { body: { mediaUrl: dataUrl } });
    await grace.call("addComment", { params: { id }, body: { comment: "Lovely" } });
    await makeDueAgain(ada);
    const [mail] = to(await runDigests(), ada);
    expect(mail?.text.match(/^- .*/gm)).toEqual([
      `- ${quotedUsername(grace.username)} commented on your post`,
    ]);
    expect(mail?.text).not.toContain("unread message");
  });

  test("has a message that was stored after the last one had read messages, before it read notifications", async () => {
    const [ada, grace] = await news();
    const { ctx, sent } = digestCtx();
    const [main] = ctx.chats;
    let noteRead: () => void = () => undefined;
    const messagesRead = new Promise<void>((resolve) => {
      noteRead = resolve;
    });
    let reads = 0;
    const all = async (statement: SQL) => {
      const read = reads++;
      if (read === 0) {
        await messagesRead;
        await grace.call("sendMessage", { params: { userId: ada.id }, body: { content: "Meanwhile" } });
        const { id } = await ada.call("createPost", { body: { mediaUrl: dataUrl } });
        await grace.call("savePost", { params: { id } });
      }
      const rows = await main.all(statement);
      if (read === 1) noteRead();
      return rows;
    };
    const slow = new Proxy(main, { get: (db, key) => (key === "all" ? all : Reflect.get(db, key)) });
    await sendDigests({ ...ctx, chats: [slow] });
    expect(to(sent, ada)[0]?.text).toContain(`${quotedUsername(grace.username)} saved your post`);
    expect(to(sent, ada)[0]?.text).toContain("You have 1 unread message");
    await makeDueAgain(ada);
    expect(to(await runDigests(), ada)[0]?.text).toContain(
      `You have 1 unread message from ${quotedUsername(grace.username)}`,
    );
  });

  test("is not sent when all was read, and the next one moves on", async () => {
    const [ada, grace] = await news();
    await ada.call("readAllNotifications");
    await ada.call("readMessages", { params: { userId: grace.id } });
    expect(await runDigests()).toEqual([]);
    expect((await digestOf(ada.id))?.dueAt).toBeGreaterThan(Date.now() + 6 * DAY_MS);
  });

  test.each([
    ["an unconfirmed address", "UPDATE users SET email_confirmed = 0 WHERE id = ?"],
    ["a suspension", "INSERT INTO suspensions (member_id, decision_id, reason) VALUES (?, 'd', 'spam')"],
  ])("is not sent to a member with %s", async (_, statement) => {
    const [ada] = await news();
    await env.DB.prepare(statement).bind(ada.id).run();
    expect(await runDigests()).toEqual([]);
    expect((await digestOf(ada.id))?.dueAt).toBeGreaterThan(Date.now());
  });

  test("names three senders and the number of the others, and lists the groups of the notifications", async () => {
    const ada = await member("ada");
    const others = [];
    for (let n = 0; n < 5; n++) others.push(await member("other"));
    const { id } = await ada.call("createPost", { body: { mediaUrl: dataUrl } });
    for (const other of others) {
      await connect(ada, other);
      await other.call("likePost", { params: { id } });
      await other.call("savePost", { params: { id } });
      await other.call("addComment", { params: { id }, body: { comment: "Lovely" } });
      await other.call("sendMessage", { params: { userId: ada.id }, body: { content: "Hello" } });
    }
    await makeDue(ada.id);
    const [mail] = to(await runDigests(), ada);
    expect(mail?.subject).toBe("15 new notifications and 5 unread messages at Afterglow");
    const groups = await ada.call("listNotificationGroups");
    expect(groups.map(({ memberCount }) => memberCount)).toEqual([5, 5, 5]);
    const lines = groups.map(({ type, fromUsers, memberCount }) => {
      const names = fromUsers.map(({ username }) => quotedUsername(username));
      return `- ${notificationSentence(english, type, names, memberCount)}`;
    });
    expect(lines[0]).toMatch(/^- [\w.\u2060]+, [\w.\u2060]+ and 3 others commented on your post$/);
    expect(mail?.text.match(/^- .*/gm)).toEqual(lines);
    for (const line of lines) expect(mail?.html).toContain(`${line.slice(2)}</a>`);
    expect(mail?.text).not.toMatch(/^And /m);
    expect(mail?.text).toMatch(
      /You have 5 unread messages from [\w.\u2060]+, [\w.\u2060]+, [\w.\u2060]+ and 2 others\./,
    );
  });

  test("groups replies by the comment that they belong to, and names a member once", async () => {
    const [ada, grace] = [await member("ada"), await member("grace")];
    const { id } = await grace.call("createPost", { body: { mediaUrl: dataUrl } });
    const params = { id };
    const comments = [];
    for (const comment of ["One", "Two"])
      comments.push(await ada.call("addComment", { params, body: { comment } }));
    for (const { id: parentId } of comments)
      for (const comment of ["Yes", "No"])
        await grace.call("addComment", { params, body: { comment, parentId } });
    await makeDue(ada.id);
    const [mail] = to(await runDigests(), ada);
    expect(mail?.subject).toBe("4 new notifications at Afterglow");
    const line = `- ${quotedUsername(grace.username)} replied to your comment`;
    expect(mail?.text.match(/^- .*/gm)).toEqual([line, line]);
    const last = (await ada.call("listNotificationGroups")).map(({ commentId }) => commentId);
    const links = [...(mail?.text ?? "").matchAll(/\?comment=(\S+)/g)].map(([, commentId]) => commentId);
    expect(links).toEqual(last);
  });

  test("costs two look-ups more for each reply, and no statement", async () => {
    const costOf = async (isReply: boolean) => {
      const [ada, grace] = [await member("ada"), await member("grace")];
      // The owner of a post gets notifications of comments.
      const owner = isReply ? grace : ada;
      const { id } = await owner.call("createPost", { body: { mediaUrl: dataUrl } });
      const params = { id };
      const { id: parent } = await ada.call("addComment", { params, body: { comment: "Mine" } });
      for (let n = 0; n < 20; n++) {
        const body = { comment: `No. ${n}`, ...(isReply ? { parentId: parent } : {}) };
        await grace.call("addComment", { params, body });
      }
      await makeDue(ada.id);
      const { ctx, cost, sent } = digestCtx();
      await sendDigests(ctx);
      expect(sent).toHaveLength(1);
      return cost;
    };
    const [comments, replies] = [await costOf(false), await costOf(true)];
    expect(replies.statements).toBe(comments.statements);
    // A range may read the row behind it.
    expect(replies.rowsRead - comments.rowsRead).toBeLessThanOrEqual(20 * 2 + 1);
  });

  test("leaves out what is hidden by a block or a mute since", async () => {
    const [ada, grace] = await news();
    await ada.call("blockMember", { params: { userId: grace.id } });
    expect(await runDigests()).toEqual([]);
  });

  test("leaves out the messages of a muted chat, also of a member with the exception always", async () => {
    const [ada, grace] = await news();
    await ada.call("readAllNotifications");
    const params = { userId: grace.id };
    await ada.call("setNotificationException", { params, body: { mode: "always" } });
    await ada.call("muteChat", { params, body: { length: "hour" } });
    expect(await runDigests()).toEqual([]);
    await env.DB.prepare("UPDATE connection_sides SET muted_until = 1 WHERE muted_until > 0").run();
    await makeDueAgain(ada);
    expect(to(await runDigests(), ada)).toHaveLength(1);
  });

  test("has older news behind many that the member does not want by mail", async () => {
    const [ada, grace] = await news();
    await ada.call("saveNotificationSettings", { body: { mail: ["comments"] } });
    const { id } = await ada.call("createPost", { body: { mediaUrl: dataUrl } });
    await grace.call("addComment", { params: { id }, body: { comment: "Lovely" } });
    await env.DB.prepare(`
      INSERT INTO notices (member, is_read, id, sender, type, post_id, created_at)
      SELECT member, 0, id + 1 + n, sender, 'like', post_id, created_at
      FROM notices CROSS JOIN (${numbers(150)}) WHERE type = 'comment'`).run();
    const [mail] = to(await runDigests(), ada);
    expect(mail?.text.match(/^- .*/gm)).toEqual([
      `- ${quotedUsername(grace.username)} commented on your post`,
    ]);
  });

  test("names a sender besides a muted one with a thousand messages", async () => {
    const [ada, grace] = await news();
    const eve = await member("eve");
    await connect(ada, eve);
    await eve.call("sendMessage", { params: { userId: ada.id }, body: { content: "Hello" } });
    const repeat = env.DB.prepare(`
      INSERT INTO chat_messages (conversation, sender, unread_by, content, created_at)
      SELECT conversation, sender, unread_by, content, created_at FROM chat_messages CROSS JOIN (${numbers(1000)})
      WHERE sender = (SELECT key FROM users WHERE id = ?1) AND n <= ?2`);
    await env.DB.batch([repeat.bind(grace.id, 1000), repeat.bind(eve.id, 2)]);
    await ada.call("muteChat", { params: { userId: grace.id }, body: { length: "hour" } });
    const [mail] = to(await runDigests(), ada);
    expect(mail?.text).toContain(`You have 3 unread messages from ${quotedUsername(eve.username)}.`);
  });

  test("is on a morning of the member's time zone, and moves to one when it is in none", async () => {
    const [ada] = await news();
    const hours = { from: "22:00", to: "07:00", timeZone: "Asia/Tokyo" };
    await ada.call("setQuietHours", { body: hours });
    const noonInTokyo = Date.parse("2026-11-24T03:00:00Z");
    await makeDue(ada.id, noonInTokyo);
    const hourInTokyo = async () => {
      const { dueAt } = (await digestOf(ada.id)) ?? {};
      return new Date((dueAt ?? 0) + 9 * HOUR_MS).toISOString().slice(0, 13);
    };
    expect(await runDigests(new Date(noonInTokyo))).toEqual([]);
    expect(["2026-11-25T07", "2026-11-25T08", "2026-11-25T09"]).toContain(await hourInTokyo());
    const { dueAt } = (await digestOf(ada.id)) ?? {};
    expect(await runDigests(new Date((dueAt ?? 0) + HOUR_MS))).toHaveLength(1);
    expect(["2026-12-02T07", "2026-12-02T08", "2026-12-02T09"]).toContain(await hourInTokyo());
  });
});

/** Makes the next digest due, and keeps what the last one had. */
const makeDueAgain = ({ id }: Member) =>
  env.DB.prepare("UPDATE digests SET due_at = 1 WHERE user_id = ?").bind(id).run();

describe("members without news", () => {
  test("cost nothing, however many they are", async () => {
    for (let n = 0; n < 5; n++) await member("idle");
    const { ctx, cost } = digestCtx();
    expect(await sendDigests(ctx)).toBe(0);
    expect(cost).toEqual({ statements: 1, trips: 1, rowsRead: 1, rowsWritten: 0 });
  });

  test("cost few rows and no mail when a digest is due without news", async () => {
    const idle = [];
    for (let n = 0; n < 20; n++) idle.push(await member("idle"));
    for (const { id } of idle) await makeDue(id);
    const { ctx, cost, sent } = digestCtx();
    expect(await sendDigests(ctx)).toBe(20);
    expect(sent).toEqual([]);
    expect(cost).toMatchObject({ statements: 4, trips: 3 });
    expect(cost.rowsRead).toBeLessThanOrEqual(20 * 15);
    expect(cost.rowsWritten).toBeLessThanOrEqual(20 * 3);
  });
});

describe("the frequency", () => {
  const choose = (one: Member, digest: string) => one.call("saveNotificationSettings", { body: { digest } });

  test("is weekly for a new member, from the confirmation of the address on", async () => {
    const client = new Client();
    const email = "new.one@example.com";
    const body = { email, fullName: "New One", password: "golden hour" };
    const [mail] = await mailsDuring(() => client.call("signUp", { body }));
    const row = () => env.DB.prepare("SELECT frequency, due_at AS dueAt FROM digests").first();
    expect(await row()).toBe(null);
    expect((await client.call("readNotificationSettings")).digest).toBe("weekly");
    await client.call("confirmEmail", { body: { token: tokenIn(mail) } });
    const { frequency, dueAt } = (await row()) ?? {};
    expect(frequency).toBe("weekly");
    expect(Number(dueAt)).toBeGreaterThan(Date.now() + 6 * DAY_MS);
    expect(Number(dueAt)).toBeLessThan(Date.now() + 8 * DAY_MS);
  });

  test("can be chosen before the address is confirmed, and counts from then on", async () => {
    const ada = await member("ada");
    await env.DB.batch([
      env.DB.prepare("DELETE FROM digests"),
      env.DB.prepare("UPDATE users SET email_confirmed = 0"),
    ]);
    await choose(ada, "daily");
    expect(await digestOf(ada.id)).toMatchObject({ frequency: "daily", dueAt: null });
    await env.DB.prepare("UPDATE users SET email_confirmed = 1").run();
    expect((await digestOf(ada.id))?.dueAt).toBeLessThan(Date.now() + 2 * DAY_MS);
  });

  test("never sends nothing, and what is older than the choice of another is no news", async () => {
    const [ada, grace] = await news();
    await choose(ada, "never");
    expect(await digestOf(ada.id)).toMatchObject({ frequency: "never", dueAt: null });
    await choose(ada, "daily");
    expect((await digestOf(ada.id))?.dueAt).toBeLessThan(Date.now() + 2 * DAY_MS);
    await makeDueAgain(ada);
    expect(await runDigests()).toEqual([]);
    await grace.call("sendMessage", { params: { userId: ada.id }, body: { content: "Later" } });
    await makeDueAgain(ada);
    expect(await runDigests()).toHaveLength(1);
  });

  test("chosen again keeps the next time", async () => {
    const ada = await member("ada");
    const before = await digestOf(ada.id);
    await choose(ada, "weekly");
    expect(await digestOf(ada.id)).toEqual(before);
  });
});

describe("a run that is cut off", () => {
  beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => undefined));

  /** The trips before: due digests, notifications, messages, their senders, and the count of the mails. */
  const FIRST_CLAIM = 5;

  test.each(["before", "after"] as const)(
    "%s any trip to the database sends no digest twice, and the next run goes on",
    async (when) => {
      for (let due = 0, isCut = true; isCut; due++) {
        const pairs = [await news(), await news()];
        const { DB } = failingDb(due, when);
        const { ctx, sent } = digestCtx({ DB });
        isCut = await sendDigests(ctx).then(
          () => false,
          () => true,
        );
        sent.push(...(await runDigests()));
        const counts = pairs.map(([ada]) => to(sent, ada).length);
        // Cut off after a claim, the claimed digest is lost.
        const isLost = isCut && when === "after" && due >= FIRST_CLAIM;
        expect(counts.sort(), `trip ${due}`).toEqual(isLost ? [0, 1] : [1, 1]);
        await env.DB.prepare("DELETE FROM users").run();
      }
    },
  );

  test.each(["before", "after"] as const)("%s a mail was accepted sends no digest twice", async (when) => {
    const [[ada], [eve]] = [await news(), await news()];
    const { ctx, sent } = digestCtx();
    let mails = 0;
    const send = async (address: string, letter: Letter) => {
      const isCut = mails++ === 0;
      if (!isCut || when === "after") await ctx.mail.send(address, letter);
      if (isCut) throw new Error("The mail service is away.");
    };
    expect(await sendDigests({ ...ctx, mail: { send } })).toBe(2);
    sent.push(...(await runDigests()));
    expect([to(sent, ada).length, to(sent, eve).length].sort()).toEqual([when === "after" ? 1 : 0, 1]);
  });

  test("by a broken mail service ends after three mails, and leaves the other digests due", async () => {
    const members = [];
    for (let n = 0; n < 5; n++) members.push((await news())[0]);
    const { ctx } = digestCtx();
    const send = vi.fn(async () => {
      throw new Error("The mail API returned 503.");
    });
    await expect(sendDigests({ ...ctx, mail: { send } })).rejects.toThrow("503");
    expect(send).toHaveBeenCalledTimes(3);
    expect(await runDigests()).toHaveLength(2);
  });

  test("by a mail service that refuses the recipients goes on", async () => {
    for (let n = 0; n < 4; n++) await news();
    const { ctx } = digestCtx();
    const send = vi.fn(async () => {
      throw new MailError("E_RECIPIENT_SUPPRESSED", "recipient");
    });
    expect(await sendDigests({ ...ctx, mail: { send } })).toBe(4);
    expect(send).toHaveBeenCalledTimes(4);
  });
});

test("two runs at once send every digest once", async () => {
  const members = [];
  for (let n = 0; n < 4; n++) members.push((await news())[0]);
  const runs = await Promise.all([runDigests(), runDigests(), runDigests()]);
  for (const one of members) expect(to(runs.flat(), one)).toHaveLength(1);
});

test("a batch sends at most twenty, and the next one goes on", async () => {
  const grace = await member("grace");
  for (let n = 0; n < 22; n++) {
    const one = await member("one");
    await connect(one, grace);
    await grace.call("sendMessage", { params: { userId: one.id }, body: { content: "Hello" } });
    await makeDue(one.id);
  }
  const { ctx, sent } = digestCtx();
  await sendDigests(ctx);
  expect(sent).toHaveLength(20);
  await sendDigests(ctx);
  expect(sent).toHaveLength(22);
});

test("a deployment without a mail service leaves digests due", async () => {
  await news();
  const { ctx, sent } = digestCtx();
  const mail = { ...ctx.mail, reach: "nobody" as const };
  expect(await sendDigests({ ...ctx, mail })).toBe(0);
  expect(sent).toEqual([]);
  expect(await runDigests()).toHaveLength(1);
});

describe("the link that ends digests", () => {
  test("ends them without a session, once or twice, for its member alone", async () => {
    const [ada, grace] = await news();
    const { ctx } = digestCtx();
    const token = unsubscribeToken(ctx, ada.id);
    for (let times = 0; times < 2; times++) await unsubscribe({ ...ctx, viewer: null }, token);
    expect(await digestOf(ada.id)).toMatchObject({ frequency: "never", dueAt: null });
    expect((await ada.call("readNotificationSettings")).digest).toBe("never");
    expect((await digestOf(grace.id))?.frequency).toBe("weekly");
    expect(await runDigests()).toEqual([]);
  });

  test("is refused unless this site has made it", async () => {
    const [ada, grace] = await news();
    const { ctx } = digestCtx();
    const token = unsubscribeToken(ctx, ada.id);
    const hostile = [
      "",
      "-",
      ada.id,
      `${ada.id}-`,
      token.replace(ada.id, grace.id),
      token.slice(0, -1),
      `${token}0`,
      `${token.slice(0, -1)}${token.endsWith("0") ? "1" : "0"}`,
      token.toUpperCase(),
      "é".repeat(101),
      "x".repeat(100_000),
      `' OR 1 --${token}`,
    ];
    for (const one of hostile) {
      expect(unsubscribingMember(ctx, one), one.slice(0, 200)).toBe(null);
      await expect(unsubscribe(ctx, one)).rejects.toMatchObject({ code: "not_found" });
    }
    expect((await digestOf(ada.id))?.frequency).toBe("weekly");
    // Another key, such as that of another site.
    const other = { fingerprint: (text: string) => `${text.length}`.padEnd(64, "0") };
    expect(unsubscribingMember(ctx, unsubscribeToken(other, ada.id))).toBe(null);
  });

  test("counts wrong ones for the network, and right ones for the member", async () => {
    const ada = await member("ada");
    const { ctx } = digestCtx();
    const taken: string[] = [];
    const limits = {
      ...ctx.limits,
      take: async (name: string, key: string) => {
        taken.push(`${name} ${key}`);
        return false;
      },
    };
    const wanted = { code: "rate_limited" };
    await expect(unsubscribe({ ...ctx, limits }, "guessed")).rejects.toMatchObject(wanted);
    await expect(unsubscribe({ ...ctx, limits }, unsubscribeToken(ctx, ada.id))).rejects.toMatchObject(
      wanted,
    );
    expect(taken).toEqual([`loginAddress ${ctx.address}`, `reset unsubscribe ${ada.id}`]);
    expect((await digestOf(ada.id))?.frequency).toBe("weekly");
  });
});

describe("a mail that came back", () => {
  let reports = 0;

  const report = (body: unknown, secret = env.MAIL_WEBHOOK_SECRET) =>
    new Client().fetch("/api/mail/bounces", {
      method: "POST",
      body: JSON.stringify(body),
      headers: {
        "Content-Type": "application/json",
        ...(secret ? { Authorization: `Bearer ${secret}` } : {}),
      },
    });
  const bounce = (email: string, id = `event ${++reports}`) => report({ id, type: "bounce", email });

  test("three times, or a complaint, ends digests until the address is confirmed again", async () => {
    for (const type of ["bounce", "complaint"]) {
      const [ada] = await news();
      for (let count = 1; count <= (type === "bounce" ? 3 : 1); count++) {
        expect((await ada.call("readEmail")).isBouncing).toBe(false);
        const body = { id: `${type} ${count}`, type, email: ada.email.toUpperCase() };
        expect((await report(body)).status).toBe(204);
      }
      expect(await ada.call("readEmail")).toMatchObject({ isConfirmed: true, isBouncing: true });
      expect(await digestOf(ada.id)).toMatchObject({ frequency: "weekly", dueAt: null, bounces: 3 });
      await ada.call("saveNotificationSettings", { body: { digest: "daily" } });
      expect((await digestOf(ada.id))?.dueAt).toBe(null);
      const [mail] = await mailsDuring(() => ada.call("resendEmailLink"));
      expect(mail).toContain(`To: ${ada.email}`);
      await ada.call("confirmEmail", { body: { token: tokenIn(mail) } });
      expect((await ada.call("readEmail")).isBouncing).toBe(false);
      expect(await digestOf(ada.id)).toMatchObject({ bounces: 0, dueAt: expect.any(Number) });
      await makeDueAgain(ada);
      expect(await runDigests()).toHaveLength(1);
    }
  });

  test("is reported twice and counts once", async () => {
    const ada = await member("ada");
    await Promise.all([1, 2, 3].map(() => bounce(ada.email, "one event")));
    expect((await digestOf(ada.id))?.bounces).toBe(1);
  });

  test("for a while, or at an address of nobody, counts for nothing and leaves no row", async () => {
    const ada = await member("ada");
    const rows = () => env.DB.prepare("SELECT count(*) AS n FROM mail_reports").first("n");
    const before = await rows();
    await report({ id: "later", type: "bounce", isPermanent: false, email: ada.email });
    await bounce("nobody@example.com");
    expect((await digestOf(ada.id))?.bounces).toBe(0);
    expect(await rows()).toBe(before);
  });

  test("leaves security alerts", async () => {
    const ada = await member("ada");
    for (let count = 0; count < 4; count++) await bounce(ada.email);
    await ada.call("saveNotificationSettings", { body: { digest: "never", mail: [] } });
    const body = { currentPassword: "sunset", newPassword: "moonrise over sand" };
    const [mail] = await mailsDuring(() => ada.call("changePassword", { body }));
    expect(mail).toContain("Your password was changed");
    expect(mail).not.toContain("unsubscribe");
  });

  test.each([
    ["no secret", ""],
    ["a wrong secret", "the secret of another mail service"],
    ["the secret's beginning", env.MAIL_WEBHOOK_SECRET?.slice(0, -1)],
  ])("is refused with %s, whatever the body is", async (_, secret) => {
    const ada = await member("ada");
    expect((await report({ id: "x", type: "complaint", email: ada.email }, secret)).status).toBe(401);
    expect((await report("[", secret)).status).toBe(401);
    expect((await digestOf(ada.id))?.bounces).toBe(0);
  });

  test.each([
    [400, []],
    [400, { id: 1, type: "bounce", email: "a@example.com" }],
    [422, { type: "bounce", email: "a@example.com" }],
    [422, { id: "x", type: "delivered", email: "a@example.com" }],
    [422, { id: "x".repeat(201), type: "bounce", email: "a@example.com" }],
    [422, { id: "x", type: "bounce", email: `${"a".repeat(255)}@example.com` }],
  ])("is %i for a report of another form", async (status, body) => {
    expect((await report(body)).status).toBe(status);
  });

  test("is 404 where the site has no secret", async () => {
    const request = new Request(`${SITE}/api/mail/bounces`, { method: "POST", body: "{}" });
    const without = { ...env, MAIL_WEBHOOK_SECRET: "" };
    expect((await app.fetch(request, without, createExecutionContext())).status).toBe(404);
  });
});
