import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { openDb } from "~/db/client";
import { notifiedOf } from "~/domain/presence/hub-subscriptions";
import { connectByCalls, eventually, Tab } from "./channel";
import { dataUrl, errorOf, type Member, member } from "./client";

async function notify(to: Member, from: Member, times = 1): Promise<void> {
  await env.DB.batch(
    Array.from({ length: times }, (_, at) =>
      env.DB.prepare(
        `INSERT INTO notices (member, is_read, id, sender, type, created_at)
         SELECT m.key, 0, 1 + (SELECT coalesce(max(id), 0) FROM notices WHERE member = m.key), s.key, 'follow', ?3
         FROM users m, users s WHERE m.id = ?1 AND s.id = ?2`,
      ).bind(to.id, from.id, Date.UTC(2026, 0, 1, 0, at)),
    ),
  );
}

const unread = (one: Member) => one.call("countUnreadNotifications").then(({ count }) => count);

describe("the list", () => {
  test("is newest first, in pages without gaps or repeats", async () => {
    const [ada, grace] = await Promise.all([member("ada"), member("grace")]);
    await notify(ada, grace, 45);
    const ids: string[] = [];
    let next: string | null = "/api/notifications?limit=20";
    while (next) {
      const reply: Response = await ada.fetch(next);
      ids.push(...((await reply.json()) as { id: string }[]).map(({ id }) => id));
      next = /<([^>]+)>; rel="next"/.exec(reply.headers.get("Link") ?? "")?.[1] ?? null;
    }
    expect(ids.length).toBe(45);
    expect(ids.map(Number)).toEqual([...new Set(ids)].map(Number).sort((a, b) => b - a));
  });

  test("has sender, kind and time, and only the member's own notifications", async () => {
    const [ada, grace, eve] = await Promise.all([member("ada"), member("grace"), member("eve")]);
    await notify(ada, grace);
    expect(await ada.call("listNotifications")).toEqual([
      {
        id: expect.stringMatching(/^\d+$/),
        type: "follow",
        isRead: false,
        createdAt: "2026-01-01T00:00:00.000Z",
        entityId: null,
        commentId: null,
        message: null,
        fromUser: { id: grace.id, username: grace.username, profileImage: null },
        canAnswer: false,
      },
    ]);
    expect(await grace.call("listNotifications")).toEqual([]);
    expect(await eve.call("listNotifications")).toEqual([]);
  });
});

describe("reading", () => {
  test("of one, then of all, updates the count in the other tabs", async () => {
    const [ada, grace] = await Promise.all([member("ada"), member("grace")]);
    expect(await grace.call("countUnreadNotifications")).toEqual({ count: 0, last: "0" });
    await notify(ada, grace, 3);
    const tab = await Tab.online(ada);
    const [first] = await ada.call("listNotifications");
    expect(await ada.call("countUnreadNotifications")).toEqual({ count: 3, last: first?.id });
    const params = { id: first?.id ?? "" };
    await ada.call("readNotification", { params });
    await ada.call("readNotification", { params });
    expect(await tab.receive("notifications_read")).toEqual({
      unread: 2,
      last: first?.id,
      id: first?.id,
    });
    expect((await ada.call("listNotifications")).map(({ isRead }) => isRead)).toEqual([true, false, false]);
    await ada.call("readAllNotifications");
    const all = await tab.receive("notifications_read", ({ upTo }) => upTo !== undefined);
    expect(all).toEqual({ unread: 0, last: first?.id, upTo: first?.id });
    await ada.call("readAllNotifications");
    expect(await unread(ada)).toBe(0);
  });

  test("of all up to an id keeps the newer ones unread", async () => {
    const [ada, grace] = await Promise.all([member("ada"), member("grace")]);
    await notify(ada, grace, 2);
    const [listed] = await ada.call("listNotifications");
    await notify(ada, grace);
    const [newest] = await ada.call("listNotifications");
    const tab = await Tab.online(ada);
    await ada.call("readAllNotifications", { body: { upTo: listed?.id } });
    expect(await tab.receive("notifications_read")).toEqual({
      unread: 1,
      last: newest?.id,
      upTo: listed?.id,
    });
    expect((await ada.call("listNotifications")).map(({ isRead }) => isRead)).toEqual([false, true, true]);
    for (const upTo of ["x", "-1", 3]) {
      const reply = await ada.send("POST", "/api/notifications/read/all", { upTo });
      expect([400, 422]).toContain(reply.status);
    }
    expect(await unread(ada)).toBe(1);
  });

  test("returns 404 for another member's and an unknown notification and changes nothing", async () => {
    const [ada, grace] = await Promise.all([member("ada"), member("grace")]);
    await notify(ada, grace);
    const [hers] = await ada.call("listNotifications");
    for (const id of [hers?.id, "0", "x", `${hers?.id}.0`, "999999999999999999999"]) {
      expect((await errorOf(await grace.send("POST", `/api/notifications/read/${id}`))).status).toBe(404);
    }
    await grace.call("readAllNotifications");
    expect(await unread(ada)).toBe(1);
  });

  test("happens when the request is answered on another page", async () => {
    const [ada, grace] = await Promise.all([member("ada"), member("grace")]);
    await connectByCalls(ada, grace);
    expect(await unread(grace)).toBe(0);
    await eventually(async () => expect(await unread(ada)).toBe(1));
  });
});

describe("taking a like or a save back", () => {
  const changes = [
    ["likePost", "unlikePost", "like"],
    ["savePost", "unsavePost", "save"],
  ] as const;

  test.each(changes)("%s, then %s, deletes the notification while it is unread", async (on, off, type) => {
    const [ada, grace, eve] = await Promise.all([member("ada"), member("grace"), member("eve")]);
    const { id } = await ada.call("createPost", { body: { mediaUrl: dataUrl } });
    const params = { id };
    await eve.call(on, { params });
    const tab = await Tab.online(ada);
    await grace.call(on, { params });
    const sent = await tab.receive("notification", ({ fromUserId }) => fromUserId === grace.id);
    expect(sent.type).toBe(type);
    await grace.call(off, { params });
    expect(await tab.receive("notification_deleted")).toEqual({ id: sent.id, unread: 1, last: sent.id });
    expect((await ada.call("listNotifications")).map(({ fromUser }) => fromUser.id)).toEqual([eve.id]);
    await grace.call(off, { params });

    await grace.call(on, { params });
    await ada.call("readAllNotifications");
    await grace.call(off, { params });
    await grace.call(on, { params });
    expect((await ada.call("listNotifications")).map(({ isRead }) => isRead)).toEqual([true, true]);
    expect(tab.frames.filter((frame) => frame.type === "notification_deleted")).toEqual([]);
  });
});

test("an owner who is mentioned in a comment on their post gets one notification", async () => {
  const [ada, grace, eve] = await Promise.all([member("ada"), member("grace"), member("eve")]);
  const { id } = await ada.call("createPost", { body: { mediaUrl: dataUrl } });
  const comment = `@${ada.username} and @${eve.username}, look`;
  await grace.call("addComment", { params: { id }, body: { comment } });
  expect((await ada.call("listNotifications")).map(({ type }) => type)).toEqual(["comment"]);
  expect((await eve.call("listNotifications")).map(({ type }) => type)).toEqual(["mention"]);
});

test("the notification of a comment has its first thirty characters", async () => {
  const [ada, grace] = await Promise.all([member("ada"), member("grace")]);
  const { id } = await ada.call("createPost", { body: { mediaUrl: dataUrl } });
  const tab = await Tab.online(ada);
  const say = (comment: string) => grace.call("addComment", { params: { id }, body: { comment } });
  await say("The light we stayed for,\nthat evening");
  const expected = { type: "comment", fromUserId: grace.id, fromUsername: grace.username, entityId: id };
  expect(await tab.receive("notification")).toMatchObject({
    ...expected,
    message: "The light we stayed for, that …",
  });
  await say("Short");
  expect(await tab.receive("notification")).toMatchObject({ ...expected, message: "Short" });
});

test("a deleted post with a comment changes the notifications of its owner, as the hub caches them", async () => {
  const [ada, grace] = [await member("ada"), await member("grace")];
  const { id } = await ada.call("createPost", { body: { mediaUrl: dataUrl } });
  await env.DB.prepare("INSERT INTO hub_subscriptions VALUES (?, '2026-01-01T00:00:00.000Z')")
    .bind(ada.id)
    .run();
  const notified = () => openDb(env.DB).db.all<{ id: string }>(notifiedOf(id));
  expect(await notified()).toEqual([]);
  await grace.call("addComment", { params: { id }, body: { comment: "Lovely" } });
  expect(await notified()).toEqual([{ id: ada.id }]);
});
