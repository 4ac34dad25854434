import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { MESSAGE_EDIT_OVER, QUOTE_MAX } from "~/contract/limits";
import { inEnglish } from "~/contract/messages";
import { editMessage, reactToMessage } from "~/domain/chat/change-message";
import { sendMessage } from "~/domain/chat/send-message";
import { chatBindings } from "../../workers/chat-bindings";
import { connectByCalls, Tab, twoConnectedByCalls } from "./channel";
import { type Client, dataUrl, errorOf, type Member, member } from "./client";
import { contextOf } from "./context-of";

/** The chat databases: one, or three in the project `chats`. */
const d1s = [env.DB, ...chatBindings(env)];

const write = (from: Member, to: Member, content: string, replyTo?: string) =>
  from.call("sendMessage", { params: { userId: to.id }, body: { content, replyTo } });
const react = (one: Member, messageId: string, emoji: string | null) =>
  one.call("reactToMessage", { params: { messageId }, body: { emoji } });
const edit = (one: Member, messageId: string, content: string) =>
  one.call("editMessage", { params: { messageId }, body: { content } });
const history = (one: Member, other: Member) => one.call("listMessages", { params: { userId: other.id } });
const failed = async (one: Client, method: string, path: string, body: unknown) =>
  errorOf(await one.send(method, path, body));

describe("a reaction", () => {
  test("reaches every tab of both members, and is in the list; the second one of a member replaces the first", async () => {
    const [ada, grace] = await twoConnectedByCalls();
    const sent = await write(ada, grace, "the sea");
    const [hers, other, his] = [await Tab.online(ada), await Tab.online(ada), await Tab.online(grace)];
    await react(grace, sent.id, "😂");
    const first = { ...sent, reactions: [{ userId: grace.id, emoji: "😂" }], version: 1 };
    for (const tab of [hers, other, his]) expect(await tab.receive("message_changed")).toEqual(first);
    await react(ada, sent.id, "🙏");
    const both = await react(grace, sent.id, "👍");
    expect(both).toEqual({
      ...sent,
      reactions: [
        { userId: ada.id, emoji: "🙏" },
        { userId: grace.id, emoji: "👍" },
      ],
      version: 3,
    });
    expect(await history(ada, grace)).toEqual([both]);
    expect(await history(grace, ada)).toEqual([both]);
    expect(await react(grace, sent.id, null)).toEqual({
      ...sent,
      reactions: [{ userId: ada.id, emoji: "🙏" }],
      version: 4,
    });
  });

  test("that is repeated changes nothing, and is published again: the first frames may be lost", async () => {
    const [ada, grace] = await twoConnectedByCalls();
    const { id } = await write(ada, grace, "the sea");
    const tab = await Tab.online(ada);
    const [first, again] = [await react(grace, id, "❤️"), await react(grace, id, "❤️")];
    expect(again).toEqual(first);
    await tab.receive("message_changed");
    await tab.receive("message_changed");
    expect((await react(grace, id, null)).version).toBe(2);
    expect((await react(grace, id, null)).version).toBe(2);
  });

  test("of both at once leaves both, with a version each", async () => {
    const [ada, grace] = await twoConnectedByCalls();
    const { id } = await write(ada, grace, "the sea");
    const replies = await Promise.all([react(ada, id, "😮"), react(grace, id, "😢")]);
    expect(replies.map(({ version }) => version).sort()).toEqual([1, 2]);
    const [stored] = await history(ada, grace);
    expect(stored?.reactions?.map(({ emoji }) => emoji)).toEqual(["😮", "😢"]);
  });

  test("is one emoji, in its complete form", async () => {
    const [ada, grace] = await twoConnectedByCalls();
    const { id } = await write(ada, grace, "the sea");
    for (const emoji of ["❤️", "👩‍👩‍👧‍👦", "🇳🇿", "👍🏽", "1️⃣", "🏴󠁧󠁢󠁳󠁣󠁴󠁿"]) {
      expect((await react(ada, id, emoji)).reactions).toEqual([{ userId: ada.id, emoji }]);
    }
    expect((await react(ada, id, " ❤ ")).reactions).toEqual([{ userId: ada.id, emoji: "❤️" }]);
    for (const emoji of ["", "a", "1", "❤️❤️", "🏽 x", "<b>", "\u200d", "🙂🙂", "x".repeat(5000)]) {
      const reply = await failed(ada, "POST", `/api/chat/message/${id}/reaction`, { emoji });
      expect(reply).toMatchObject({ status: 422, message: "Please choose one emoji" });
    }
  });

  test("is for the two members while they are connected", async () => {
    const [ada, grace] = await twoConnectedByCalls();
    const eve = await member("eve");
    await connectByCalls(ada, eve);
    const { id } = await write(ada, grace, "the sea");
    const path = `/api/chat/message/${id}/reaction`;
    expect((await failed(eve, "POST", path, { emoji: "👍" })).status).toBe(404);
    await react(grace, id, "👍");
    await grace.call("disconnect", { params: { userId: ada.id } });
    for (const one of [ada, grace]) {
      const reply = await failed(one, "POST", path, { emoji: "😢" });
      expect(reply).toEqual({ status: 403, message: "Only connections can reach each other." });
    }
    await connectByCalls(ada, grace);
    await react(ada, id, "😢");
    await ada.call("blockMember", { params: { userId: grace.id } });
    expect((await failed(grace, "POST", path, { emoji: "😮" })).status).toBe(403);
  });
});

describe("an edit", () => {
  test("reaches every tab of both members, the list of chats and the lists of messages", async () => {
    const [ada, grace] = await twoConnectedByCalls();
    const sent = await write(ada, grace, "teh sea");
    expect((await grace.call("listChats"))[0]?.lastMessage?.content).toBe("teh sea");
    const [hers, his] = [await Tab.online(ada), await Tab.online(grace)];
    const edited = await edit(ada, sent.id, "  the sea  ");
    expect(edited).toEqual({
      ...sent,
      content: "the sea",
      editedAt: expect.stringMatching(/Z$/),
      version: 1,
    });
    for (const tab of [hers, his]) expect(await tab.receive("message_changed")).toEqual(edited);
    expect(await edit(ada, sent.id, "the sea")).toEqual(edited);
    expect(await history(grace, ada)).toEqual([edited]);
    expect((await grace.call("listChats"))[0]?.lastMessage?.content).toBe("the sea");
  });

  test("is for one's own text, for 15 minutes", async () => {
    const [ada, grace] = await twoConnectedByCalls();
    const { id } = await write(ada, grace, "the sea");
    const path = `/api/chat/message/${id}`;
    expect(await failed(grace, "PATCH", path, { content: "mine" })).toEqual({
      status: 403,
      message: "You can only edit your own messages.",
    });
    expect((await failed(await member("eve"), "PATCH", path, { content: "mine" })).status).toBe(404);
    expect(await failed(ada, "PATCH", path, { content: "  " })).toMatchObject({ status: 422 });
    const data = dataUrl;
    const photo = await ada.call("sendMessage", {
      params: { userId: grace.id },
      body: { attachment: { data } },
    });
    expect(await failed(ada, "PATCH", `/api/chat/message/${photo.id}`, { content: "text" })).toEqual({
      status: 403,
      message: "Only a message without an attachment can be edited.",
    });
    const { ctx } = contextOf(ada);
    const later = (minutes: number) => ({ ...ctx, now: () => new Date(Date.now() + minutes * 60_000) });
    await editMessage(later(14), id, "the sea at 14");
    await expect(editMessage(later(16), id, "the sea at 16")).rejects.toThrow(inEnglish(MESSAGE_EDIT_OVER));
    // A page whose reply was lost sends it again.
    expect((await editMessage(later(16), id, "the sea at 14")).content).toBe("the sea at 14");
    await grace.call("disconnect", { params: { userId: ada.id } });
    expect((await failed(ada, "PATCH", path, { content: "more" })).status).toBe(403);
  });
});

describe("a reply", () => {
  test("quotes its original in every list and frame, as it is now", async () => {
    const [ada, grace] = await twoConnectedByCalls();
    const original = await write(ada, grace, `the sea ${"~".repeat(QUOTE_MAX)}`);
    const his = await Tab.online(ada);
    const sent = await write(grace, ada, "which one?", original.id);
    const quote = { senderId: ada.id, content: original.content.slice(0, QUOTE_MAX) };
    expect(sent.replyTo).toEqual({ id: original.id, original: quote });
    expect((await his.receive("message")).replyTo).toEqual(sent.replyTo);
    his.send("message", { receiverId: grace.id, content: "this one", clientId: "r-1", replyTo: sent.id });
    const byFrame = await his.receive("message", ({ clientId }) => clientId === "r-1");
    expect(byFrame.replyTo?.original).toEqual({ senderId: grace.id, content: "which one?" });
    await edit(ada, original.id, "the lake");
    const quotes = async () => (await history(ada, grace)).map(({ replyTo }) => replyTo?.original);
    expect(await quotes()).toEqual([byFrame.replyTo?.original, { ...quote, content: "the lake" }, undefined]);
    await ada.call("deleteMessage", { params: { messageId: original.id } });
    expect((await quotes())[1]).toBe(null);
    his.send("sync", { after: original.id });
    expect((await his.receive("message", ({ id }) => id === sent.id)).replyTo).toEqual({
      id: original.id,
      original: null,
    });
  });

  test("to a deleted message is stored; one to a message of another conversation is refused", async () => {
    const [ada, grace] = await twoConnectedByCalls();
    const eve = await member("eve");
    await connectByCalls(ada, eve);
    const [original, foreign] = [await write(ada, grace, "the sea"), await write(ada, eve, "a secret")];
    await ada.call("deleteMessage", { params: { messageId: original.id } });
    expect((await write(grace, ada, "which one?", original.id)).replyTo).toEqual({
      id: original.id,
      original: null,
    });
    const message = "The message that you answer is not in this conversation.";
    const data = dataUrl;
    for (const body of [
      { content: "what?", replyTo: foreign.id },
      { content: "what?", replyTo: "999999" },
      { attachment: { data }, replyTo: foreign.id },
    ]) {
      expect(await failed(grace, "POST", `/api/chat/messages/${ada.id}`, body)).toMatchObject({
        status: 422,
        message,
      });
    }
    expect((await history(grace, ada)).length).toBe(1);
    const malformed = { content: "what?", replyTo: "7 apples" };
    expect((await failed(grace, "POST", `/api/chat/messages/${ada.id}`, malformed)).status).toBe(422);
  });
});

describe("sync", () => {
  test("reports the messages that have changed, in their present state, from the oldest loaded one on", async () => {
    const [ada, grace] = await twoConnectedByCalls();
    const [before, first, second, third] = [
      await write(ada, grace, "not loaded"),
      await write(ada, grace, "one"),
      await write(ada, grace, "two"),
      await write(ada, grace, "three"),
    ];
    await react(grace, before.id, "👍");
    await edit(ada, second.id, "two, edited");
    await react(grace, second.id, "👍");
    await react(grace, first.id, "👍");
    await react(grace, first.id, null);
    await react(ada, third.id, "😮");
    await ada.call("deleteMessage", { params: { messageId: third.id } });
    const tab = await Tab.online(ada);
    tab.send("sync", { after: third.id, held: { [grace.id]: first.id } });
    await tab.receive("synced");
    const changed = tab.frames.flatMap((frame) => (frame.type === "message_changed" ? [frame.payload] : []));
    expect(changed).toEqual(
      (await history(ada, grace)).filter(({ id }) => [first.id, second.id].includes(id)),
    );
    expect(changed.map(({ version }) => version)).toEqual([2, 2]);
  });
});

test("a deleted message loses its quote, its reactions and its version", async () => {
  const [ada, grace] = await twoConnectedByCalls();
  const original = await write(ada, grace, "the sea");
  const { id } = await write(ada, grace, "the lake", original.id);
  await edit(ada, id, "the river");
  await react(ada, id, "👍");
  await react(grace, id, "👍");
  await ada.call("deleteMessage", { params: { messageId: id } });
  const found = await Promise.all(
    d1s.map((d1) =>
      d1
        .prepare(
          "SELECT content, reply_to, sender_reaction, receiver_reaction, edited_at, version FROM chat_messages WHERE id = ?",
        )
        .bind(Number(id))
        .raw(),
    ),
  );
  expect(found.flat()).toEqual([[null, null, null, null, null, null]]);
});

test("a reaction takes one trip and writes the row and an index entry, an edit two entries; a reply writes what a message does", async () => {
  const [ada, grace] = await twoConnectedByCalls();
  const { id } = await write(ada, grace, "the sea");
  const [reaction, change, reply] = [contextOf(grace), contextOf(ada), contextOf(grace)];
  await reactToMessage(reaction.ctx, id, "👍");
  expect([reaction.cost.trips, reaction.cost.rowsWritten]).toEqual([1, 2]);
  await editMessage(change.ctx, id, "the lake");
  expect([change.cost.trips, change.cost.rowsWritten]).toEqual([1, 3]);
  const input = { content: "which?", clientId: crypto.randomUUID(), replyTo: id };
  await sendMessage(reply.ctx, ada.id, input);
  expect(reply.cost.rowsWritten).toBe(6);
});
