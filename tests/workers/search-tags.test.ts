import { applyD1Migrations, env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { calls } from "~/contract/calls";
import { newId } from "~/contract/ids";
import type { PostView } from "~/contract/posts";
import { openDb } from "~/db/client";
import { media, postHashtags, posts } from "~/db/schema";
import { foldTags } from "~/domain/search/fold-tags";
import { searchTags } from "~/domain/search/search-tags";
import { type Client, member } from "./client";
import { contextOf } from "./context-of";
import { silenceHubs } from "./quiet-hubs";
import { post, replyOf, three, unique } from "./searches";

silenceHubs();

const tagsFound = (client: Client, q = "") =>
  replyOf<string[]>(client, `${calls.searchTags.path}?q=${encodeURIComponent(q)}`);

/** Returns the stored folded forms of hashtags by the hashtag. */
async function foldsOf(tags: string, db = env.DB): Promise<Record<string, string | null>> {
  const { results } = await db
    .prepare("SELECT tag, folded FROM tag_folds WHERE tag GLOB ? ORDER BY tag")
    .bind(tags)
    .all<{ tag: string; folded: string | null }>();
  return Object.fromEntries(results.map(({ tag, folded }) => [tag, folded]));
}

describe("a search of hashtags", () => {
  test("finds those that begin with the query, with or without the sign, without case", async () => {
    const [ada, grace] = await three();
    const tag = unique();
    await post(ada, `#${tag} #${tag}_dusk #${tag.toUpperCase()}_DAWN #other_${tag}`);
    const all = [tag, `${tag}_dawn`, `${tag}_dusk`];
    for (const q of [tag, `#${tag}`, `＃${tag.toUpperCase()} `, tag.slice(0, -1)]) {
      expect(await tagsFound(grace, q), q).toEqual(all);
    }
    expect(await tagsFound(grace, `${tag}_du`)).toEqual([`${tag}_dusk`]);
    for (const q of ["", "#", " # ", "a", `${tag} dusk`, "%%", "__x"]) {
      expect(await tagsFound(grace, q), q).toEqual([]);
    }
  });

  test("leaves out muted words and those of members whom the viewer does not see", async () => {
    const [ada, grace, mary] = await three();
    const tag = unique();
    await post(ada, `#${tag}_a #${tag}_both`);
    await post(mary, `#${tag}_both`);
    await post(mary, `#${tag}_hidden`, { visibility: "connections" });
    expect(await tagsFound(grace, tag)).toEqual([`${tag}_a`, `${tag}_both`]);
    await grace.call("muteMember", { params: { userId: ada.id } });
    expect(await tagsFound(grace, tag)).toEqual([`${tag}_both`]);
    await ada.call("blockMember", { params: { userId: mary.id } });
    expect(await tagsFound(mary, tag)).toEqual([`${tag}_both`]);
    expect(await tagsFound(ada, tag)).toEqual([`${tag}_a`, `${tag}_both`]);
    await mary.call("muteWord", { body: { word: `${tag}_both` } });
    expect(await tagsFound(mary, tag)).toEqual([]);
  });

  test.each([
    ["cafe", "café"],
    ["sehir", "şehir"],
    ["isik", "ışık"],
    ["strasse", "straße"],
    ["ελλαδα", "ελλάδα"],
    ["عربي", "عَرَبِيّ"],
    ["شمس", "شـمس"],
  ])("finds #%s and #%s by either, the typed one first", async (plain, accented) => {
    const ada = await member("ada");
    const end = unique();
    await post(ada, `#${plain}${end} #${accented}${end} #${plain}x${end}`);
    const both = [`${plain}${end}`, `${accented}${end}`];
    expect(await tagsFound(ada, both[0])).toEqual(both);
    expect(await tagsFound(ada, `#${accented}${end}`)).toEqual(both.toReversed());
    const isOfBoth = (tag: string) => tag.endsWith(end) && !tag.endsWith(`x${end}`);
    for (const q of [plain, accented]) expect((await tagsFound(ada, q)).filter(isOfBoth), q).toHaveLength(2);
  });

  test("lists the query itself first, with and without accents, then hashtags with its accents", async () => {
    const [ada, grace] = await three();
    const tag = unique();
    const many = Array.from({ length: 20 }, (_, nth) => `#${tag}e${nth + 10}`).join(" ");
    await post(ada, `${many} #${tag}e #${tag}éa #${tag}é`);
    const plain = Array.from({ length: 10 }, (_, nth) => `${tag}e${nth + 10}`);
    expect(await tagsFound(grace, `${tag}e`)).toEqual([`${tag}e`, `${tag}é`, ...plain.slice(0, 8)]);
    expect(await tagsFound(grace, `${tag}é`)).toEqual([
      `${tag}é`,
      `${tag}e`,
      `${tag}éa`,
      ...plain.slice(0, 7),
    ]);
    await grace.call("muteMember", { params: { userId: ada.id } });
    expect(await tagsFound(grace, `${tag}e`)).toEqual([]);
  });

  test("keeps the posts of both apart", async () => {
    const ada = await member("ada");
    const tag = unique();
    const [plain, accented] = [await post(ada, `#${tag}e`), await post(ada, `#${tag}é`)];
    for (const [key, { id }] of [
      [`${tag}e`, plain],
      [`${tag}é`, accented],
    ] as const) {
      const posts = await replyOf<PostView[]>(ada, `/api/tags/${encodeURIComponent(key)}/posts`);
      expect(posts.map((one) => one.id)).toEqual([id]);
    }
  });

  test("returns at most ten, and reads as few rows with many posts and hashtags as with few", async () => {
    const [ada, grace] = await three();
    const tag = unique();
    const { id } = await post(ada, "");
    const crowd = (from: number, to: number) =>
      env.DB.prepare(
        `WITH RECURSIVE n(i) AS (SELECT ?1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
         INSERT OR IGNORE INTO post_hashtags (tag, post_id) SELECT ?3 || iif(i % 2, 'é', 'e') || (i % 500), ?4 FROM n`,
      )
        .bind(from, to, tag, id)
        .run();
    const read = async () => {
      while ((await foldTags(openDb(env.DB))) > 0);
      const rows: number[] = [];
      for (const query of [tag, `${tag}e`, `${tag}é`]) {
        const { ctx, cost } = contextOf(grace);
        expect(await searchTags(ctx, query), query).toHaveLength(10);
        rows.push(cost.rowsRead);
      }
      return Math.max(...rows);
    };
    await crowd(0, 60);
    const few = await read();
    await crowd(61, 500);
    expect(await read()).toBeLessThanOrEqual(few);
    expect(few).toBeLessThanOrEqual(180);
  });
});

describe("the folded form of a hashtag", () => {
  test("is stored with the first post for everyone and deleted with the last", async () => {
    const [ada, grace] = await three();
    const tag = unique();
    const all = `${tag}*`;
    const { id: first } = await post(ada, `#${tag} #${tag}é`);
    const { id: hidden } = await post(ada, `#${tag}ß`, { visibility: "connections" });
    const { id: second } = await post(grace, `#${tag}é`);
    expect(await foldsOf(all)).toEqual({ [`${tag}é`]: `${tag}e` });
    await ada.call("editPost", { params: { id: first }, body: { caption: `#${tag}ø` } });
    expect(await foldsOf(all)).toEqual({ [`${tag}é`]: `${tag}e`, [`${tag}ø`]: `${tag}o` });
    await grace.call("deletePost", { params: { id: second } });
    expect(await foldsOf(all)).toEqual({ [`${tag}ø`]: `${tag}o` });
    await ada.call("editPost", { params: { id: hidden }, body: { visibility: "everyone" } });
    expect(await foldsOf(all)).toEqual({ [`${tag}ß`]: `${tag}ss`, [`${tag}ø`]: `${tag}o` });
    await env.DB.prepare("DELETE FROM users WHERE id = ?").bind(ada.id).run();
    expect(await foldsOf(all)).toEqual({});
  });

  test("is stored by the hourly run for a hashtag that is its own, which needs no further statement", async () => {
    const ada = await member("ada");
    const tag = `東京${unique()}`;
    const { id } = await post(ada, `#${tag}`);
    expect(await foldsOf(`${tag}*`)).toEqual({ [tag]: null });
    expect(await tagsFound(ada, tag)).toEqual([tag]);
    while ((await foldTags(openDb(env.DB))) > 0);
    expect(await foldsOf(`${tag}*`)).toEqual({ [tag]: tag });
    expect(await tagsFound(ada, tag)).toEqual([tag]);
    await ada.call("deletePost", { params: { id } });
    expect(await foldsOf(`${tag}*`)).toEqual({});
  });

  test("is stored after the migration for hashtags of older posts", async () => {
    const isOlder = ({ name }: { name: string }) => name < "0014";
    await applyD1Migrations(env.EMPTY_DB, env.TEST_MIGRATIONS.filter(isOlder));
    const { db } = openDb(env.EMPTY_DB);
    const [userId, mediaId, postId] = [newId(), newId(), newId()];
    // Not by the schema of today, which has later columns.
    await db.run(sql`INSERT INTO users (id, username, password, email, full_name, created_at)
      VALUES (${userId}, 'ada', 'no password', 'ada@example.com', 'Ada', ${new Date().toISOString()})`);
    const facts = { width: 4, height: 5, placeholder: "", color: "#000000" };
    const createdAt = new Date().toISOString();
    const mediaUrl = `/media/${mediaId}`;
    await db
      .insert(media)
      .values({ id: mediaId, userId, contentType: "image/webp", size: 1, ...facts, createdAt });
    await db.insert(posts).values({ id: postId, userId, mediaId, mediaUrl, ...facts, createdAt });
    const tags = ["cafe", "café", "東京", "𝒻".repeat(100)];
    await db.insert(postHashtags).values(tags.map((tag) => ({ tag, postId })));
    await applyD1Migrations(env.EMPTY_DB, env.TEST_MIGRATIONS);
    expect(await foldsOf("*", env.EMPTY_DB)).toEqual({ café: null, 東京: null, ["𝒻".repeat(100)]: null });
    expect(await foldTags({ db })).toBe(3);
    expect(await foldTags({ db })).toBe(0);
    const folds = { café: "cafe", 東京: "東京", ["𝒻".repeat(100)]: "f".repeat(100) };
    expect(await foldsOf("*", env.EMPTY_DB)).toEqual(folds);
  });
});
