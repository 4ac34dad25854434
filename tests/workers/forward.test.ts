import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { FORWARD_MISSING } from "~/contract/message-texts";
import { inEnglish } from "~/contract/messages";
import { chatBindings } from "../../workers/chat-bindings";
import { connectByCalls, Tab } from "./channel";
import { errorOf, type Member, member, dataUrl as photoUrl } from "./client";

/** Ada is connected with Grace and with Eve, who do not know each other. */
async function cast(): Promise<[Member, Member, Member]> {
  const three: [Member, Member, Member] = [await member("ada"), await member("grace"), await member("eve")];
  const [ada, grace, eve] = three;
  await connectByCalls(ada, grace);
  await connectByCalls(ada, eve);
  return three;
}

const write = (from: Member, to: Member, body: object) =>
  from.call("sendMessage", { params: { userId: to.id }, body });
const forward = (from: Member, to: Member, messageId: string, clientId?: string) =>
  write(from, to, { forward: messageId, clientId });
const refused = async (from: Member, to: Member, body: object) =>
  errorOf(await from.send("POST", `/api/chat/messages/${to.id}`, body));
const history = (one: Member, other: Member) => one.call("listMessages", { params: { userId: other.id } });
const text = "data:text/plain;base64,aGVsbG8=";

const mediaCount = async () =>
  (await env.DB.prepare("SELECT count(*) AS count FROM media").first<number>("count")) ?? 0;

describe("a forwarded message", () => {
  test.each(["another's", "an own"])(
    "has the text of %s message, the mark, and nothing of its origin",
    async (whose) => {
      const [ada, grace, eve] = await cast();
      const content = "the sea at dusk";
      const original =
        whose === "an own" ? await write(ada, grace, { content }) : await write(grace, ada, { content });
      const eves = await Tab.online(eve);
      const sent = await forward(ada, eve, original.id);
      expect(sent).toEqual({
        id: expect.any(String),
        senderId: ada.id,
        receiverId: eve.id,
        content,
        isRead: false,
        createdAt: expect.any(String),
        isForwarded: true,
      });
      const received = await eves.receive("message");
      expect(received).toMatchObject(sent);
      expect(JSON.stringify([received, await history(eve, ada)])).not.toContain(grace.id);
      expect(JSON.stringify(received)).not.toContain(grace.username);
      expect(await history(eve, ada)).toEqual([sent]);
      // Forwarded on, and back to where it came from.
      expect(await forward(eve, ada, sent.id)).toMatchObject({ content, isForwarded: true });
      expect(await forward(ada, grace, sent.id)).toMatchObject({ content, isForwarded: true });
    },
  );

  test("has no reply, reactions or edits of the original, and the text as it is now", async () => {
    const [ada, grace, eve] = await cast();
    const { id: first } = await write(grace, ada, { content: "first" });
    const { id } = await write(ada, grace, { content: "second", replyTo: first });
    await grace.call("reactToMessage", { params: { messageId: id }, body: { emoji: "❤️" } });
    await ada.call("editMessage", { params: { messageId: id }, body: { content: "third" } });
    const sent = await forward(ada, eve, id);
    expect(sent.content).toBe("third");
    for (const field of ["replyTo", "reactions", "editedAt", "version"])
      expect(sent).not.toHaveProperty(field);
  });

  test.each([
    ["photo", photoUrl],
    ["file", text],
  ])("has a %s of its own, which neither deletion of the other takes away", async (_, data) => {
    const [ada, grace, eve] = await cast();
    const original = await write(grace, ada, { attachment: { data, name: "dusk.jpg" } });
    const sent = await forward(ada, eve, original.id);
    expect(sent).toMatchObject({
      content: "Sent an attachment",
      attachment: { ...original.attachment, url: `/api/chat/attachments/${sent.id}` },
      isForwarded: true,
    });
    const bytesOf = async (one: Member, url = "") => {
      const reply = await one.fetch(url);
      return reply.status === 200 ? new Uint8Array(await reply.arrayBuffer()).length : reply.status;
    };
    const size = await bytesOf(grace, original.attachment?.url);
    expect(size).toBeGreaterThan(4);
    for (const one of [ada, eve]) expect(await bytesOf(one, sent.attachment?.url)).toBe(size);
    // Neither may open the other's.
    expect(await bytesOf(grace, sent.attachment?.url)).toBe(404);
    expect(await bytesOf(eve, original.attachment?.url)).toBe(404);
    const again = await forward(ada, grace, sent.id);
    await ada.call("deleteMessage", { params: { messageId: sent.id } });
    expect(await bytesOf(eve, sent.attachment?.url)).toBe(404);
    expect(await bytesOf(grace, original.attachment?.url)).toBe(size);
    await grace.call("deleteMessage", { params: { messageId: original.id } });
    expect(await bytesOf(grace, again.attachment?.url)).toBe(size);
    if (data === photoUrl)
      expect(await bytesOf(grace, `${again.attachment?.url}?size=feed`)).toBeGreaterThan(4);
  });

  test("is stored once for a key, with one copy of its file, also when the original is deleted meanwhile", async () => {
    const [ada, grace, eve] = await cast();
    const files = await mediaCount();
    for (const body of [{ content: "once" }, { attachment: { data: text, name: "a.txt" } }]) {
      const original = await write(grace, ada, body);
      const clientId = crypto.randomUUID();
      const sent = await forward(ada, eve, original.id, clientId);
      expect(await forward(ada, eve, original.id, clientId)).toEqual(sent);
      await grace.call("deleteMessage", { params: { messageId: original.id } });
      expect(await forward(ada, eve, original.id, clientId)).toEqual(sent);
      expect((await history(eve, ada)).filter(({ id }) => id === sent.id)).toHaveLength(1);
    }
    expect(await mediaCount()).toBe(files + 1);
  });

  test("reaches its receiver by the channel as well, and is acknowledged by its key", async () => {
    const [ada, grace, eve] = await cast();
    const { id } = await write(grace, ada, { content: "the sea" });
    const [hers, eves] = [await Tab.online(ada), await Tab.online(eve)];
    hers.send("message", { receiverId: eve.id, content: "", clientId: "one", forward: id });
    for (const tab of [hers, eves]) {
      expect(await tab.receive("message")).toMatchObject({
        clientId: "one",
        content: "the sea",
        isForwarded: true,
      });
    }
    await grace.call("deleteMessage", { params: { messageId: id } });
    hers.send("message", { receiverId: eve.id, content: "", clientId: "two", forward: id });
    expect(await hers.receive("error")).toMatchObject({
      type: "message",
      clientId: "two",
      message: inEnglish(FORWARD_MISSING),
    });
  });

  test("cannot be edited", async () => {
    const [ada, grace, eve] = await cast();
    const { id } = await forward(ada, eve, (await write(grace, ada, { content: "the sea" })).id);
    expect(
      await errorOf(await ada.send("PATCH", `/api/chat/message/${id}`, { content: "not it" })),
    ).toMatchObject({
      status: 403,
      message: "A forwarded message cannot be edited.",
    });
  });

  test("has no mark once it is deleted", async () => {
    const [ada, grace, eve] = await cast();
    const { id } = await forward(ada, eve, (await write(grace, ada, { content: "the sea" })).id);
    await ada.call("deleteMessage", { params: { messageId: id } });
    for (const d1 of [env.DB, ...chatBindings(env)]) {
      const row = await d1.prepare("SELECT forwarded FROM chat_messages WHERE id = ?").bind(id).first();
      expect(row ?? { forwarded: null }).toEqual({ forwarded: null });
    }
  });
});

describe("a message that cannot be forwarded", () => {
  test("is one that is deleted, unknown, or of others: each with the same error", async () => {
    const [ada, grace, eve] = await cast();
    const deleted = await write(grace, ada, { content: "gone" });
    await grace.call("deleteMessage", { params: { messageId: deleted.id } });
    const secret = await write(ada, eve, { content: "secret" });
    const zoe = await member("zoe");
    await connectByCalls(grace, zoe);
    for (const [one, to, id] of [
      [ada, eve, deleted.id],
      [ada, eve, "999999999999999"],
      [ada, eve, "0"],
      [grace, zoe, secret.id],
    ] as const) {
      expect(await refused(one, to, { forward: id })).toMatchObject({
        status: 404,
        message: inEnglish(FORWARD_MISSING),
      });
    }
    expect(await history(zoe, grace)).toEqual([]);
  });

  test("is one with a member of a block, in either direction", async () => {
    const [ada, grace, eve] = await cast();
    const { id } = await write(grace, ada, { content: "the sea" });
    await grace.call("blockMember", { params: { userId: ada.id } });
    expect((await refused(ada, eve, { forward: id })).status).toBe(404);
    await grace.call("unblockMember", { params: { userId: ada.id } });
    expect(await forward(ada, eve, id)).toMatchObject({ content: "the sea" });
  });

  test("to anybody but a connection is refused, and nothing is copied", async () => {
    const [ada, grace, eve] = await cast();
    const zoe = await member("zoe");
    const { id } = await write(grace, ada, { attachment: { data: text, name: "a.txt" } });
    const [files, { objects: stored }] = [
      await mediaCount(),
      await env.MEDIA.list({ prefix: "attachments/" }),
    ];
    await eve.call("blockMember", { params: { userId: ada.id } });
    for (const to of [zoe, eve, ada]) {
      expect(await refused(ada, to, { forward: id })).toMatchObject({ status: 403 });
    }
    expect(await mediaCount()).toBe(files);
    expect((await env.MEDIA.list({ prefix: "attachments/" })).objects).toHaveLength(stored.length);
  });

  test("is one whose request has a text, a file or a quote of its own, or no id", async () => {
    const [ada, grace, eve] = await cast();
    const { id } = await write(grace, ada, { content: "the sea" });
    for (const more of [{ content: "mine" }, { attachment: { data: text } }, { replyTo: id }]) {
      expect(await refused(ada, eve, { forward: id, ...more })).toMatchObject({
        status: 422,
        message: "Please write a message",
      });
    }
    for (const bad of ["", "x", "-1", "1".repeat(16), 7, {}]) {
      expect([400, 422]).toContain((await refused(ada, eve, { forward: bad })).status);
    }
    expect(await history(eve, ada)).toEqual([]);
  });
});
