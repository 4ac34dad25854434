import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { MESSAGE_MAX } from "~/contract/limits";
import { searchChats } from "~/domain/chat/search-chats";
import { searchConversation } from "~/domain/chat/search-conversation";
import { type Member, member } from "../workers/client";
import { connect } from "../workers/connect";
import { contextOf } from "../workers/context-of";

/** Returns a context whose database counts the bytes of the rows that it returns. */
function measured(viewer: Member) {
  let bytes = 0;
  const session = env.DB.withSession();
  const batch = async (statements: D1PreparedStatement[]) => {
    const results = await session.batch(statements);
    bytes += JSON.stringify(results).length;
    return results;
  };
  const measuredDb = new Proxy(env.DB, {
    get: (target, key) => {
      if (key === "withSession")
        return () =>
          new Proxy(session, { get: (_, name) => (name === "batch" ? batch : bound(session, name)) });
      return bound(target, key);
    },
  });
  return { ctx: contextOf(viewer, { DB: measuredDb }).ctx, bytesRead: () => bytes };
}

function bound(target: object, key: PropertyKey): unknown {
  const value: unknown = Reflect.get(target, key);
  return typeof value === "function" ? value.bind(target) : value;
}

async function converse(one: Member, other: Member, contents: string[]): Promise<void> {
  await connect(one, other);
  await one.call("sendMessage", { params: { userId: other.id }, body: { content: "hello" } });
  for (let at = 0; at < contents.length; at += 100)
    await env.DB.prepare(
      `INSERT INTO chat_messages (conversation, sender, content, created_at)
      SELECT conversations.key, low, value, ?1 FROM conversations, json_each(?2) WHERE low_id = min(?3, ?4) AND high_id = max(?3, ?4)`,
    )
      .bind(Date.now(), JSON.stringify(contents.slice(at, at + 100)), one.id, other.id)
      .run();
}

/** Returns the longest messages, without a word of the tests. */
const longMessages = (count: number) =>
  Array.from({ length: count }, (_, nth) => `${nth} `.padEnd(MESSAGE_MAX, "word "));

describe("a conversation of the longest messages", () => {
  test("is searched in pages of bounded bytes, which find what is behind them", async () => {
    const [ada, eve] = [await member("ada"), await member("eve")];
    await converse(ada, eve, ["lighthouse", ...longMessages(600)]);
    const found: string[] = [];
    let cursor: string | null = null;
    let pages = 0;
    do {
      const { ctx, bytesRead } = measured(ada);
      const page: Awaited<ReturnType<typeof searchConversation>> = await searchConversation(
        ctx,
        eve.id,
        "lighthouse",
        {
          cursor,
          limit: 20,
        },
      );
      found.push(...page.items.map(({ content }) => content));
      expect(bytesRead()).toBeLessThan(2_000_000);
      cursor = page.next;
      pages++;
    } while (cursor);
    expect(found).toEqual(["lighthouse"]);
    expect(pages).toBeGreaterThan(1);
  });

  test("takes a bounded share of a search over all conversations", async () => {
    const [ada, eve, grace] = [await member("ada"), await member("eve"), await member("grace")];
    await converse(ada, eve, longMessages(200));
    await converse(ada, grace, ["lighthouse"]);
    const { ctx, bytesRead } = measured(ada);
    const { items } = await searchChats(ctx, "lighthouse");
    expect(items.map(({ message }) => message.content)).toEqual(["lighthouse"]);
    expect(bytesRead()).toBeLessThan(300_000);
  });
});
