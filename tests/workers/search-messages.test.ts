import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import type { FoundChat, MessageView } from "~/contract/chat";
import { HOUR_MS } from "~/contract/time";
import { openDb } from "~/db/client";
import { indexMessages } from "~/domain/chat/index-messages";
import { BLOCK_MESSAGES } from "~/domain/chat/message-blocks";
import { searchChats } from "~/domain/chat/search-chats";
import { searchConversation } from "~/domain/chat/search-conversation";
import { chatBindings } from "../../workers/chat-bindings";
import { errorOf, type Member, member } from "./client";
import { connect, twoConnected } from "./connect";
import { contextOf } from "./context-of";
import { silenceHubs } from "./quiet-hubs";
import { unique } from "./searches";

silenceHubs();

const d1s = [env.DB, ...chatBindings(env)];
const { db } = openDb(env.DB);
const chats = [db, ...chatBindings(env).map((chat) => openDb(chat).db)] as const;

const write = (from: Member, to: Member, content: string) =>
  from.call("sendMessage", { params: { userId: to.id }, body: { content } });

/** Stores messages that were sent some hours ago, from both in turn. The two must have a conversation. */
async function fill(one: Member, other: Member, contents: string[], hoursAgo = 2): Promise<void> {
  for (const d1 of d1s) {
    await d1
      .prepare(
        `INSERT INTO chat_messages (conversation, sender, content, created_at)
        SELECT c.key, iif(json_each.key % 2, c.low, c.high), value, ? FROM conversations c, json_each(?)
        WHERE c.low_id = min(?3, ?4) AND c.high_id = max(?3, ?4)`
          .replace("?,", "?1,")
          .replace("json_each(?)", "json_each(?2)"),
      )
      .bind(Date.now() - hoursAgo * HOUR_MS, JSON.stringify(contents), one.id, other.id)
      .run();
  }
}

/** Returns messages without the words of any test. */
const others = (count: number, word = "evening") =>
  Array.from({ length: count }, (_, nth) => `${word} ${nth}`);

/** Runs the sweep to its end, as some hours later: by default all messages are old enough. */
async function index(hours = 2): Promise<void> {
  const now = () => new Date(Date.now() + hours * HOUR_MS);
  while ((await indexMessages({ db, chats, now })) > 0);
}

const blocksOf = async (one: Member, columns = "b.words") =>
  (
    await Promise.all(
      d1s.map((d1) =>
        d1
          .prepare(
            `SELECT ${columns} AS found FROM message_blocks b JOIN conversations c ON c.key = b.conversation
            WHERE ? IN (c.low_id, c.high_id) ORDER BY b.last`,
          )
          .bind(one.id)
          .all<{ found: string | null }>(),
      ),
    )
  ).flatMap(({ results }) => results.map(({ found }) => found));

/** Returns the texts that a search in a conversation finds, page by page, and the number of its pages. */
async function foundIn(
  me: Member,
  other: Member,
  q: string,
  limit = 20,
): Promise<{ texts: string[]; pages: number }> {
  const texts: string[] = [];
  let path: string | undefined =
    `/api/chat/messages/${other.id}/search?q=${encodeURIComponent(q)}&limit=${limit}`;
  let pages = 0;
  while (path) {
    const reply: Response = await me.fetch(path);
    expect(reply.status, path).toBe(200);
    texts.push(...(await reply.json<MessageView[]>()).map(({ content }) => content));
    path = /<([^>]+)>; rel="next"/.exec(reply.headers.get("Link") ?? "")?.[1];
    pages++;
  }
  return { texts, pages };
}

const chatsWith = async (me: Member, q: string) => {
  const reply = await me.fetch(`/api/chat/search?q=${encodeURIComponent(q)}`);
  expect(reply.status).toBe(200);
  return (await reply.json<FoundChat[]>()).map(({ user, message }) => [user.username, message.content]);
};

describe("a search in a conversation", () => {
  test("finds messages of both by whole words and the beginning of the last one, without case and accents, newest first", async () => {
    const [ada, grace] = await twoConnected();
    await write(ada, grace, "Café at the pier?");
    await write(grace, ada, "The CAFE, at six");
    await write(ada, grace, "Cafeteria");
    await write(ada, grace, "山田太郎 says hello 🎉");
    const find = async (q: string) => (await foundIn(ada, grace, q)).texts;
    expect(await find("cafe")).toEqual(["Cafeteria", "The CAFE, at six", "Café at the pier?"]);
    expect(await find("CAFÉ at")).toEqual(["The CAFE, at six", "Café at the pier?"]);
    expect(await find("pier caf")).toEqual(["Café at the pier?"]);
    expect(await find("太郎")).toEqual(["山田太郎 says hello 🎉"]);
    expect(await find("🎉")).toEqual(["山田太郎 says hello 🎉"]);
    for (const q of ["", "c", "   ", "afe", "%%", "_", "pier six", "'\"\\"])
      expect(await find(q), q).toEqual([]);
    expect((await foundIn(grace, ada, "cafeteria")).texts).toEqual(["Cafeteria"]);
  });

  test("finds each message once, page by page, before and after the blocks exist", async () => {
    const [ada, grace] = await twoConnected();
    const word = unique();
    await write(ada, grace, `${word} first`);
    const contents = others(400).map((text, nth) => (nth % 7 === 0 ? `${word} ${text}` : text));
    await fill(ada, grace, contents);
    const expected = [`${word} first`, ...contents.filter((text) => text.startsWith(word))].reverse();
    for (const limit of [5, 50]) expect((await foundIn(ada, grace, word, limit)).texts).toEqual(expected);
    await index();
    const blocks = await blocksOf(ada);
    expect(blocks.length).toBeGreaterThan(5);
    await write(ada, grace, `${word} last`);
    await fill(ada, grace, [`${word} even later`]);
    for (const limit of [1, 5, 50])
      expect((await foundIn(ada, grace, word, limit)).texts).toEqual([
        `${word} even later`,
        `${word} last`,
        ...expected,
      ]);
  });

  test("reads only blocks with the words, and none of the others' messages", async () => {
    const [ada, grace] = await twoConnected();
    const word = unique();
    await write(ada, grace, "hello");
    await fill(ada, grace, [word, ...others(3000)]);
    await index();
    const { ctx, cost } = contextOf(ada);
    const found = await searchConversation(ctx, grace.id, word);
    expect(found.items.map(({ content }) => content)).toEqual([word]);
    expect(found.next).toBeNull();
    // Each block, the messages of one, and those after the last.
    expect(cost.rowsRead).toBeLessThan(2 * (3000 / BLOCK_MESSAGES) + 10 * BLOCK_MESSAGES);
  });

  test("reads a bounded number of rows, and continues on the next page", async () => {
    const [ada, grace] = await twoConnected();
    const [common, other] = [unique(), unique()];
    await write(ada, grace, "hello");
    // Both words are in every block, but in one message only at the very beginning.
    await fill(ada, grace, [
      `${common} ${other}`,
      ...others(1500).map((text, nth) => `${nth % 2 ? common : other} ${text}`),
    ]);
    await index();
    const { ctx, cost } = contextOf(ada);
    await searchConversation(ctx, grace.id, `${common} ${other}`);
    expect(cost.rowsRead).toBeLessThan(2000);
    const { texts, pages } = await foundIn(ada, grace, `${common} ${other}`);
    expect(texts).toEqual([`${common} ${other}`]);
    expect(pages).toBeGreaterThan(1);
  });

  test("continues behind the blocks whose words a page compares", async () => {
    const [ada, grace] = await twoConnected();
    const word = unique();
    await write(ada, grace, "hello");
    await fill(ada, grace, [word, ...others(401 * BLOCK_MESSAGES)]);
    await index();
    const { ctx, cost } = contextOf(ada);
    const first = await searchConversation(ctx, grace.id, word);
    expect(first.items).toEqual([]);
    expect(cost.rowsRead).toBeLessThan(1000);
    expect(await foundIn(ada, grace, word)).toEqual({ texts: [word], pages: 2 });
  });

  test("refuses a malformed cursor, strangers' conversations are empty, and blocked members are not found", async () => {
    const [ada, grace] = await twoConnected();
    const eve = await member("eve");
    await write(ada, grace, "secret plans");
    expect((await foundIn(eve, ada, "secret")).texts).toEqual([]);
    expect(await chatsWith(eve, "secret")).toEqual([]);
    for (const path of [`/api/chat/messages/${grace.id}/search`, "/api/chat/search"]) {
      for (const q of ["secret", "s"]) {
        const malformed = await ada.fetch(`${path}?q=${q}&cursor=x`);
        expect(malformed.status).toBe(400);
        expect(await errorOf(malformed)).toMatchObject({ message: "The cursor is malformed." });
      }
    }
    await ada.call("blockMember", { params: { userId: grace.id } });
    expect((await ada.fetch(`/api/chat/messages/${grace.id}/search?q=secret`)).status).toBe(404);
    expect((await grace.fetch(`/api/chat/messages/${ada.id}/search?q=secret`)).status).toBe(404);
    expect(await chatsWith(ada, "secret")).toEqual([]);
    expect(await chatsWith(grace, "secret")).toEqual([]);
  });
});

describe("blocks of messages", () => {
  test("are of settled messages, of a bounded size, and keep no word of a deleted message", async () => {
    const [ada, grace] = await twoConnected();
    const [word, kept] = [unique(), unique()];
    const { id } = await write(ada, grace, word);
    await fill(ada, grace, [kept, ...others(2 * BLOCK_MESSAGES)]);
    // The first message is new.
    await index(0);
    expect(await blocksOf(ada)).toEqual([]);
    await index();
    const words = await blocksOf(ada);
    expect(words).toHaveLength(2);
    expect(words[0]).toContain(` ${word} `);
    expect(words[0]).toContain(` ${kept} `);

    await ada.call("deleteMessage", { params: { messageId: id } });
    const [first] = await blocksOf(ada);
    expect(first).toBeNull();
    expect((await foundIn(grace, ada, word)).texts).toEqual([]);
    expect((await foundIn(grace, ada, kept)).texts).toEqual([kept]);
    await index();
    const [renewed, second] = await blocksOf(ada);
    expect(renewed).toContain(` ${kept} `);
    expect(renewed).not.toContain(word);
    expect(second).toBe(words[1]);
  });

  test("of a deleted account are deleted", async () => {
    const [ada, grace] = await twoConnected();
    await write(ada, grace, "hello");
    await fill(ada, grace, others(2 * BLOCK_MESSAGES));
    await index();
    const count = async () =>
      (
        await Promise.all(
          d1s.map((d1) => d1.prepare("SELECT count(*) AS n FROM message_blocks").first<number>("n")),
        )
      ).reduce<number>((sum, n) => sum + (n ?? 0), 0);
    const all = await count();
    const own = (await blocksOf(ada)).length;
    expect(own).toBeGreaterThan(0);
    await ada.call("deleteAccount", { body: { confirmation: ada.username, currentPassword: "sunset" } });
    expect(await count()).toBe(all - own);
  });
});

describe("a search over all conversations", () => {
  test("finds each conversation once, with its newest message, newest first", async () => {
    const [ada, grace] = await twoConnected();
    const mary = await member("mary");
    await connect(ada, mary);
    const word = unique();
    await write(ada, mary, `${word} one`);
    await write(ada, grace, `${word} two`);
    await write(grace, ada, `${word} three`);
    await write(grace, ada, "something else");
    const expected = [
      ["grace", `${word} three`],
      ["mary", `${word} one`],
    ].map(([name, text]) => [expect.stringContaining(name as string), text]);
    const found = await chatsWith(ada, word);
    expect(found).toEqual(expected);
    expect((await chatsWith(mary, word)).map(([, text]) => text)).toEqual([`${word} one`]);
  });

  test("pages through the conversations, and reads at most four rows for each message", async () => {
    const ada = await member("ada");
    const word = unique();
    const messages = 20;
    const friends: Member[] = [];
    for (let nth = 0; nth < 25; nth++) {
      const friend = await member("friend");
      friends.push(friend);
      await connect(ada, friend);
      await write(friend, ada, "hello");
      await fill(friend, ada, [...others(messages - 2), nth % 2 ? word : "good night"]);
    }
    const { ctx, cost } = contextOf(ada);
    const seen: string[] = [];
    let cursor: string | null = null;
    let pages = 0;
    do {
      const page: Awaited<ReturnType<typeof searchChats>> = await searchChats(ctx, word, {
        cursor,
        limit: 20,
      });
      seen.push(...page.items.map(({ user }) => user.id));
      cursor = page.next;
      pages++;
    } while (cursor);
    expect(seen.toSorted()).toEqual(
      friends
        .filter((_, nth) => nth % 2)
        .map(({ id }) => id)
        .toSorted(),
    );
    if (d1s.length === 1) expect(pages).toBe(2);
    expect(cost.rowsRead).toBeLessThan(4 * messages * friends.length);
  });
});
