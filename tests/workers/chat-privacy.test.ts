import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { chatBindings } from "../../workers/chat-bindings";
import { connectByCalls, eventually, Tab, twoConnectedByCalls } from "./channel";
import { errorOf, type Member, member } from "./client";

const write = async (from: Member, to: Member, content = "Hi") =>
  (await from.call("sendMessage", { params: { userId: to.id }, body: { content } })).id;
const hide = (one: Member, body: { hidesTyping?: boolean; hidesReads?: boolean }) =>
  one.call("setChatPrivacy", { body });
const read = (one: Member, sender: Member) => one.call("readMessages", { params: { userId: sender.id } });
/** Returns the messages that a member sees as read, oldest first. */
const seenRead = async (one: Member, other: Member) =>
  (await one.call("listMessages", { params: { userId: other.id } }))
    .filter(({ isRead }) => isRead)
    .map(({ id }) => id)
    .reverse();
const syncLoaded = (tab: Tab, other: Member) => {
  tab.send("sync", { after: "0", held: { [other.id]: "1" } });
  return tab.receive("synced");
};

test("the call changes the fields that it has, and refuses a body without any", async () => {
  const ada = await member("ada");
  expect(await hide(ada, { hidesTyping: true })).toEqual({ hidesTyping: true, hidesReads: false });
  expect(await hide(ada, { hidesReads: true })).toEqual({ hidesTyping: true, hidesReads: true });
  expect(await hide(ada, { hidesTyping: false })).toEqual({ hidesTyping: false, hidesReads: true });
  for (const body of [{}, { hidesReads: "yes" }, { hidesReads: null }, []]) {
    expect((await ada.send("POST", "/api/chat/privacy", body)).status).toBeGreaterThanOrEqual(400);
  }
  expect(await errorOf(await ada.send("POST", "/api/chat/privacy", {}))).toMatchObject({
    status: 422,
    message: "Please choose what to hide.",
  });
});

describe("typing", () => {
  test.each(["the one who types", "the one who would see it"])(
    "does not reach anybody while %s hides it, and does again afterwards",
    async (who) => {
      const [ada, grace] = await twoConnectedByCalls();
      const [hers, his] = [await Tab.online(ada), await Tab.online(grace)];
      // The hubs cache their connections from here on.
      hers.send("typing", { receiverId: grace.id });
      await his.receive("typing");
      const hider = who === "the one who types" ? ada : grace;
      await hide(hider, { hidesTyping: true });
      hers.send("typing", { receiverId: grace.id });
      await hers.settled();
      his.send("typing", { receiverId: ada.id });
      await his.settled();
      for (const tab of [hers, his]) {
        expect(tab.frames.filter(({ type }) => type === "typing" || type === "error")).toEqual([]);
      }
      await hide(hider, { hidesTyping: false });
      hers.send("typing", { receiverId: grace.id });
      expect(await his.receive("typing")).toMatchObject({ userId: ada.id });
    },
  );

  test("reaches others while one connection hides it, and messages and read marks go on", async () => {
    const [ada, grace] = await twoConnectedByCalls();
    const eve = await member("eve");
    await connectByCalls(ada, eve);
    await hide(grace, { hidesTyping: true });
    const [hers, eves] = [await Tab.online(ada), await Tab.online(eve)];
    hers.send("typing", { receiverId: eve.id });
    await eves.receive("typing");
    const id = await write(grace, ada);
    await read(ada, grace);
    expect(await seenRead(grace, ada)).toEqual([id]);
  });
});

describe("read marks", () => {
  test.each(["reader", "sender"])(
    "are not shown to the sender while the %s hides them, and stay hidden for these messages",
    async (who) => {
      const [ada, grace] = await twoConnectedByCalls();
      const [hers, his, other] = [await Tab.online(ada), await Tab.online(grace), await Tab.online(grace)];
      const before = await write(ada, grace, "before");
      await read(grace, ada);
      await hers.receive("read", ({ upTo }) => upTo === before);
      await his.receive("read");
      await other.receive("read");
      const hider = who === "reader" ? grace : ada;
      await hide(hider, { hidesReads: true });
      const meanwhile = await write(ada, grace, "meanwhile");
      his.send("read", { senderId: ada.id, upTo: meanwhile });
      // The reader's own tabs follow, and the reader's count is exact.
      expect(await other.receive("read")).toMatchObject({ userId: grace.id, upTo: meanwhile });
      expect(await grace.call("countUnreadMessages")).toEqual({ count: 0 });
      expect(await seenRead(grace, ada)).toEqual([before, meanwhile]);
      expect(await seenRead(ada, grace)).toEqual([before]);
      await hers.settled();
      expect(hers.frames.filter(({ type }) => type === "read")).toEqual([]);
      await hide(hider, { hidesReads: false });
      // A page that repeats its mark reveals nothing either.
      his.send("read", { senderId: ada.id, upTo: meanwhile });
      his.send("read", { senderId: ada.id });
      // Nor does a mark up to a later message, here one of the reader's own.
      his.send("read", { senderId: ada.id, upTo: await write(grace, ada, "an answer") });
      await his.settled();
      await read(grace, ada);
      expect(await seenRead(ada, grace)).toEqual([before]);
      await syncLoaded(hers, grace);
      expect(hers.frames.flatMap((frame) => (frame.type === "read" ? [frame.payload.upTo] : []))).toEqual([
        before,
      ]);
      const after = await write(ada, grace, "after");
      his.send("read", { senderId: ada.id, upTo: after });
      expect(await hers.receive("read", ({ upTo }) => upTo === after)).toMatchObject({ userId: grace.id });
      expect(await seenRead(ada, grace)).toEqual([before, after]);
    },
  );

  test("stay hidden in every frame and reply with the message", async () => {
    const [ada, grace] = await twoConnectedByCalls();
    await hide(grace, { hidesReads: true });
    const id = await write(ada, grace, "a walk at dusk");
    await read(grace, ada);
    const [hers, his] = [await Tab.online(ada), await Tab.online(grace)];
    const reacted = await grace.call("reactToMessage", { params: { messageId: id }, body: { emoji: "❤️" } });
    expect(reacted.isRead).toBe(true);
    expect(await hers.receive("message_changed")).toMatchObject({ id, isRead: false });
    expect(await his.receive("message_changed")).toMatchObject({ id, isRead: true });
    await syncLoaded(hers, grace);
    expect(await hers.receive("message")).toMatchObject({ id, isRead: false });
    expect(await hers.receive("message_changed")).toMatchObject({ id, isRead: false });
    expect(hers.frames.filter(({ type }) => type === "read")).toEqual([]);
    await syncLoaded(his, ada);
    expect(await his.receive("message")).toMatchObject({ id, isRead: true });
    for (const [one, other, isRead] of [
      [ada, grace, false],
      [grace, ada, true],
    ] as const) {
      const path = `/api/chat/messages/${other.id}/search?q=dusk`;
      expect(await (await one.send("GET", path)).json()).toMatchObject([{ id, isRead }]);
      expect(await (await one.send("GET", "/api/chat/search?q=dusk")).json()).toMatchObject([
        { message: { id, isRead } },
      ]);
    }
    const files = await ada.fetch("/api/chat/connections");
    expect(await files.text()).not.toContain("isRead");
  });

  test("of a message sent again with its key are hidden too", async () => {
    const [ada, grace] = await twoConnectedByCalls();
    await hide(grace, { hidesReads: true });
    const body = { content: "Hi", clientId: "one" };
    await ada.call("sendMessage", { params: { userId: grace.id }, body });
    await read(grace, ada);
    expect((await ada.call("sendMessage", { params: { userId: grace.id }, body })).isRead).toBe(false);
  });

  test("are hidden from a moment on: a message read before stays read", async () => {
    const [ada, grace] = await twoConnectedByCalls();
    const id = await write(ada, grace);
    await read(grace, ada);
    for (const one of [ada, grace]) await hide(one, { hidesReads: true });
    expect(await seenRead(ada, grace)).toEqual([id]);
  });
});

test("a deleted account leaves nothing of its marks", async () => {
  const [ada, grace] = await twoConnectedByCalls();
  await hide(grace, { hidesReads: true });
  await write(ada, grace);
  await read(grace, ada);
  await grace.call("deleteAccount", { body: { confirmation: grace.username, currentPassword: "sunset" } });
  await eventually(async () => {
    for (const d1 of [env.DB, ...chatBindings(env)]) {
      const { results } = await d1
        .prepare(`SELECT 1 FROM chat_messages WHERE coalesce(read_privately, forwarded) IS NOT NULL
          AND (conversation IS NULL OR conversation NOT IN (SELECT key FROM conversations))`)
        .all();
      expect(results).toEqual([]);
    }
  });
});
