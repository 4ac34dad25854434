import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { CONNECTIONS_SEARCHED, STORIES_SHOWN } from "~/contract/limits";
import { readRows } from "~/db/viewer-query";
import { listChats } from "~/domain/chat/list-chats";
import { searchChats } from "~/domain/chat/search-chats";
import { listConnections } from "~/domain/connections/list-connections";
import { readStories } from "~/domain/connections/read-stories";
import { typingRow } from "~/domain/connections/read-typing";
import { errorOf, type Member, member } from "./client";
import { twoConnected, withConnections } from "./connect";
import { contextOf } from "./context-of";
import { silenceHubs } from "./quiet-hubs";

silenceHubs();

/** Rows that a page of a list may read. */
const ROWS_MAX = 2000;

/** Stores a message with each of some members, in their order, in the main database. */
async function talk(one: { id: string }, others: readonly string[]): Promise<void> {
  const each = `(SELECT min(?1, u.id) AS low, max(?1, u.id) AS high, j.key AS nth FROM json_each(?2) j JOIN users u ON u.id = j.value)`;
  const keyOf = (id: string) => `(SELECT key FROM users WHERE id = ${id})`;
  await env.DB.batch(
    [
      `INSERT INTO conversations (low_id, high_id, low, high) SELECT low, high, ${keyOf("low")}, ${keyOf("high")} FROM ${each}`,
      `INSERT INTO chat_messages (conversation, sender, content, created_at)
        SELECT c.key, c.low, 'Hello', 1767225600000 + e.nth FROM ${each} e JOIN conversations c ON c.low_id = e.low AND c.high_id = e.high ORDER BY e.nth`,
    ].map((statement) => env.DB.prepare(statement).bind(one.id, JSON.stringify(others))),
  );
}

/** Returns the chats of one page that has all of them. */
const listAll = async (one: Member) =>
  (await listChats(contextOf(one).ctx, { page: { cursor: null, limit: 1000 } })).items;

describe("a member with many connections", () => {
  test("reads them page by page, those with the newest accounts first", async () => {
    const ada = await member("ada");
    const ids = await withConnections(ada, 45);
    const seen: string[] = [];
    const sizes: number[] = [];
    for (let path: string | null = "/api/connections"; path; ) {
      const reply: Response = await ada.fetch(path);
      const page: { user: { id: string } }[] = await reply.json();
      seen.push(...page.map(({ user }) => user.id));
      sizes.push(page.length);
      path = /<([^>]+)>; rel="next"/.exec(reply.headers.get("Link") ?? "")?.[1] ?? null;
    }
    expect(seen).toEqual(ids);
    expect(sizes).toEqual([20, 20, 5]);
    expect(await errorOf(await ada.fetch("/api/connections?cursor=7"))).toMatchObject({ status: 400 });
  });

  test("has a bounded number of stories and of rows for each page", async () => {
    const ada = await member("ada");
    const ids = await withConnections(ada, 1000);
    const rowsOf = async (read: (ctx: ReturnType<typeof contextOf>["ctx"]) => Promise<unknown>) => {
      const { ctx, cost } = contextOf(ada);
      await read(ctx);
      return cost.rowsRead;
    };
    const head = await readStories(contextOf(ada).ctx, { cursor: null, limit: 20 });
    const rest = await readStories(contextOf(ada).ctx, { cursor: head.next, limit: 20 });
    const shown = [...head.items, ...rest.items].map(({ id }) => id);
    expect(shown).toEqual(ids.slice(0, 2 * STORIES_SHOWN));
    expect(await rowsOf((ctx) => listConnections(ctx))).toBeLessThan(3 * STORIES_SHOWN);
    expect(await rowsOf((ctx) => listConnections(ctx, { query: "nobody" }))).toBeLessThan(ROWS_MAX);
    expect(await rowsOf((ctx) => readRows(ctx, typingRow(ids[500] ?? "")))).toBeLessThan(10);
  });

  test("finds them by any part of a name, in pages", async () => {
    const [ada, noah] = await twoConnected("ada", "Noël");
    await withConnections(ada, CONNECTIONS_SEARCHED);
    const { ctx } = contextOf(ada);
    const find = (query: string, cursor: string | null = null) =>
      listConnections(ctx, { query, page: { cursor, limit: 20 } });
    const none = await find("OEL");
    expect(none.items).toEqual([]);
    expect((await find("OEL", none.next)).items).toMatchObject([{ user: { id: noah.id } }]);
    const first = await find("crowd");
    const second = await find("crowd", first.next);
    expect([first.items.length, second.items.length]).toEqual([20, 20]);
    expect(new Set([...first.items, ...second.items].map(({ user }) => user.id)).size).toBe(40);
    expect(await find("  ")).toEqual(await find(""));
  });
});

describe("the list of chats of a member with many connections", () => {
  /** Returns the ids of the chats of all pages. */
  async function walk(one: Member, query: string, onPage = async () => undefined) {
    const seen: string[] = [];
    for (let path: string | null = `/api/chat/connections?${query}`; path; ) {
      const reply: Response = await one.fetch(path);
      const page: { userId: string }[] = await reply.json();
      seen.push(...page.map(({ userId }) => userId));
      path = /<([^>]+)>; rel="next"/.exec(reply.headers.get("Link") ?? "")?.[1] ?? null;
      await onPage();
    }
    return seen;
  }
  const write = (from: Member, to: { id: string }) =>
    from.call("sendMessage", { params: { userId: to.id }, body: { content: "Hello" } });

  test("has each chat once, by the latest message and then by name, in pages of twenty", async () => {
    const ada = await member("ada");
    await withConnections(ada, 45);
    const written = (await listAll(ada)).slice(40).map(({ userId }) => ({ id: userId }));
    for (const other of written) await write(ada, other);
    const all = (await listAll(ada)).map(({ userId }) => userId);
    expect(all.slice(0, 5)).toEqual(written.map(({ id }) => id).reverse());
    expect(await walk(ada, "")).toEqual(all);
    expect(await walk(ada, "limit=3")).toEqual(all);
    const first = await ada.call("listChats");
    expect(first).toHaveLength(20);
    expect(JSON.stringify(first).length).toBeLessThan(64 * 1024);
    expect(await errorOf(await ada.fetch("/api/chat/connections?cursor=7"))).toMatchObject({ status: 400 });
  });

  test("skips no chat when the last one of a page gets a message or ends", async () => {
    const ada = await member("ada");
    const ids = await withConnections(ada, 9);
    for (const id of ids.slice(0, 4)) await write(ada, { id });
    const all = (await listAll(ada)).map(({ userId }) => userId);
    const last = [2, 5].map((index) => all[index] ?? "");
    const seen = await walk(ada, "limit=3", async () => {
      const id = last.shift();
      if (!id) return undefined;
      if (last.length > 0) await write(ada, { id });
      else await ada.call("disconnect", { params: { userId: id } });
      return undefined;
    });
    expect(new Set(seen)).toEqual(new Set(all));
  });

  test("reads a bounded number of rows for each page, and leaves out former connections", async () => {
    const ada = await member("ada");
    const ids = await withConnections(ada, 600);
    const written = ids.filter((_, nth) => nth % 2);
    await talk(ada, written);
    const former = written.slice(0, 70);
    await env.DB.prepare(
      "DELETE FROM connection_sides WHERE other IN (SELECT value FROM json_each(?)) AND member = (SELECT key FROM users WHERE id = ?)",
    )
      .bind(JSON.stringify(former), ada.id)
      .run();
    const seen: string[] = [];
    let pages = 0;
    for (let cursor: string | null = null, more = true; more; pages++) {
      const { ctx, cost } = contextOf(ada);
      const { items, next } = await listChats(ctx, { page: { cursor, limit: 20 } });
      expect(cost.rowsRead).toBeLessThan(ROWS_MAX);
      seen.push(...items.map(({ userId }) => userId));
      cursor = next;
      more = next !== null;
    }
    const current = written.slice(70).reverse();
    expect(seen.slice(0, current.length)).toEqual(current);
    expect(seen.slice(current.length).sort()).toEqual(ids.filter((_, nth) => nth % 2 === 0).sort());
    expect(pages).toBeLessThan(40);
    const { ctx, cost } = contextOf(ada);
    await searchChats(ctx, "hello");
    expect(cost.rowsRead).toBeLessThan(ROWS_MAX);
  });

  test("finds chats by name without case and accents, and those in the archive", async () => {
    const [ada, noah] = await twoConnected("ada", "Noël");
    const ids = await withConnections(ada, 30);
    const { id } = await write(ada, noah);
    await ada.call("archiveChat", { params: { userId: noah.id }, body: { upTo: id } });
    expect(await walk(ada, "q=noel")).toEqual([noah.id]);
    expect(await walk(ada, "q=nobody")).toEqual([]);
    expect(await walk(ada, "show=archived")).toEqual([noah.id]);
    expect((await walk(ada, "q=crowd")).sort()).toEqual(ids.toSorted());
  });
});
