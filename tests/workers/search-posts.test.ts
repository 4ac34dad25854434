import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { type CallName, calls } from "~/contract/calls";
import { decisionInput } from "~/contract/moderation";
import type { PostView } from "~/contract/posts";
import { openDb } from "~/db/client";
import { decide } from "~/domain/moderation/decide";
import { review } from "~/domain/moderation/review";
import { indexPosts } from "~/domain/search/index-posts";
import { searchPosts } from "~/domain/search/search-posts";
import { type Client, errorOf, type Member, member } from "./client";
import { connect } from "./connect";
import { contextOf } from "./context-of";
import { silenceHubs } from "./quiet-hubs";
import { post, replyOf, three, unique } from "./searches";

silenceHubs();

const addressOf = (name: CallName, q: string, more = "") =>
  `${calls[name].path}?q=${encodeURIComponent(q)}${more}`;

const found = async (client: Client, q: string) =>
  (await replyOf<PostView[]>(client, addressOf("searchPosts", q))).map(({ id }) => id);

const stored = (word: string) =>
  env.DB.prepare("SELECT count(*) AS n FROM post_words WHERE word = ?").bind(word).first("n");

describe("a search of posts", () => {
  test("finds words of caption and place, without case and accents, the last by its beginning, newest first", async () => {
    const [ada, grace] = await three();
    const word = unique();
    const older = await post(ada, `Café ${word} at the pier #golden_hour`, { location: "São Paulo" });
    const newer = await post(ada, `${word.toUpperCase()}, again`);
    expect(await found(grace, word)).toEqual([newer.id, older.id]);
    expect(await found(grace, word.slice(0, -2))).toEqual([newer.id, older.id]);
    for (const q of [
      `cafe ${word}`,
      `${word} PIE`,
      `sao paulo ${word}`,
      `#golden_hour ${word}`,
      `${word} gol`,
    ]) {
      expect(await found(grace, q), q).toEqual([older.id]);
    }
    for (const q of [`pi ${word}`, `${word} sunrise`, `x${word}`])
      expect(await found(grace, q), q).toEqual([]);
  });

  test("finds scripts without spaces, from right to left, and emoji", async () => {
    const [ada, grace] = await three();
    const word = unique();
    const { id } = await post(ada, `${word} 東京タワーの夜景 🌉 غروبُ الشمس`);
    for (const q of ["タワー", "京タ", "夜景", "🌉", "الشمس غروب"]) {
      expect(await found(grace, `${word} ${q}`), q).toEqual([id]);
    }
    for (const q of ["夜京", "🌅", "شمس"]) expect(await found(grace, `${word} ${q}`), q).toEqual([]);
  });

  test("finds nothing for a query under two characters or without words", async () => {
    const ada = await member("ada");
    await post(ada, "a b");
    for (const q of ["", " ", "a", "%%", "__", "'\"", "\u0000\u0000"])
      expect(await found(ada, q), q).toEqual([]);
    expect(await replyOf(ada, calls.searchPosts.path)).toEqual([]);
    expect(await found(ada, "x".repeat(2000))).toEqual([]);
  });

  test("follows edits, also of two tabs at once, and deletions", async () => {
    const [ada, grace] = await three();
    const [word, other] = [unique(), unique()];
    const { id } = await post(ada, `${word} pier`);
    const params = { id };
    await ada.call("editPost", { params, body: { caption: `${other} pier` } });
    expect([await found(grace, word), await found(grace, other)]).toEqual([[], [id]]);
    await ada.call("editPost", { params, body: { location: word } });
    expect([await found(grace, word), await found(grace, other)]).toEqual([[id], [id]]);
    await Promise.all([
      ada.call("editPost", { params, body: { location: "Lisbon" } }),
      ada.call("editPost", { params, body: { caption: `${word} tram` } }),
    ]);
    while ((await indexPosts(openDb(env.DB))) > 0);
    expect(await found(grace, `lisbon ${word} tram`)).toEqual([id]);
    expect(await found(grace, other)).toEqual([]);
    await ada.call("deletePost", { params });
    expect(await found(grace, word)).toEqual([]);
    expect([await stored(word), await stored(other)]).toEqual([0, 0]);
  });

  test("leaves no words of deleted accounts", async () => {
    const [ada, grace] = await three();
    const word = unique();
    await post(ada, `${word} pier`);
    expect(await stored(word)).toBe(1);
    await env.DB.prepare("DELETE FROM users WHERE id = ?").bind(ada.id).run();
    expect(await stored(word)).toBe(0);
    expect(await found(grace, word)).toEqual([]);
  });

  test("finds no posts for connections, nor those of members whom the viewer does not see", async () => {
    const [ada, grace, mary] = await three();
    await connect(ada, grace);
    const word = unique();
    const hidden = await post(ada, word, { visibility: "connections" });
    expect(await stored(word)).toBe(0);
    const { id } = await post(ada, word);
    for (const one of [ada, grace, mary]) expect(await found(one, word)).toEqual([id]);
    await ada.call("editPost", { params: { id: hidden.id }, body: { visibility: "everyone" } });
    expect(await found(mary, word)).toEqual([id, hidden.id]);
    await ada.call("editPost", { params: { id: hidden.id }, body: { visibility: "connections" } });
    expect(await found(grace, word)).toEqual([id]);
    await grace.call("muteMember", { params: { userId: ada.id } });
    expect(await found(grace, word)).toEqual([]);
    await ada.call("blockMember", { params: { userId: mary.id } });
    expect(await found(mary, word)).toEqual([]);
    const back = await post(mary, word);
    expect(await found(ada, word)).toEqual([id]);
    expect(await found(mary, word)).toEqual([back.id]);
  });

  test("leaves out muted words and, by the setting, sensitive photos", async () => {
    const [ada, grace] = await three();
    const word = unique();
    const muted = await post(ada, `${word} spoiler`);
    const covered = await post(ada, word, { isSensitive: true });
    expect(await found(grace, word)).toEqual([covered.id, muted.id]);
    await grace.call("muteWord", { body: { word: "spoiler" } });
    expect(await found(grace, word)).toEqual([covered.id]);
    await grace.call("setSensitivePhotos", { body: { mode: "hide" } });
    expect(await found(grace, word)).toEqual([]);
    expect(await found(ada, word)).toEqual([covered.id, muted.id]);
  });

  test("does not find a removed post or those of a suspended member until they are restored", async () => {
    const [ada, grace, mary] = await three();
    await env.DB.prepare("UPDATE users SET role = 'moderator' WHERE id = ?").bind(mary.id).run();
    const { ctx } = contextOf({ ...mary, role: "moderator" });
    const word = unique();
    const { id } = await post(ada, word, { location: "Porto" });
    await grace.call("report", { body: { reason: "spam", postId: id } });
    const idOf = async (table: string) =>
      String(await env.DB.prepare(`SELECT id FROM ${table} WHERE subject_id = ?`).bind(id).first("id"));
    await decide(ctx, await idOf("abuse_reports"), decisionInput.parse({ action: "remove", reason: "spam" }));
    expect(await found(grace, word)).toEqual([]);
    expect(await stored(word)).toBe(0);
    await review(ctx, await idOf("moderation_log"), { action: "undo", note: "" });
    expect(await found(grace, `${word} porto`)).toEqual([id]);
    await env.DB.prepare("INSERT INTO suspensions (member_id, reason, decision_id) VALUES (?, 'spam', 'd')")
      .bind(ada.id)
      .run();
    expect(await found(grace, word)).toEqual([]);
    await env.DB.prepare("DELETE FROM suspensions WHERE member_id = ?").bind(ada.id).run();
    expect(await found(grace, word)).toEqual([id]);
  });

  test("pages through all, each post once, also when several of its words begin with the query", async () => {
    const [ada, grace] = await three();
    const word = unique();
    const ids: string[] = [];
    for (let n = 0; n < 7; n++) ids.unshift((await post(ada, `${word} ${word}a ${word}b no${n}`)).id);
    for (const [q, limit] of [
      [word, 3],
      [`no ${word}`, 50],
      [`${word} no`, 2],
      [word, 50],
    ] as const) {
      const seen: string[] = [];
      let path: string | undefined = addressOf("searchPosts", q, `&limit=${limit}`);
      while (path) {
        const reply: Response = await grace.fetch(path);
        const page = await reply.json<PostView[]>();
        expect(page.length).toBeLessThanOrEqual(limit);
        seen.push(...page.map(({ id }) => id));
        path = /<([^>]+)>/.exec(reply.headers.get("Link") ?? "")?.[1];
      }
      expect(seen, q).toEqual(q.startsWith("no") ? [] : ids);
    }
    const malformed = await grace.fetch(addressOf("searchPosts", word, "&cursor=x"));
    expect(await errorOf(malformed)).toMatchObject({ status: 400, message: "The cursor is malformed." });
  });

  /** Inserts copies of a post with other words, given as a SQL expression of the number `i` from 1. */
  const copies = (id: string, count: number, words: string, word: string) =>
    env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
       INSERT INTO posts (id, user_id, caption, media_url, media_id, width, height, placeholder, color, created_at, words)
       SELECT printf('ffffffff-ffff-7000-8000-%012x', abs(random() % 281474976710655)), user_id, '', media_url, media_id, width, height, '', '', created_at, ${words}
       FROM n JOIN posts p ON p.id = ?2 AND ?3 = ?3`,
    )
      .bind(count, id, word)
      .run();

  /** Returns the ids of all pages, and the most rows that one has read. */
  async function all(client: Member, query: string, limit: number) {
    const ids: string[] = [];
    let [pages, rows] = [0, 0];
    for (let cursor: string | null = ""; cursor !== null; pages++) {
      const { ctx, cost } = contextOf(client);
      const { items, next } = await searchPosts(ctx, query, { cursor, limit });
      ids.push(...items.map(({ id }) => id));
      rows = Math.max(rows, cost.rowsRead);
      cursor = next;
    }
    return { ids, pages, rows };
  }

  test("reads a bounded number of rows of a word, and few of two that meet in few posts", async () => {
    const [ada, grace] = await three();
    const word = unique();
    const { id: oldest } = await post(ada, `${word} pier`);
    const many = (count: number) => copies(oldest, count, "' ' || ?3 || ' other' || (i % 97) || ' '", word);
    const rowsOf = async (query: string) => {
      const { ctx, cost } = contextOf(grace);
      await searchPosts(ctx, query);
      return cost.rowsRead;
    };
    await many(400);
    const one = await rowsOf(word);
    await many(600);
    expect(await rowsOf(word)).toBeLessThanOrEqual(one);
    expect(one).toBeLessThanOrEqual(500);
    for (const query of [`${word} pier`, `pier ${word}`]) {
      const { ids, pages, rows } = await all(grace, query, 20);
      expect({ ids, pages }, query).toEqual({ ids: [oldest], pages: 1 });
      expect(rows, query).toBeLessThanOrEqual(100);
    }
  });

  test("two frequent words that meet nowhere are read page by page, in a bounded number of rows", async () => {
    const [ada, grace] = await three();
    const word = unique();
    const { id } = await post(ada, `${word}odd ${word}even`);
    await copies(id, 1500, "' ' || ?3 || iif(i % 2, 'odd', 'even') || ' '", word);
    const { ids, pages, rows } = await all(grace, `${word}odd ${word}even`, 20);
    expect(ids).toEqual([id]);
    expect(pages).toBeGreaterThan(2);
    expect(rows).toBeLessThanOrEqual(2000);
  });

  test("finds the same posts as a comparison of all, whatever words meet and however many a beginning has", async () => {
    const [ada, grace] = await three();
    const word = unique();
    const { id } = await post(ada, word);
    const names = ["a", "ab", "abc", "b", "bc", "c", "ca", "cb", "cc", "cd", "ce"];
    // Each word is in some of the posts, by another divisor.
    const words = names.map((name, nth) => `iif(i % ${nth + 2} = 0, ?3 || '${name} ', '')`).join(" || ");
    await copies(id, 300, `' ' || ?3 || 'all ' || ${words}`, word);
    const rows = await env.DB.prepare("SELECT id, words FROM posts WHERE words LIKE ? ORDER BY key DESC")
      .bind(`% ${word}all %`)
      .all<{ id: string; words: string }>();
    for (const query of [
      "all a",
      "a b",
      "b a",
      "ab c",
      "c ab",
      "a b c",
      "bc all abc",
      "all c",
      "ce cd c",
      "cb ca b a",
    ]) {
      const parts = query
        .split(" ")
        .map((part, nth, each) => ` ${word}${part}${nth < each.length - 1 ? " " : ""}`);
      const expected = rows.results.filter(({ words }) => parts.every((part) => words.includes(part)));
      const found = await all(grace, parts.join(" "), 7);
      expect(found.ids, query).toEqual(expected.map((row) => row.id));
      expect(found.rows, query).toBeLessThanOrEqual(2000);
    }
  });

  test("the hourly run stores the words of posts that have none", async () => {
    const [ada, grace] = await three();
    const word = unique();
    const { id } = await post(ada, `${word} pier`);
    await post(ada, word, { visibility: "connections" });
    await env.DB.prepare("UPDATE posts SET words = NULL WHERE user_id = ?").bind(ada.id).run();
    expect(await found(grace, word)).toEqual([]);
    expect(await indexPosts(openDb(env.DB))).toBeGreaterThanOrEqual(2);
    while ((await indexPosts(openDb(env.DB))) > 0);
    expect(await found(grace, word)).toEqual([id]);
    expect(await stored(word)).toBe(1);
  });
});
