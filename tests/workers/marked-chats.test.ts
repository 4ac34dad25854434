import { env } from "cloudflare:test";
import { afterEach, describe, expect, test, vi } from "vitest";
import { connectByCalls, Tab, twoConnectedByCalls } from "./channel";
import { errorOf, type Member, member } from "./client";
import { useFakeClock } from "./hubs";

afterEach(() => {
  vi.useRealTimers();
});

const ALWAYS = "9999-12-31T23:59:59.999Z";
const write = async (from: Member, to: Member, content = "Hi") =>
  (await from.call("sendMessage", { params: { userId: to.id }, body: { content } })).id;
const mute = (one: Member, other: Member, length = "always") =>
  one.call("muteChat", { params: { userId: other.id }, body: { length } });
const archive = (one: Member, other: Member, upTo: string | null) =>
  one.call("archiveChat", { params: { userId: other.id }, body: { upTo } });
const chatOf = async (one: Member, other: Member) =>
  (await one.call("listChats")).find(({ userId }) => userId === other.id);
const unread = async (one: Member) => (await one.call("countUnreadMessages")).count;

describe("a muted chat", () => {
  test("is muted for a length of time, reaches the member's own tabs only, and can be turned back on", async () => {
    const [ada, grace] = await twoConnectedByCalls();
    const [hers, other, his] = [await Tab.online(ada), await Tab.online(ada), await Tab.online(grace)];
    for (const [length, ms] of [
      ["hour", 3_600_000],
      ["8-hours", 8 * 3_600_000],
    ] as const) {
      const before = Date.now();
      const state = await mute(ada, grace, length);
      const end = Date.parse(state.mutedUntil ?? "");
      expect(end).toBeGreaterThanOrEqual(before + ms);
      expect(end).toBeLessThanOrEqual(Date.now() + ms);
      for (const tab of [hers, other]) expect(await tab.receive("chat_state")).toEqual(state);
    }
    expect(await mute(ada, grace)).toEqual({ userId: grace.id, mutedUntil: ALWAYS });
    expect(await mute(ada, grace)).toEqual({ userId: grace.id, mutedUntil: ALWAYS });
    expect(await chatOf(ada, grace)).toMatchObject({ mutedUntil: ALWAYS });
    expect(await mute(ada, grace, "off")).toEqual({ userId: grace.id });
    expect(await chatOf(ada, grace)).not.toHaveProperty("mutedUntil");
    expect(await chatOf(grace, ada)).not.toHaveProperty("mutedUntil");
    await his.settled();
    expect(his.frames.filter(({ type }) => type === "chat_state")).toEqual([]);
  });

  test("gets messages as ever, which count in its row and not in the number of all", async () => {
    const [ada, grace] = await twoConnectedByCalls();
    const eve = await member("eve");
    await connectByCalls(ada, eve);
    await mute(ada, grace);
    const hers = await Tab.online(ada);
    await write(grace, ada);
    await hers.receive("message");
    await write(eve, ada);
    expect(await unread(ada)).toBe(1);
    expect(await chatOf(ada, grace)).toMatchObject({ unreadCount: 1 });
    hers.send("sync", {});
    const { messages } = await hers.receive("unread");
    expect(messages.count).toBe(1);
    expect(Object.keys(messages.bySender)).toEqual([eve.id]);
    expect(messages.muted).toEqual({ [grace.id]: ALWAYS });
    expect(await ada.call("readMessages", { params: { userId: eve.id } })).toEqual({ count: 0 });
    expect(await mute(ada, grace, "off")).toEqual({ userId: grace.id });
    expect(await unread(ada)).toBe(1);
    hers.send("sync", {});
    expect((await hers.receive("unread")).messages).not.toHaveProperty("muted");
    expect(await ada.call("readMessages", { params: { userId: grace.id } })).toEqual({ count: 0 });
  });

  test("does not crowd others out of the list of unread messages, however many it has", async () => {
    const [ada, grace] = await twoConnectedByCalls();
    const eve = await member("eve");
    await connectByCalls(ada, eve);
    for (let at = 0; at < 101; at++) await write(grace, ada);
    const id = await write(eve, ada);
    await mute(ada, grace);
    const hers = await Tab.online(ada);
    hers.send("sync", {});
    expect((await hers.receive("unread")).messages).toMatchObject({ count: 1, bySender: { [eve.id]: [id] } });
  });

  test("counts again when its time is over, although the hub has cached the count", async () => {
    const [ada, grace] = await twoConnectedByCalls();
    await write(grace, ada);
    await mute(ada, grace, "hour");
    useFakeClock();
    expect(await unread(ada)).toBe(0);
    // The database has a clock of its own: for it, the end moves into the past.
    await env.DB.exec("UPDATE connection_sides SET muted_until = 1 WHERE muted_until IS NOT NULL");
    expect(await unread(ada)).toBe(0);
    vi.setSystemTime(Date.now() + 3_600_001);
    expect(await unread(ada)).toBe(1);
  });
});

describe("an archived chat", () => {
  test("is archived up to a message, in every tab of the member, and can be taken out", async () => {
    const [ada, grace] = await twoConnectedByCalls();
    const id = await write(grace, ada);
    const [hers, other] = [await Tab.online(ada), await Tab.online(ada)];
    const state = { userId: grace.id, archivedTo: id };
    for (let time = 0; time < 2; time++) {
      expect(await archive(ada, grace, id)).toEqual(state);
      for (const tab of [hers, other]) expect(await tab.receive("chat_state")).toEqual(state);
    }
    expect(await chatOf(ada, grace)).toMatchObject({ archivedTo: id, lastMessage: { id } });
    expect(await chatOf(grace, ada)).not.toHaveProperty("archivedTo");
    const next = await write(grace, ada);
    expect(await chatOf(ada, grace)).toMatchObject({
      archivedTo: id,
      lastMessage: { id: next },
      unreadCount: 2,
    });
    // Archived messages count until they are read.
    expect(await unread(ada)).toBe(2);
    expect(await archive(ada, grace, null)).toEqual({ userId: grace.id });
    expect(await chatOf(ada, grace)).not.toHaveProperty("archivedTo");
  });

  test("keeps its mute, and the other way round", async () => {
    const [ada, grace] = await twoConnectedByCalls();
    await archive(ada, grace, "0");
    expect(await mute(ada, grace)).toEqual({ userId: grace.id, archivedTo: "0", mutedUntil: ALWAYS });
    expect(await archive(ada, grace, null)).toEqual({ userId: grace.id, mutedUntil: ALWAYS });
  });
});

test("marks end with the connection, and nobody but a connection can be marked", async () => {
  const [ada, grace] = await twoConnectedByCalls();
  const eve = await member("eve");
  await mute(ada, grace);
  await archive(ada, grace, "5");
  await ada.call("disconnect", { params: { userId: grace.id } });
  for (const userId of [grace.id, eve.id, ada.id, "nobody", "%00", "x".repeat(500)]) {
    for (const [what, body] of [
      ["mute", { length: "always" }],
      ["archive", { upTo: "1" }],
    ] as const) {
      const reply = await ada.send(
        "POST",
        `/api/chat/connections/${encodeURIComponent(userId)}/${what}`,
        body,
      );
      expect(await errorOf(reply)).toMatchObject({
        status: 403,
        message: "Only connections can reach each other.",
      });
    }
  }
  await connectByCalls(ada, grace);
  const chat = await chatOf(ada, grace);
  expect(chat).not.toHaveProperty("mutedUntil");
  expect(chat).not.toHaveProperty("archivedTo");
});

test("bodies that break a rule are refused with its message", async () => {
  const [ada, grace] = await twoConnectedByCalls();
  const send = (what: string, body: unknown) =>
    ada.send("POST", `/api/chat/connections/${grace.id}/${what}`, body).then(errorOf);
  for (const body of [{}, { length: "week" }, { length: null }, { length: ["hour"] }]) {
    expect(await send("mute", body)).toMatchObject({
      status: 422,
      message: "Please choose how long to mute the chat.",
    });
  }
  for (const body of [
    {},
    { upTo: "" },
    { upTo: "-1" },
    { upTo: 7 },
    { upTo: "1".repeat(16) },
    { upTo: "1.5" },
  ]) {
    expect([400, 422]).toContain((await send("archive", body)).status);
  }
  expect(await chatOf(ada, grace)).not.toHaveProperty("archivedTo");
});

test("a frame that arrives late says how the chat is marked now", async () => {
  const [ada, grace] = await twoConnectedByCalls();
  const tab = await Tab.online(ada);
  await mute(ada, grace);
  await tab.receive("chat_state");
  await env.DB.prepare("UPDATE connection_sides SET archived_to = 9 WHERE muted_until IS NOT NULL").run();
  await env.USER_HUB.getByName(ada.id).deliver([{ type: "chat_state", payload: { userId: grace.id } }]);
  expect(await tab.receive("chat_state")).toEqual({ userId: grace.id, mutedUntil: ALWAYS, archivedTo: "9" });
  await ada.call("disconnect", { params: { userId: grace.id } });
  await env.USER_HUB.getByName(ada.id).deliver([{ type: "chat_state", payload: { userId: grace.id } }]);
  await tab.settled();
  expect(tab.frames.filter(({ type }) => type === "chat_state")).toEqual([]);
});
