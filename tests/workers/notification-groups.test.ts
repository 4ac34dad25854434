import { env } from "cloudflare:test";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { GROUP_MEMBERS_SHOWN } from "~/contract/limits";
import { groupIdOf, subjectOf } from "~/contract/notification-groups";
import type { NotificationGroupView, NotificationType } from "~/contract/notifications";
import { DAY_MS } from "~/contract/time";
import type { Page } from "~/db/cursor";
import type { MemberCtx } from "~/domain/context";
import { listNotificationGroups } from "~/domain/notifications/list-groups";
import { listNotificationPreviews } from "~/domain/notifications/list-notification-previews";
import { markAllNotificationsRead, markGroupRead } from "~/domain/notifications/mark-notifications-read";
import { addComment } from "~/domain/posts/add-comment";
import { likeComment, unlikeComment } from "~/domain/posts/like-comment";
import { likePost, savePost, unlikePost, unsavePost } from "~/domain/posts/react-to-post";
import { Tab } from "./channel";
import { dataUrl, errorOf, type Member, member } from "./client";
import { connect, insertMembers } from "./connect";
import { contextOf } from "./context-of";

/** A stored notification, as the test knows it. */
interface StoredNotification {
  id: number;
  type: NotificationType;
  subject: string | null;
  from: string;
  isRead: boolean;
}

/** Returns the groups of notifications by the rules of docs/product.md#groups-of-notifications. */
function groupsOf(notifications: readonly StoredNotification[]) {
  const groups = new Map<string, StoredNotification[]>();
  for (const one of notifications.toSorted((a, b) => b.id - a.id)) {
    const key = one.subject === null ? one.id : `${one.type} ${one.subject} ${Math.floor(one.id / DAY_MS)}`;
    groups.set(String(key), [...(groups.get(String(key)) ?? []), one]);
  }
  return [...groups.values()].map((group) => {
    const from = [...new Set(group.map((one) => one.from))];
    return {
      type: group[0]?.type,
      lastId: String(group[0]?.id),
      fromUsers: from.slice(0, GROUP_MEMBERS_SHOWN),
      memberCount: from.length,
      isRead: group.every(({ isRead }) => isRead),
    };
  });
}

const shown = ({ type, lastId, fromUsers, memberCount, isRead }: NotificationGroupView) => ({
  type,
  lastId,
  fromUsers: fromUsers.map(({ id }) => id),
  memberCount,
  isRead,
});

const list = async (one: Member) => (await listNotificationGroups(contextOf(one).ctx)).items;

const keyOf = "(SELECT key FROM users WHERE id = ?)";

const store = (to: Member, { id, type, subject, from, isRead }: StoredNotification) =>
  env.DB.prepare(
    `INSERT INTO notices (member, is_read, id, sender, type, post_id, comment_id, created_at)
     VALUES (${keyOf}, ?, ?, ${keyOf}, ?, ?, ?, ?)`,
  ).bind(
    to.id,
    Number(isRead),
    id,
    from,
    type,
    type === "comment_like" ? "post" : subject,
    type === "comment_like" ? subject : null,
    id,
  );

let people: Member[] = [];
let ada: Member;
let amara: Member;
let kenji: Member;
let lea: Member;

beforeAll(async () => {
  [ada, amara, kenji, lea] = await Promise.all([
    member("ada"),
    member("amara"),
    member("kenji"),
    member("lea"),
  ]);
  people = [ada, amara, kenji, lea, await member("noor"), await member("tom")];
});

async function newPost(by: Member): Promise<string> {
  return (await by.call("createPost", { body: { mediaUrl: dataUrl } })).id;
}

test("likes of one post are one entry, with the last two members and the number of all", async () => {
  const reader = await member("reader");
  const [dusk, dawn] = [await newPost(reader), await newPost(reader)];
  for (const one of people) await likePost(contextOf(one).ctx, dusk);
  await likePost(contextOf(amara).ctx, dawn);
  await likePost(contextOf(reader).ctx, dusk);
  const [first, second, ...others] = await list(reader);
  expect(others).toEqual([]);
  expect(first).toMatchObject({
    type: "like",
    entityId: dawn,
    memberCount: 1,
    isRead: false,
    commentId: null,
  });
  const flat = await reader.call("listNotifications");
  expect(second).toEqual({
    id: expect.stringContaining(dusk),
    lastId: flat[1]?.id,
    type: "like",
    entityId: dusk,
    commentId: null,
    message: null,
    isRead: false,
    canAnswer: false,
    createdAt: flat[1]?.createdAt,
    fromUsers: [flat[1]?.fromUser, flat[2]?.fromUser],
    memberCount: 6,
  });
});

test("a page has previews of the posts that its groups are about, by filter and cursor, without hidden ones", async () => {
  const [reader, amara] = [await member("reader"), await member("amara")];
  const { ctx } = contextOf(reader);
  const share = async (visibility: "everyone" | "connections" = "everyone") => {
    const body = { mediaUrl: dataUrl, visibility };
    return (await amara.call("createPost", { body })).id;
  };
  await connect(reader, amara);
  const [first, second] = [await share(), await share("connections")];
  const mine = (await reader.call("createPost", { body: { mediaUrl: dataUrl } })).id;
  for (const id of [first, second])
    await amara.call("sharePost", { params: { id }, body: { recipientId: reader.id } });
  await likePost(contextOf(amara).ctx, mine);
  const idsOf = async (page?: Parameters<typeof listNotificationPreviews>[1]) =>
    (await listNotificationPreviews(ctx, page)).map(({ id }) => id).sort();
  expect(await idsOf()).toEqual([first, second, mine].sort());
  expect(await idsOf({ cursor: null, limit: 20, show: "likes" })).toEqual([mine]);
  const { next } = await listNotificationGroups(ctx, { cursor: null, limit: 1 });
  expect(await idsOf({ cursor: next, limit: 20 })).toEqual([first, second].sort());
  await amara.call("disconnect", { params: { userId: reader.id } });
  expect(await idsOf()).toEqual([first, mine].sort());
});

test("comments, replies and likes of comments are grouped by what they are about, and open at the newest comment", async () => {
  const reader = await member("reader");
  const postId = await newPost(amara);
  const [mine, other] = [
    await addComment(contextOf(reader).ctx, postId, { comment: "Mine" }),
    await addComment(contextOf(reader).ctx, postId, { comment: "Another one of mine" }),
  ];
  const say = (by: Member, comment: string, parentId?: string) =>
    addComment(contextOf(by).ctx, postId, { comment, parentId });
  const first = await say(kenji, "One", mine.id);
  await say(lea, "Two", other.id);
  // A reply to a reply belongs to the same comment.
  const last = await say(lea, "Three", first.id);
  await say(lea, "Four", mine.id).then(({ id }) => expect(id > last.id).toBe(true));
  await likeComment(contextOf(kenji).ctx, postId, mine.id);
  await likeComment(contextOf(lea).ctx, postId, mine.id);
  await likeComment(contextOf(lea).ctx, postId, other.id);
  const groups = await list(reader);
  expect(
    groups.map(({ type, fromUsers, memberCount, commentId, message }) => [
      type,
      fromUsers.map(({ id }) => id),
      memberCount,
      commentId === mine.id || commentId === other.id ? message : commentId,
    ]),
  ).toEqual([
    ["comment_like", [lea.id], 1, "Another one of mine"],
    ["comment_like", [lea.id, kenji.id], 2, "Mine"],
    ["comment_reply", [lea.id, kenji.id], 2, expect.not.stringMatching(first.id)],
    ["comment_reply", [lea.id], 1, expect.any(String)],
  ]);
  // The owner has one entry; a member who commented four times is one member.
  const { id: newest } = await say(kenji, "Five");
  const comments = (await list(amara)).filter(({ entityId }) => entityId === postId);
  expect(comments).toMatchObject([{ type: "comment", memberCount: 3, commentId: newest }]);
});

test("a request that can be answered, a mention and a decision are never grouped", async () => {
  const reader = await member("reader");
  for (const one of [amara, kenji]) await one.call("requestConnection", { params: { userId: reader.id } });
  const postId = await newPost(lea);
  for (const one of [amara, kenji]) {
    await addComment(contextOf(one).ctx, postId, { comment: `@${reader.username}` });
  }
  const groups = await list(reader);
  expect(groups.map(({ type, memberCount, canAnswer }) => [type, memberCount, canAnswer])).toEqual([
    ["mention", 1, false],
    ["mention", 1, false],
    ["connection_request", 1, true],
    ["connection_request", 1, true],
  ]);
  expect(groups.map(({ id, lastId }) => id === lastId)).toEqual([true, true, true, true]);
});

test("a filter shows the groups of its types alone, page by page", async () => {
  const reader = await member("reader");
  const posts = [await newPost(reader), await newPost(reader), await newPost(reader)];
  for (const id of posts) {
    await likePost(contextOf(amara).ctx, id);
    await addComment(contextOf(kenji).ctx, id, { comment: "Lovely" });
  }
  await kenji.call("requestConnection", { params: { userId: reader.id } });
  const { ctx } = contextOf(reader);
  const typesOf = async (show: "comments" | "likes" | "connections") => {
    const first = await listNotificationGroups(ctx, { cursor: null, limit: 2, show });
    const next = first.next && (await listNotificationGroups(ctx, { cursor: first.next, limit: 2, show }));
    return [...first.items, ...(next ? next.items : [])].map(({ type }) => type);
  };
  expect(await typesOf("comments")).toEqual(["comment", "comment", "comment"]);
  expect(await typesOf("likes")).toEqual(["like", "like", "like"]);
  expect(await typesOf("connections")).toEqual(["connection_request"]);
  const reply = await reader.fetch("/api/notifications/groups?show=likes&limit=2");
  expect(await reply.json()).toMatchObject([{ type: "like" }, { type: "like" }]);
  expect(reply.headers.get("Link")).toContain("show=likes");
  expect(await (await reader.fetch("/api/notifications/groups?show=none")).json()).toHaveLength(7);
});

test("members who leave take their part out of a group", async () => {
  const reader = await member("reader");
  const [blocked, muted, deleted, fan] = await Promise.all(
    ["blocked", "muted", "deleted", "fan"].map((name) => member(name)),
  );
  const postId = await newPost(reader);
  for (const one of [blocked, muted, deleted, fan, amara]) {
    if (one) await likePost(contextOf(one).ctx, postId);
  }
  const members = async () => (await list(reader)).map(({ memberCount }) => memberCount);
  expect(await members()).toEqual([5]);
  await unlikePost(contextOf(amara).ctx, postId);
  expect(await members()).toEqual([4]);
  await reader.call("blockMember", { params: { userId: blocked?.id ?? "" } });
  expect(await members()).toEqual([3]);
  await reader.call("muteMember", { params: { userId: muted?.id ?? "" } });
  expect(await members()).toEqual([2]);
  const body = { confirmation: deleted?.username ?? "", currentPassword: "sunset" };
  await deleted?.call("deleteAccount", { body });
  expect((await list(reader)).map(({ fromUsers }) => fromUsers.map(({ id }) => id))).toEqual([[fan?.id]]);
  await reader.call("deletePost", { params: { id: postId } });
  expect(await list(reader)).toEqual([]);
});

describe("marking a group as read", () => {
  test("marks its notifications up to the id, in all tabs, and can be repeated", async () => {
    const reader = await member("reader");
    const [dusk, dawn] = [await newPost(reader), await newPost(reader)];
    for (const one of [amara, kenji]) await likePost(contextOf(one).ctx, dusk);
    await likePost(contextOf(amara).ctx, dawn);
    const [, group] = await list(reader);
    await likePost(contextOf(lea).ctx, dusk);
    const tab = await Tab.online(reader);
    const params = { id: group?.lastId ?? "" };
    await reader.call("readNotificationGroup", { params });
    await reader.call("readNotificationGroup", { params });
    const { last, ...frame } = await tab.receive("notifications_read");
    expect(frame).toEqual({ unread: 2, id: group?.lastId, group: group?.id });
    expect((await reader.call("listNotifications")).map(({ isRead }) => isRead)).toEqual([
      false,
      false,
      true,
      true,
    ]);
    // The like of Lea is unread, so the group is.
    const [open] = await list(reader);
    expect(open).toMatchObject({ id: group?.id, isRead: false, memberCount: 3, lastId: last });
    await reader.call("readNotificationGroup", { params: { id: open?.lastId ?? "" } });
    expect((await list(reader)).map(({ isRead }) => isRead)).toEqual([true, false]);
  });

  test("returns 404 for another member's and an unknown notification and changes nothing", async () => {
    const reader = await member("reader");
    await likePost(contextOf(amara).ctx, await newPost(reader));
    const [group] = await list(reader);
    for (const id of [group?.lastId, group?.id, "0", "x", "999999999999999999999"]) {
      const path = `/api/notifications/groups/${encodeURIComponent(id ?? "")}/read`;
      expect((await errorOf(await amara.send("POST", path))).status).toBe(404);
    }
    expect(await list(reader)).toMatchObject([{ isRead: false }]);
  });
});

describe("pages", () => {
  /** Reads all pages, and does something after the first one. */
  async function pages(one: Member, limit: number, meanwhile: () => Promise<unknown>) {
    const { ctx } = contextOf(one);
    const all: Page<NotificationGroupView>[] = [];
    for (let cursor: string | null = null; all.length === 0 || cursor !== null; ) {
      const page: Page<NotificationGroupView> = await listNotificationGroups(ctx, { cursor, limit });
      expect(page.items.length).toBeLessThanOrEqual(limit);
      if (all.length === 0) await meanwhile();
      all.push(page);
      cursor = page.next;
    }
    return all.flatMap(({ items }) => items);
  }

  const types: NotificationType[] = [
    "like",
    "save",
    "comment",
    "comment_like",
    "post_share",
    "mention",
    "follow",
  ];
  const row = fc.record({
    day: fc.integer({ min: 20_000, max: 20_003 }),
    type: fc.constantFrom(...types),
    subject: fc.constantFrom("a", "b"),
    from: fc.integer({ min: 1, max: 5 }),
    isRead: fc.boolean(),
  });

  test("have each group once, with exact numbers, while notifications arrive", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { maxLength: 40 }),
        fc.array(row, { maxLength: 5 }),
        fc.integer({ min: 1, max: 4 }),
        async (before, later, limit) => {
          const shares = new Set<string>();
          const notificationsIn = (rows: typeof before, start: number): StoredNotification[] =>
            rows.flatMap(({ day, type, subject, from, isRead }, at) => {
              const sender = people[from]?.id ?? "";
              // A member's share of a post is stored once.
              if (type === "post_share" && shares.size === shares.add(`${sender} ${subject}`).size) return [];
              const about = { type, entityId: subject, commentId: subject, parentId: null };
              return { id: day * DAY_MS + start + at, type, subject: subjectOf(about), from: sender, isRead };
            });
          const stored = notificationsIn(before, 0);
          const arriving = notificationsIn(
            later.map((one) => ({ ...one, day: 20_003 })),
            1000,
          );
          await env.DB.prepare(`DELETE FROM notices WHERE member = ${keyOf}`).bind(ada.id).run();
          if (stored.length > 0) await env.DB.batch(stored.map((one) => store(ada, one)));
          const listed = await pages(ada, limit, async () => {
            if (arriving.length > 0) await env.DB.batch(arriving.map((one) => store(ada, one)));
          });
          expect(listed.map(shown)).toEqual(groupsOf(stored));
          expect(new Set(listed.map(({ id }) => id)).size).toBe(listed.length);
          const now = await pages(ada, limit, async () => undefined);
          expect(now.map(shown)).toEqual(groupsOf([...stored, ...arriving]));
        },
      ),
      { numRuns: 60 },
    );
  });

  test("read a bounded number of rows of a member with the most notifications", async () => {
    const reader = await member("reader");
    const notifications = Array.from({ length: 1000 }, (_, at): StoredNotification => {
      const from = people[at % people.length]?.id ?? "";
      return {
        id: (20_000 + Math.floor(at / 20)) * DAY_MS + at,
        type: "like",
        subject: `${at % 7}`,
        from,
        isRead: at % 3 > 0,
      };
    });
    await env.DB.batch(notifications.map((one) => store(reader, one)));
    const { ctx, cost } = contextOf(reader);
    const { items, next } = await listNotificationGroups(ctx);
    expect(items).toHaveLength(20);
    expect(cost.statements).toBe(1);
    expect(cost.rowsRead).toBeLessThan(1500);
    const later = contextOf(reader);
    await listNotificationGroups(later.ctx, { cursor: next, limit: 20 });
    expect(later.cost.rowsRead).toBeLessThan(1500);
    expect(await pages(reader, 20, async () => undefined)).toHaveLength(50 * 7);
  });

  test("read a bounded number of rows of a day with a thousand notifications about one post", async () => {
    const reader = await member("reader");
    await insertMembers("busy", 1000);
    await env.DB.batch(
      Array.from({ length: 1000 }, (_, at) =>
        store(reader, {
          id: 20_000 * DAY_MS + at,
          type: "save",
          subject: "dusk",
          from: `busy${at + 1}`,
          isRead: false,
        }),
      ),
    );
    const { ctx, cost } = contextOf(reader);
    const { items } = await listNotificationGroups(ctx);
    expect(items).toMatchObject([{ memberCount: 1000, fromUsers: [{ id: "busy1000" }, { id: "busy999" }] }]);
    expect(cost.rowsRead).toBeLessThan(6000);
  });

  test("refuse a malformed cursor", async () => {
    for (const cursor of ["x", "1", "1-", "1-2-3", "-1-2", `${"9".repeat(16)}-1`]) {
      const reply = await ada.fetch(`/api/notifications/groups?cursor=${cursor}`);
      expect(reply.status, cursor).toBe(400);
    }
  });
});

test("random likes, saves, comments and reads give the groups of a simple model", async () => {
  const reader = await member("reader");
  const posts = [await newPost(reader), await newPost(reader)];
  const mine = await addComment(contextOf(reader).ctx, posts[0] ?? "", { comment: "Mine" });
  const actors = [amara, kenji, lea];
  for (const one of actors) await connect(reader, one);
  const act = fc.record({
    kind: fc.constantFrom(
      "like",
      "unlike",
      "save",
      "unsave",
      "likeComment",
      "unlikeComment",
      "comment",
      "reply",
      "readGroup",
      "readAll",
    ),
    who: fc.nat(actors.length - 1),
    post: fc.nat(posts.length - 1),
  });
  const { ctx: readerCtx } = contextOf(reader);
  const clear = () => env.DB.prepare(`DELETE FROM notices WHERE member = ${keyOf}`).bind(reader.id).run();

  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 25 }), async (acts) => {
      for (const one of actors) {
        for (const id of posts) {
          await unlikePost(contextOf(one).ctx, id);
          await unsavePost(contextOf(one).ctx, id);
        }
        await unlikeComment(contextOf(one).ctx, posts[0] ?? "", mine.id);
      }
      await clear();
      let notifications: { about: string; from: string; isRead: boolean; isOn: boolean }[] = [];
      const find = (about: string, from: string) =>
        notifications.find((one) => one.about === about && one.from === from);
      const turnOn = (about: string, from: string) => {
        const found = find(about, from);
        if (found) found.isOn = true;
        else notifications.push({ about, from, isRead: false, isOn: true });
      };
      const turnOff = (about: string, from: string) => {
        const found = find(about, from);
        if (found?.isRead) found.isOn = false;
        else notifications = notifications.filter((one) => one !== found);
      };
      const runs: Record<
        (typeof acts)[number]["kind"],
        (ctx: MemberCtx, id: string, from: string) => Promise<unknown>
      > = {
        like: (ctx, id, from) => likePost(ctx, id).then(() => turnOn(`like ${id}`, from)),
        unlike: (ctx, id, from) => unlikePost(ctx, id).then(() => turnOff(`like ${id}`, from)),
        save: (ctx, id, from) => savePost(ctx, id).then(() => turnOn(`save ${id}`, from)),
        unsave: (ctx, id, from) => unsavePost(ctx, id).then(() => turnOff(`save ${id}`, from)),
        likeComment: (ctx, _, from) =>
          likeComment(ctx, posts[0] ?? "", mine.id).then(() => turnOn(`comment_like ${mine.id}`, from)),
        unlikeComment: (ctx, _, from) =>
          unlikeComment(ctx, posts[0] ?? "", mine.id).then(() => turnOff(`comment_like ${mine.id}`, from)),
        comment: (ctx, id, from) =>
          addComment(ctx, id, { comment: "Lovely" }).then(() =>
            notifications.push({ about: `comment ${id}`, from, isRead: false, isOn: true }),
          ),
        // The owner gets the notification of the comment.
        reply: (ctx, _, from) =>
          addComment(ctx, posts[0] ?? "", { comment: "Indeed", parentId: mine.id }).then(() =>
            notifications.push({ about: `comment ${posts[0]}`, from, isRead: false, isOn: true }),
          ),
        readGroup: async () => {
          const [group] = (await listNotificationGroups(readerCtx)).items;
          if (!group) return;
          await markGroupRead(readerCtx, group.lastId);
          const about = notifications.at(-1)?.about;
          for (const one of notifications) if (one.about === about) one.isRead = true;
        },
        readAll: async () => {
          await markAllNotificationsRead(readerCtx);
          for (const one of notifications) one.isRead = true;
        },
      };
      for (const { kind, who, post } of acts) {
        const by = actors[who] ?? amara;
        await runs[kind](contextOf(by).ctx, posts[post] ?? "", by.id);
      }
      const model = groupsOf(
        notifications.map(({ about, from, isRead }, at) => {
          const [type = "", subject = ""] = about.split(" ");
          return { id: at, type: type as NotificationType, subject, from, isRead };
        }),
      );
      const listed = await list(reader);
      expect(listed.map(shown)).toEqual(model.map((one) => ({ ...one, lastId: expect.any(String) })));
    }),
    { numRuns: 25 },
  );
});

test("the id of a group is that of its notifications", () => {
  const like = { type: "like", entityId: "post", commentId: null, parentId: null } as const;
  const id = String(20_000 * DAY_MS);
  expect(groupIdOf({ ...like, id })).toBe("like:post:20000");
  expect(groupIdOf({ ...like, id, entityId: null })).toBe(id);
});
