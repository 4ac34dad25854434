import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { isArchived } from "~/contract/chat-marks";
import {
  ATTACHMENT_MAX_BYTES,
  CHAT_DOCUMENT_CHATS,
  MESSAGE_MAX,
  SYNC_CONVERSATIONS_MAX,
  SYNC_MAX,
} from "~/contract/limits";
import { databaseOf, isCovered, positionIn } from "~/contract/message-cursor";
import { countUnreadMessages } from "~/domain/chat/count-unread";
import { listChats } from "~/domain/chat/list-chats";
import { listMissed } from "~/domain/chat/list-missed";
import { openChats } from "~/domain/chat/open-chats";
import { chatBindings } from "../../workers/chat-bindings";
import { insertMessages } from "../factories/conversations";
import { connectByCalls, eventually, Tab, twoConnectedByCalls } from "./channel";
import { Client, errorOf, type Member, member, dataUrl as photoUrl } from "./client";
import { contextOf } from "./context-of";
import { crash } from "./hubs";

/** The chat databases: one, or three in the project `chats`. */
const d1s = [env.DB, ...chatBindings(env)];

const base64 = (text: string) => Buffer.from(text).toString("base64");

const write = (from: Member, to: Member, content: string, clientId?: string) =>
  from.call("sendMessage", { params: { userId: to.id }, body: { content, clientId } });

async function sendError(from: Client, to: Member, body: unknown) {
  return errorOf(await from.send("POST", `/api/chat/messages/${to.id}`, body));
}

const history = (one: Member, other: Member) => one.call("listMessages", { params: { userId: other.id } });

async function stored(): Promise<number> {
  const query = "SELECT count(*) AS n FROM chat_messages WHERE content IS NOT NULL";
  const counts = await Promise.all(d1s.map((d1) => d1.prepare(query).first<number>("n")));
  return counts.reduce<number>((sum, n) => sum + (n ?? 0), 0);
}

async function fill(from: Member, to: Member, count: number): Promise<void> {
  const contents = Array.from({ length: count }, (_, at) => `no. ${at}`);
  await insertMessages(env.DB, from.id, to.id, contents, null, d1s);
}

/** Returns the chats of one page that has all of them. */
const listAll = async (one: Member) =>
  (await listChats(contextOf(one).ctx, { page: { cursor: null, limit: 1000 } })).items;

describe("the list of chats", () => {
  test("returns every connection, latest message first, then by name, with unread counts", async () => {
    const ada = await member("ada");
    const [zoe, bob, cy] = [await member("zoe"), await member("bob"), await member("cy")];
    const eve = await member("eve");
    for (const one of [zoe, bob, cy]) await connectByCalls(ada, one);
    await write(cy, ada, "first");
    await write(cy, ada, "second");
    await write(ada, cy, "third");
    const chats = await ada.call("listChats");
    expect(chats.map(({ userId }) => userId)).toEqual([cy.id, bob.id, zoe.id]);
    expect(chats[0]).toEqual({
      userId: cy.id,
      username: cy.username,
      fullName: expect.stringMatching(/^cy /),
      profileImage: null,
      unreadCount: 2,
      lastMessage: {
        id: expect.stringMatching(/^\d+$/),
        content: "third",
        createdAt: expect.stringMatching(/Z$/),
      },
    });
    expect(chats[1]?.lastMessage).toBe(null);
    expect(await eve.call("listChats")).toEqual([]);
  });

  test("orders names as readers do: without accents, in any case", async () => {
    const ada = await member("ada");
    const others = await Promise.all(["zoe", "emile", "anna", "oyvind"].map((name) => member(name)));
    for (const [at, fullName] of ["Zoe", "Émile", "anna", "Øyvind"].entries()) {
      const other = others[at] ?? ada;
      await env.DB.prepare("UPDATE users SET full_name = ? WHERE id = ?").bind(fullName, other.id).run();
      await connectByCalls(ada, other);
    }
    const chats = await ada.call("listChats");
    expect(chats.map(({ fullName }) => fullName)).toEqual(["anna", "Émile", "Øyvind", "Zoe"]);
  });

  test("opens with the newest messages of one connection, by the name in any case", async () => {
    const [ada, grace] = await twoConnectedByCalls();
    const [zoe, eve] = [await member("zoe"), await member("eve")];
    await connectByCalls(ada, zoe);
    await write(grace, ada, "from grace");
    await write(zoe, ada, "from zoe");
    const open = async (name: string | null) => {
      const { chats, isPartial, open } = await openChats(contextOf(ada).ctx, name);
      expect(isPartial).toBe(false);
      expect(chats).toEqual(await ada.call("listChats"));
      return open && { ...open, messages: open.messages.map(({ content }) => content) };
    };
    const conversation = { userId: grace.id, messages: ["from grace"], next: null };
    expect(await open(grace.username.toUpperCase())).toEqual(conversation);
    expect(await open(eve.username)).toBe(null);
    expect(await open(null)).toBe(null);
  });

  test("opens with the first thirty chats, the first archived ones, and the open one", async () => {
    const reader = await member("reader");
    const crowd = `printf('crowd-%04d-${reader.id.slice(-8)}', i)`;
    const numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)";
    await env.DB.prepare(
      `${numbers} INSERT INTO users (id, email, username, full_name, password, created_at)
       SELECT ${crowd}, ${crowd} || '@example.com', ${crowd}, ${crowd}, '', '2026-01-01T00:00:00.000Z' FROM n`,
    ).run();
    await env.DB.prepare(
      `${numbers} INSERT INTO connection_sides (member, other, accepted, sent, archived_to)
       SELECT (SELECT key FROM users WHERE id = ?), ${crowd}, 1, 0, iif(i > 150, 0, NULL) FROM n`,
    )
      .bind(reader.id)
      .run();
    const { ctx } = contextOf(reader);
    const last = (await listAll(reader)).filter(({ archivedTo }) => archivedTo === undefined).at(-1);
    const { chats, isPartial, open } = await openChats(ctx, last?.username ?? null);
    expect(isPartial).toBe(true);
    const all = await listAll(reader);
    expect(all).toHaveLength(200);
    expect(chats).toEqual(all.filter(({ userId }) => chats.some((chat) => chat.userId === userId)));
    expect(open?.userId).toBe(last?.userId);
    expect(chats.filter(isArchived)).toHaveLength(CHAT_DOCUMENT_CHATS);
    expect(chats.filter((chat) => !isArchived(chat))).toHaveLength(CHAT_DOCUMENT_CHATS + 1);
  });

  test("and the unread count leave out former connections", async () => {
    const [ada, grace] = await twoConnectedByCalls();
    await write(grace, ada, "hello");
    expect(await ada.call("countUnreadMessages")).toEqual({ count: 1 });
    await ada.call("disconnect", { params: { userId: grace.id } });
    expect(await ada.call("listChats")).toEqual([]);
    expect(await ada.call("countUnreadMessages")).toEqual({ count: 0 });
    expect((await history(ada, grace)).length).toBe(1);
  });

  test("and the unread counts are exact up to 1000, and cost one row for each former connection", async () => {
    const [ada, grace] = await twoConnectedByCalls();
    const eve = await member("eve");
    await connectByCalls(ada, eve);
    await fill(eve, ada, 500);
    await ada.call("disconnect", { params: { userId: eve.id } });
    await fill(grace, ada, 150);
    const { ctx, cost } = contextOf(ada);
    expect(await countUnreadMessages(ctx)).toBe(150);
    expect(cost.rowsRead).toBeLessThan(180);
    expect((await ada.call("listChats"))[0]?.unreadCount).toBe(150);
    const tab = await Tab.online(ada);
    tab.send("sync", {});
    const { messages } = await tab.receive("unread");
    expect([messages.count, Object.values(messages.bySender).flat().length]).toEqual([150, 100]);
    await grace.call("blockMember", { params: { userId: ada.id } });
    const after = contextOf(ada);
    expect(await countUnreadMessages(after.ctx)).toBe(0);
    expect(after.cost.rowsRead).toBeLessThan(30);
  });
});

describe("sending", () => {
  test("stores a message and publishes it to every tab of both members", async () => {
    const [ada, grace] = await twoConnectedByCalls();
    const [hers, other, his] = [await Tab.online(ada), await Tab.online(ada), await Tab.online(grace)];
    hers.send("message", { senderId: ada.id, receiverId: grace.id, content: "  hello  ", clientId: "c-1" });
    const echo = await hers.receive("message");
    expect(echo).toEqual({
      id: expect.stringMatching(/^\d+$/),
      senderId: ada.id,
      senderUsername: ada.username,
      receiverId: grace.id,
      receiverUsername: grace.username,
      content: "hello",
      isRead: false,
      createdAt: echo.timestamp,
      timestamp: expect.stringMatching(/Z$/),
      clientId: "c-1",
    });
    expect(await his.receive("message")).toEqual(echo);
    expect(await other.receive("message")).toEqual(echo);
    expect((await history(grace, ada)).map(({ id }) => id)).toEqual([echo.id]);
    const posted = await write(grace, ada, "over HTTP");
    expect((await hers.receive("message")).id).toBe(posted.id);
    expect((await his.receive("message")).id).toBe(posted.id);
  });

  test("returns 403 unless the members are connected, and stores nothing", async () => {
    const [ada, grace] = await twoConnectedByCalls();
    const eve = await member("eve");
    const before = await stored();
    const no = "Only connections can write to each other.";
    for (const to of [eve, ada]) {
      expect(await sendError(ada, to, { content: "hi" })).toMatchObject({ status: 403, message: no });
    }
    const tab = await Tab.online(eve);
    tab.send("message", { receiverId: ada.id, content: "hi", clientId: "e-1" });
    expect(await tab.receive("error")).toMatchObject({ message: no, type: "message", clientId: "e-1" });
    tab.send("message", { senderId: grace.id, receiverId: ada.id, content: "I am grace", clientId: "e-2" });
    expect((await tab.receive("error")).clientId).toBe("e-2");
    await grace.call("blockMember", { params: { userId: ada.id } });
    expect((await sendError(ada, grace, { content: "hi" })).status).toBe(403);
    expect(await stored()).toBe(before);
  });

  test("requires a text of limited length or a file, and limits clientId to 64 characters", async () => {
    const [ada, grace] = await twoConnectedByCalls();
    for (const body of [{}, { content: "   " }, { content: "x".repeat(MESSAGE_MAX + 1) }]) {
      expect((await sendError(ada, grace, body)).status, JSON.stringify(body).slice(0, 30)).toBe(422);
    }
    expect((await sendError(ada, grace, { content: "x", clientId: "c".repeat(65) })).status).toBe(422);
    expect((await sendError(ada, grace, { content: 7 })).status).toBe(400);
    expect((await sendError(ada, grace, "{")).status).toBe(400);
    const tab = await Tab.online(ada);
    tab.send("message", { receiverId: grace.id, content: "", clientId: "c-1" });
    expect(await tab.receive("error")).toMatchObject({ type: "message", clientId: "c-1" });
    expect((await write(ada, grace, "x".repeat(MESSAGE_MAX), "c".repeat(64))).content.length).toBe(
      MESSAGE_MAX,
    );
    expect((await history(ada, grace)).length).toBe(1);
  });

  test("is idempotent per clientId, at the same time and later", async () => {
    const [ada, grace] = await twoConnectedByCalls();
    const tab = await Tab.online(ada);
    for (let at = 0; at < 5; at++) {
      tab.send("message", { receiverId: grace.id, content: "once", clientId: "same" });
    }
    const posted = await Promise.all(Array.from({ length: 5 }, () => write(ada, grace, "once", "same")));
    const again = await write(ada, grace, "another text", "same");
    expect(new Set([...posted, again].map(({ id }) => id)).size).toBe(1);
    expect(again.content).toBe("once");
    for (let at = 0; at < 5; at++) expect((await tab.receive("message")).id).toBe(again.id);
    expect((await history(ada, grace)).length).toBe(1);
    // The key is the sender's own: another member may use the same one.
    expect((await write(grace, ada, "mine", "same")).content).toBe("mine");
    await ada.call("disconnect", { params: { userId: grace.id } });
    expect((await write(ada, grace, "once", "same")).id).toBe(again.id);
  });

  test("refuses the clientId of a message to another member", async () => {
    const [ada, grace, eve] = [await member("ada"), await member("grace"), await member("eve")];
    // Both conversations are in one database, which is where a clientId is unique.
    for (const other of [grace, eve]) await connectByCalls(ada, other);
    await write(ada, grace, "to grace", "one");
    for (const attachment of [undefined, { data: photoUrl }]) {
      expect(await sendError(ada, eve, { content: "to eve", clientId: "one", attachment })).toEqual({
        status: 409,
        message: "This message belongs to another conversation.",
      });
    }
    expect(await history(eve, ada)).toEqual([]);
  });

  // `npm run test:chat-delivery` tests the order with the built worker: this pool may deliver events out of order.
  test("stores each of many pipelined messages once", async () => {
    const [ada, grace] = await twoConnectedByCalls();
    const tab = await Tab.online(ada);
    const all = Array.from({ length: 60 }, (_, at) => `n-${at}`);
    for (const clientId of all) tab.send("message", { receiverId: grace.id, content: clientId, clientId });
    for (const clientId of all) await tab.receive("message", (message) => message.clientId === clientId);
    const { items } = await pages(ada, grace, 50);
    expect(items.map(({ content }) => content).sort()).toEqual(all.sort());
  });
});

async function pages(one: Member, other: Member, limit: number) {
  const items: { id: string; content: string }[] = [];
  let next: string | null = `/api/chat/messages/${other.id}?limit=${limit}`;
  let count = 0;
  while (next) {
    const reply: Response = await one.fetch(next);
    items.push(...((await reply.json()) as typeof items));
    next = /<([^>]+)>; rel="next"/.exec(reply.headers.get("Link") ?? "")?.[1] ?? null;
    count += 1;
  }
  return { items, count };
}

describe("reading", () => {
  test("returns pages, newest first, and no messages of other members", async () => {
    const [ada, grace] = await twoConnectedByCalls();
    await fill(grace, ada, 45);
    const { items, count } = await pages(ada, grace, 20);
    expect([items.length, count]).toEqual([45, 3]);
    expect(items.map(({ id }) => Number(id))).toEqual(
      items.map(({ id }) => Number(id)).sort((a, b) => b - a),
    );
    const eve = await member("eve");
    expect(await history(eve, ada)).toEqual([]);
    expect((await ada.send("GET", "/api/chat/messages/nobody")).status).toBe(404);
  });

  test("marks messages as read up to the given one and publishes it to the sender and the reader's tabs", async () => {
    const [ada, grace] = await twoConnectedByCalls();
    const first = await write(grace, ada, "one");
    await write(grace, ada, "two");
    const [hers, other, his] = [await Tab.online(ada), await Tab.online(ada), await Tab.online(grace)];
    const expected = { userId: ada.id, senderId: grace.id, upTo: first.id };
    hers.send("read", { senderId: grace.id, upTo: first.id });
    for (const tab of [his, other]) expect(await tab.receive("read")).toEqual(expected);
    expect(await ada.call("countUnreadMessages")).toEqual({ count: 1 });
    expect(await ada.call("readMessages", { params: { userId: grace.id } })).toEqual({ count: 0 });
    // Without `upTo` the frame names the last message that was marked.
    const all = { userId: ada.id, senderId: grace.id, upTo: expect.any(String) };
    expect(await his.receive("read")).toEqual(all);
    expect((await history(grace, ada)).every(({ isRead }) => isRead)).toBe(true);
    const [third] = [await write(grace, ada, "three"), await write(grace, ada, "four")];
    const overHttp = { params: { userId: grace.id }, body: { upTo: third.id } };
    expect(await ada.call("readMessages", overHttp)).toEqual({ count: 1 });
    expect((await his.receive("read")).upTo).toBe(third.id);
    expect(await ada.call("readMessages", { params: { userId: grace.id } })).toEqual({ count: 0 });
    // The reader's own messages stay unread.
    await write(ada, grace, "five");
    await ada.call("readMessages", { params: { userId: grace.id } });
    expect((await history(ada, grace))[0]?.isRead).toBe(false);
  });
});

describe("deleting", () => {
  test("removes one's own message for both members, with its file", async () => {
    const [ada, grace] = await twoConnectedByCalls();
    const his = await Tab.online(grace);
    const clientId = "with-a-file";
    const { id, attachment } = await ada.call("sendMessage", {
      params: { userId: grace.id },
      body: { clientId, attachment: { data: photoUrl, name: "a.jpg" } },
    });
    const params = { messageId: id };
    expect((await grace.send("DELETE", `/api/chat/message/${id}`)).status).toBe(403);
    await ada.call("deleteMessage", { params });
    expect(await his.receive("message_deleted")).toEqual({
      id,
      senderId: ada.id,
      receiverId: grace.id,
      clientId,
    });
    expect(await history(grace, ada)).toEqual([]);
    expect((await ada.send("DELETE", `/api/chat/message/${id}`)).status).toBe(404);
    expect((await ada.send("DELETE", "/api/chat/message/7%20apples")).status).toBe(404);
    expect((await grace.fetch(attachment?.url ?? "")).status).toBe(404);
    await eventually(async () =>
      expect((await env.MEDIA.list({ prefix: "attachments/" })).objects.length).toBe(0),
    );
  });

  test("is not stopped by a post of a file that was sent", async () => {
    const [ada, grace] = await twoConnectedByCalls();
    const send = async () => {
      const { id } = await ada.call("sendMessage", {
        params: { userId: grace.id },
        body: { attachment: { data: photoUrl } },
      });
      const file = await env.DB.prepare("SELECT max(id) AS id FROM media WHERE user_id = ?")
        .bind(ada.id)
        .first("id");
      const post = await ada.call("createPost", { body: { mediaUrl: `/media/${file}` } });
      return { id, post };
    };
    const [one, two] = [await send(), await send()];
    await ada.call("deleteMessage", { params: { messageId: one.id } });
    expect((await history(grace, ada)).map(({ id }) => id)).toEqual([two.id]);
    await grace.call("deleteAccount", { body: { confirmation: grace.username, currentPassword: "sunset" } });
    for (const { post } of [one, two]) {
      expect(await ada.call("readPost", { params: { id: post.id } })).toMatchObject({ id: post.id });
      await ada.call("deletePost", { params: { id: post.id } });
    }
    await eventually(async () =>
      expect((await env.MEDIA.list({ prefix: "attachments/" })).objects.length).toBe(0),
    );
  });
});

describe("a deleted message", () => {
  test("stays deleted when it is resent, and the sender's tabs receive `message_deleted`", async () => {
    const [ada, grace] = await twoConnectedByCalls();
    const [hers, his] = [await Tab.online(ada), await Tab.online(grace)];
    const { id } = await write(ada, grace, "never mind", "deleted");
    await ada.call("deleteMessage", { params: { messageId: id } });
    const expected = { id, senderId: ada.id, receiverId: grace.id, clientId: "deleted" };
    expect(await hers.receive("message_deleted")).toEqual(expected);
    hers.send("message", { receiverId: grace.id, content: "never mind", clientId: "deleted" });
    expect(await hers.receive("message_deleted")).toEqual(expected);
    expect(await hers.receive("error")).toMatchObject({ clientId: "deleted", type: "message" });
    for (const body of [{ content: "never mind" }, { attachment: { data: photoUrl } }]) {
      expect((await sendError(ada, grace, { ...body, clientId: "deleted" })).status).toBe(409);
    }
    expect(await history(grace, ada)).toEqual([]);
    await his.settled();
    expect(his.frames.filter(({ type }) => type === "message").length).toBe(1);
    // The key is the sender's own.
    expect((await write(grace, ada, "mine", "deleted")).content).toBe("mine");
  });
});

describe("after a connection has ended", () => {
  test("marks and publishes nothing as read, and keeps the messages", async () => {
    const [ada, grace] = await twoConnectedByCalls();
    await write(grace, ada, "hello");
    await ada.call("disconnect", { params: { userId: grace.id } });
    const his = await Tab.online(grace);
    await ada.call("readMessages", { params: { userId: grace.id } });
    await his.settled();
    expect(his.frames.map(({ type }) => type)).not.toContain("read");
    expect(await history(grace, ada)).toMatchObject([{ content: "hello", isRead: false }]);
  });

  test("by a block, hides messages, files and read receipts from both", async () => {
    const [ada, grace] = await twoConnectedByCalls();
    const [hello] = [await write(ada, grace, "hello"), await write(grace, ada, "hi", "hi")];
    const { attachment } = await ada.call("sendMessage", {
      params: { userId: grace.id },
      body: { attachment: { data: photoUrl } },
    });
    await ada.call("blockMember", { params: { userId: grace.id } });
    const [hers, his] = [await Tab.online(ada), await Tab.online(grace)];
    for (const tab of [hers, his]) {
      tab.send("sync", { after: "0" });
      expect((await tab.receive("synced")).more).toBe(false);
    }
    for (const one of [ada, grace]) expect((await one.fetch(attachment?.url ?? "")).status).toBe(404);
    await grace.call("readMessages", { params: { userId: ada.id } });
    // A resent message is not published again.
    expect((await sendError(grace, ada, { content: "hi", clientId: "hi" })).status).toBe(403);
    await hers.settled();
    for (const { type } of [...hers.frames, ...his.frames]) expect(["message", "read"]).not.toContain(type);
    await ada.call("unblockMember", { params: { userId: grace.id } });
    expect((await history(ada, grace)).map(({ isRead }) => isRead)).toEqual([false, false, false]);
    his.send("sync", { after: hello.id });
    await his.receive("synced", ({ after }) => positionIn(after, databaseOf(hello.id)) > Number(hello.id));
    const file = await grace.fetch(attachment?.url ?? "");
    expect([file.status, file.headers.get("Content-Type")]).toEqual([200, "image/webp"]);
  });
});

/** Returns whether a `synced` frame ends at a message, the newest of its database. */
const atEndOf = ({ after, more }: { after: string; more: boolean }, message?: { id: string }) =>
  !more && positionIn(after, databaseOf(message?.id ?? "")) === Number(message?.id);

describe("sync", () => {
  test("sends the missed messages of both directions in order", async () => {
    const [ada, grace] = await twoConnectedByCalls();
    const first = await write(ada, grace, "known");
    const away = [await write(ada, grace, "a"), await write(grace, ada, "b"), await write(ada, grace, "c")];
    await crash(grace);
    const tab = await Tab.online(grace);
    tab.send("sync", { after: first.id });
    expect(atEndOf(await tab.receive("synced"), away[2])).toBe(true);
    const came = tab.frames.filter(({ type }) => type === "message");
    expect(came.map(({ payload }) => ("id" in payload ? payload.id : ""))).toEqual(away.map(({ id }) => id));
    tab.send("sync", {});
    expect(atEndOf(await tab.receive("synced"), away[2])).toBe(true);
    for (const after of ["x", -1, "9".repeat(30), {}]) {
      tab.send("sync", { after });
      expect((await tab.receive("error")).type).toBe("sync");
    }
  });

  test("ends with the unread messages by sender and the number of unread notifications", async () => {
    const [ada, grace] = await twoConnectedByCalls();
    const [first, second] = [await write(ada, grace, "a"), await write(ada, grace, "b")];
    await ada.call("readAllNotifications");
    await grace.call("readAllNotifications");
    const tab = await Tab.online(grace);
    tab.send("sync", {});
    await tab.receive("synced");
    const unread = await tab.receive("unread");
    expect(atEndOf({ after: unread.messages.last, more: false }, second)).toBe(true);
    expect(unread).toEqual({
      messages: { last: expect.any(String), count: 2, bySender: { [ada.id]: [first.id, second.id] } },
      notifications: { count: 0, last: expect.any(String) },
    });
    tab.send("read", { senderId: ada.id, upTo: first.id });
    await tab.receive("read");
    tab.send("sync", { after: second.id });
    const { messages } = await tab.receive("unread");
    expect(messages).toEqual({ last: expect.any(String), count: 1, bySender: { [ada.id]: [second.id] } });
    // The messages of an ended connection cannot be opened.
    await ada.call("disconnect", { params: { userId: grace.id } });
    tab.send("sync", { after: second.id });
    expect((await tab.receive("unread")).messages.bySender).toEqual({});
  });

  test("reports reads and deletions of the messages that the page has loaded", async () => {
    const [ada, grace] = await twoConnectedByCalls();
    const eve = await member("eve");
    await connectByCalls(ada, eve);
    const [first, second, third] = [
      await write(ada, grace, "one"),
      await write(ada, grace, "two"),
      await write(ada, grace, "three"),
    ];
    const [mine, older] = [await write(grace, ada, "four"), await write(eve, ada, "not loaded")];
    await grace.call("readMessages", { params: { userId: ada.id }, body: { upTo: second.id } });
    for (const [one, { id }] of [
      [ada, first],
      [grace, mine],
      [eve, older],
    ] as const) {
      await one.call("deleteMessage", { params: { messageId: id } });
    }
    const tab = await Tab.online(ada);
    tab.send("sync", { after: older.id, held: { [grace.id]: first.id, nobody: "1" } });
    await tab.receive("synced");
    const changes = tab.frames.flatMap((frame): unknown[] =>
      frame.type === "message_deleted" ? [frame.payload.id] : frame.type === "read" ? [frame.payload] : [],
    );
    expect(changes).toEqual([
      first.id,
      mine.id,
      { userId: grace.id, senderId: ada.id, upTo: String(Number(third.id) - 1) },
    ]);
    expect(tab.frames.filter(({ type }) => type === "message")).toEqual([]);
    const tooMany = Object.fromEntries(
      Array.from({ length: SYNC_CONVERSATIONS_MAX + 1 }, (_, n) => [`m${n}`, "1"]),
    );
    tab.send("sync", { held: tooMany });
    expect((await tab.receive("error")).type).toBe("sync");
  });

  test("sends the messages of several conversations in the order of their ids, page by page", async () => {
    const ada = await member("ada");
    const others = [await member("grace"), await member("eve"), await member("joan")];
    for (const other of others) await connectByCalls(ada, other);
    const sent: string[] = [];
    for (let turn = 0; turn < 4; turn++) {
      for (const other of others) {
        const [from, to] = turn % 2 ? [ada, other] : [other, ada];
        sent.push((await write(from, to, `turn ${turn}`)).id);
      }
    }
    const { ctx } = contextOf(ada);
    let after = sent[0] ?? "";
    const missed: string[] = [];
    for (let more = true; more; ) {
      const page = await listMissed(ctx, after, 4);
      missed.push(...page.messages.map(({ id }) => id));
      ({ cursor: after, more } = page);
    }
    const byConversation = (ids: string[]) => ids.toSorted((a, b) => Number(a) - Number(b));
    expect(byConversation(missed)).toEqual(
      byConversation(sent).filter((id) => !isCovered(sent[0] ?? "", id)),
    );
  });

  test("reads one row for each conversation without missed messages, and no more of one than a page", async () => {
    const [ada, grace] = await twoConnectedByCalls();
    const eve = await member("eve");
    await connectByCalls(ada, eve);
    await write(eve, ada, "known");
    await fill(grace, ada, 500);
    const { ctx, cost } = contextOf(ada);
    const { cursor } = await listMissed(ctx, "0", 1);
    const before = cost.rowsRead;
    expect((await listMissed(ctx, cursor, 20)).messages).toHaveLength(20);
    expect(cost.rowsRead - before).toBeLessThan(250);
  });

  test("sends many missed messages in parts, and none of other members", async () => {
    const [ada, grace] = await twoConnectedByCalls();
    await fill(ada, grace, SYNC_MAX + 5);
    const eve = await Tab.online(await member("eve"));
    eve.send("sync", { after: "0" });
    expect((await eve.receive("synced")).more).toBe(false);
    const tab = await Tab.online(grace);
    tab.send("sync", { after: "0" });
    let part = await tab.receive("synced");
    expect(part.more).toBe(true);
    while (part.more) {
      tab.send("sync", { after: part.after });
      part = await tab.receive("synced");
    }
    const contents = tab.frames.flatMap((frame) => (frame.type === "message" ? [frame.payload.content] : []));
    expect(contents).toEqual(Array.from({ length: SYNC_MAX + 5 }, (_, at) => `no. ${at}`));
  });
});

describe("files", () => {
  const send = (from: Member, to: Member, attachment: unknown, content?: string) =>
    from.call("sendMessage", { params: { userId: to.id }, body: { content, attachment } });

  test("an image is shown to its two members only", async () => {
    const [ada, grace] = await twoConnectedByCalls();
    const eve = await member("eve");
    await connectByCalls(ada, eve);
    const message = await send(ada, grace, { type: "text/html", data: photoUrl, name: "../me\n.jpg" });
    expect(message).toMatchObject({
      content: "Sent an attachment",
      attachment: { type: "image/webp", name: "me.jpg", url: `/api/chat/attachments/${message.id}` },
    });
    const url = message.attachment?.url ?? "";
    for (const one of [ada, grace]) {
      const reply = await one.fetch(`${url}?size=feed`);
      expect(reply.headers.get("Content-Type")).toBe("image/webp");
      expect(reply.headers.get("Content-Disposition")).toMatch(/^inline/);
      expect((await reply.arrayBuffer()).byteLength).toBeGreaterThan(50);
    }
    // Browsers revalidate a cached file, so the next member to sign in there gets a 404.
    const kept = await ada.fetch(url);
    expect(kept.headers.get("Cache-Control")).toBe("private, no-cache");
    const headers = { "If-None-Match": kept.headers.get("ETag") ?? "" };
    const again = await grace.fetch(url, { headers });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    expect((await eve.fetch(url, { headers })).status).toBe(404);
    expect((await eve.fetch(url)).status).toBe(404);
    expect((await new Client().fetch(url)).status).toBe(401);
    const row = await env.DB.prepare("SELECT attachment_media_id AS id FROM chat_messages WHERE id = ?")
      .bind(message.id)
      .first<{ id: string }>();
    expect((await ada.fetch(`/media/${row?.id}`)).status).toBe(404);
  });

  test.each([
    ["a PDF", "%PDF-1.7\n%âãÏÓ", "application/pdf", "pdf"],
    ["plain text", "Grüße\n", "text/plain", "txt"],
    ["HTML, as the text it is", "<script>alert(1)</script>", "text/plain", "txt"],
    [
      "Word",
      "PK\u0003\u0004 [Content_Types].xml word/document.xml",
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
      "docx",
    ],
  ])("%s is served as a download", async (_, bytes, type, extension) => {
    const [ada, grace] = await twoConnectedByCalls();
    const { attachment, content } = await send(
      ada,
      grace,
      { data: base64(bytes), name: "café (1).x" },
      "Look",
    );
    expect([attachment?.type, attachment?.name, content]).toEqual([type, `café (1).${extension}`, "Look"]);
    const reply = await grace.fetch(attachment?.url ?? "");
    expect(await reply.text()).toBe(bytes);
    expect(reply.headers.get("Content-Disposition")).toBe(
      `attachment; filename*=UTF-8''caf%C3%A9%20%281%29.${extension}`,
    );
    expect(reply.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(reply.headers.get("Content-Security-Policy")).toBe("sandbox; default-src 'none'");
  });

  test("of other types, too large or malformed are rejected and not stored", async () => {
    const [ada, grace] = await twoConnectedByCalls();
    const before = await stored();
    const executable = Buffer.from([0x4d, 0x5a, 0, 1, 2, 3]).toString("base64");
    expect(await sendError(ada, grace, { attachment: { data: executable } })).toMatchObject({ status: 415 });
    expect((await sendError(ada, grace, { attachment: { data: "***" } })).status).toBe(422);
    const large = Buffer.alloc(ATTACHMENT_MAX_BYTES + 1, "a").toString("base64");
    expect(await sendError(ada, grace, { attachment: { data: large } })).toMatchObject({
      status: 413,
      message: "Please select a file smaller than 5MB",
    });
    const eve = await member("eve");
    expect((await sendError(eve, ada, { attachment: { data: photoUrl } })).status).toBe(403);
    expect(await stored()).toBe(before);
    expect(
      (await env.DB.prepare("SELECT count(*) AS n FROM media WHERE user_id = ?").bind(eve.id).first())?.n,
    ).toBe(0);
  });
});
