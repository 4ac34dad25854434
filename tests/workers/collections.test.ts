import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { COLLECTIONS_TOO_MANY } from "~/contract/collections";
import { COLLECTION_NAME_MAX, COLLECTIONS_MAX, MOVED_POSTS_MAX } from "~/contract/limits";
import { inEnglish } from "~/contract/messages";
import { dataUrl, errorOf, type Member, member } from "./client";
import { silenceHubs } from "./quiet-hubs";

silenceHubs();

const create = (one: Member, name = "Dusk") => one.call("createCollection", { body: { name } });

const move = (one: Member, postIds: string[], collectionId: string | null) =>
  one.call("moveSavedPosts", { body: { postIds, collectionId } });

const read = (one: Member, id: string) => one.call("readCollection", { params: { id } });

const postIdsOf = async (one: Member, id: string) =>
  (await one.call("listCollectionPosts", { params: { id } })).map((post) => post.id);

const savedIdsOf = async (one: Member) => (await one.call("listSavedPosts")).map(({ id }) => id);

/** Creates posts of a member, which another one saves in their order. @returns their ids */
async function savedPosts(owner: Member, reader: Member, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    const { id } = await owner.call("createPost", { body: { mediaUrl: dataUrl } });
    await reader.call("savePost", { params: { id } });
    ids.push(id);
  }
  return ids;
}

/** Creates a reader with a collection of two saved posts of another member. */
async function collected() {
  const [ada, grace] = [await member("ada"), await member("grace")];
  const [older = "", newer = ""] = await savedPosts(grace, ada, 2);
  const { id } = await create(ada);
  await move(ada, [older, newer], id);
  return { ada, grace, older, newer, id };
}

describe("a collection", () => {
  test("has its saved posts, last saved first, and the photo of the first as its cover", async () => {
    const { ada, grace, older, newer, id } = await collected();
    expect(await postIdsOf(ada, id)).toEqual([newer, older]);
    const { mediaUrl, color } = await grace.call("readPost", { params: { id: newer } });
    expect(await ada.call("listCollections")).toEqual([
      { id, name: "Dusk", postCount: 2, coverPhoto: { postId: newer, mediaUrl, color, cover: null } },
    ]);
    const empty = await create(ada, "Dawn");
    expect(empty).toEqual({ id: empty.id, name: "Dawn", postCount: 0, coverPhoto: null });
    expect((await ada.call("listCollections")).map(({ name }) => name)).toEqual(["Dawn", "Dusk"]);
  });

  test("is renamed and gets a chosen cover, until that post leaves", async () => {
    const { ada, older, newer, id } = await collected();
    const edit = (body: unknown) => ada.call("editCollection", { params: { id }, body });
    expect(await edit({ name: "  Late \n light " })).toMatchObject({ name: "Late   light" });
    expect((await edit({ coverPostId: older })).coverPhoto?.postId).toBe(older);
    expect((await edit({ name: "Later" })).coverPhoto?.postId).toBe(older);
    expect((await edit({ coverPostId: null })).coverPhoto?.postId).toBe(newer);
    await edit({ coverPostId: older });
    await move(ada, [older], null);
    expect(await read(ada, id)).toMatchObject({ postCount: 1, coverPhoto: { postId: newer } });
    await move(ada, [older], id);
    expect((await read(ada, id)).coverPhoto?.postId).toBe(newer);
  });

  test("is deleted without its posts, which stay saved", async () => {
    const { ada, older, newer, id } = await collected();
    await ada.call("deleteCollection", { params: { id } });
    expect(await ada.call("listCollections")).toEqual([]);
    expect(await savedIdsOf(ada)).toEqual([newer, older]);
    const next = await create(ada, "Dawn");
    expect(await postIdsOf(ada, next.id)).toEqual([]);
  });

  test("is stored once for a repeated client id", async () => {
    const ada = await member("ada");
    const body = { name: "Dusk", clientId: "one" };
    const first = await ada.call("createCollection", { body });
    expect(await ada.call("createCollection", { body })).toEqual(first);
    expect(await ada.call("listCollections")).toEqual([first]);
    expect((await create(await member("grace"), "Dusk")).id).not.toBe(first.id);
  });

  test("is refused beyond the limit", async () => {
    const ada = await member("ada");
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${COLLECTIONS_MAX - 1})
       INSERT INTO collections (id, member, name) SELECT ?1 || i, key, 'x' FROM n, users WHERE id = ?1`,
    )
      .bind(ada.id)
      .run();
    await create(ada);
    const refused = await errorOf(await ada.send("POST", "/api/collections", { name: "One more" }));
    expect(refused).toMatchObject({ status: 422, message: inEnglish(COLLECTIONS_TOO_MANY) });
    expect(await ada.call("listCollections")).toHaveLength(COLLECTIONS_MAX);
  });

  test.each([
    [{}, "Please name this collection"],
    [{ name: "" }, "Please name this collection"],
    [{ name: " \u200b\n " }, "Please name this collection"],
    [{ name: "x".repeat(COLLECTION_NAME_MAX + 1) }, "A name must not be longer than 50 characters"],
  ])("is refused with the name of %j", async (body, message) => {
    const ada = await member("ada");
    const reply = await errorOf(await ada.send("POST", "/api/collections", body));
    expect(reply).toEqual({ status: 422, message, errors: { name: [message] } });
  });

  test.each(["GET", "PATCH", "DELETE"])("of another member returns 404 for %s", async (method) => {
    const { grace, id, older } = await collected();
    const body = method === "PATCH" ? { name: "Mine", coverPostId: older } : undefined;
    const reply = await errorOf(await grace.send(method, `/api/collections/${id}`, body));
    expect(reply).toMatchObject({ status: 404, message: "Collection not found" });
    expect((await grace.fetch(`/api/collections/${id}/posts`)).status).toBe(404);
  });

  test("refuses a cover that it does not have", async () => {
    const { ada, grace, id } = await collected();
    const { id: other } = await grace.call("createPost", { body: { mediaUrl: dataUrl } });
    for (const coverPostId of [other, "nothing"]) {
      const reply = await errorOf(await ada.send("PATCH", `/api/collections/${id}`, { coverPostId }));
      expect(reply).toMatchObject({ status: 422, message: "Please choose a post of this collection." });
    }
  });

  test("lists its posts in pages", async () => {
    const [ada, grace] = [await member("ada"), await member("grace")];
    const ids = await savedPosts(grace, ada, 3);
    const { id } = await create(ada);
    await move(ada, ids, id);
    const first = await ada.fetch(`/api/collections/${id}/posts?limit=2`);
    const [, next = ""] = /<([^>]+)>/.exec(first.headers.get("Link") ?? "") ?? [];
    const pages = [await first.json(), await (await ada.fetch(next)).json()] as { id: string }[][];
    expect(pages.map((page) => page.map((post) => post.id))).toEqual([[ids[2], ids[1]], [ids[0]]]);
    expect((await ada.fetch(`/api/collections/${id}/posts?cursor=7`)).status).toBe(400);
  });
});

describe("moving saved posts", () => {
  test("takes them from one collection to another, with exact counts, and is idempotent", async () => {
    const { ada, older, newer, id } = await collected();
    const other = await create(ada, "Dawn");
    for (const _ of ["once", "again"]) {
      expect(await move(ada, [newer, older], other.id)).toEqual({ postIds: [newer, older] });
      expect(await read(ada, id)).toMatchObject({ postCount: 0, coverPhoto: null });
      expect(await read(ada, other.id)).toMatchObject({ postCount: 2 });
    }
    expect(await move(ada, [older, older], null)).toEqual({ postIds: [older] });
    expect(await postIdsOf(ada, other.id)).toEqual([newer]);
  });

  test("leaves out posts that are not saved, are not there or are hidden by a block", async () => {
    const [ada, grace, eve] = [await member("ada"), await member("grace"), await member("eve")];
    const [saved = "", unsaved = ""] = await savedPosts(grace, ada, 2);
    const [hidden = ""] = await savedPosts(eve, ada, 1);
    await ada.call("unsavePost", { params: { id: unsaved } });
    await eve.call("blockMember", { params: { userId: ada.id } });
    const { id } = await create(ada);
    expect(await move(ada, [saved, unsaved, hidden, "nothing"], id)).toEqual({ postIds: [saved] });
    expect(await read(ada, id)).toMatchObject({ postCount: 1 });
    // Another member's save of the same post stays where it is.
    await grace.call("savePost", { params: { id: saved } });
    expect(await move(ada, [saved], null)).toEqual({ postIds: [saved] });
    expect(await savedIdsOf(grace)).toEqual([saved]);
  });

  test("to another member's collection returns 404 and moves nothing", async () => {
    const { ada, grace, older, id } = await collected();
    const hers = await create(grace);
    for (const collectionId of [hers.id, "nothing"]) {
      const body = { postIds: [older], collectionId };
      const reply = await errorOf(await ada.send("POST", "/api/posts/saved/move", body));
      expect(reply).toMatchObject({ status: 404, message: "Collection not found" });
    }
    expect(await read(ada, id)).toMatchObject({ postCount: 2 });
    expect(await read(grace, hers.id)).toMatchObject({ postCount: 0 });
  });

  test.each([
    [[], "Please choose posts"],
    [
      Array.from({ length: MOVED_POSTS_MAX + 1 }, (_, n) => `${n}`),
      `You can move at most ${MOVED_POSTS_MAX} posts at once`,
    ],
  ])("refuses a wrong number of posts", async (postIds, message) => {
    const ada = await member("ada");
    const reply = await ada.send("POST", "/api/posts/saved/move", { postIds, collectionId: null });
    expect(await errorOf(reply)).toMatchObject({ status: 422, message });
  });
});

describe("a post leaves its collection", () => {
  test.each([
    ["when it is unsaved", ({ ada, newer }) => ada.call("unsavePost", { params: { id: newer } })],
    ["when it is deleted", ({ grace, newer }) => grace.call("deletePost", { params: { id: newer } })],
  ] satisfies [string, (of: Awaited<ReturnType<typeof collected>>) => Promise<unknown>][])(
    "%s",
    async (_, leave) => {
      const of = await collected();
      const { ada, older, newer, id } = of;
      await ada.call("editCollection", { params: { id }, body: { coverPostId: newer } });
      await leave(of);
      expect(await postIdsOf(ada, id)).toEqual([older]);
      expect(await read(ada, id)).toMatchObject({ postCount: 1, coverPhoto: { postId: older } });
    },
  );

  test("when it is saved again after its notification was read, too", async () => {
    const { ada, grace, newer, id } = await collected();
    await grace.call("readAllNotifications");
    await ada.call("unsavePost", { params: { id: newer } });
    await ada.call("savePost", { params: { id: newer } });
    expect(await read(ada, id)).toMatchObject({ postCount: 1 });
    expect(await savedIdsOf(ada)).toHaveLength(2);
  });

  test.each(["the reader", "the author"])("when %s blocks the other", async (who) => {
    const { ada, grace, id } = await collected();
    const [blocker, blocked] = who === "the reader" ? [ada, grace] : [grace, ada];
    await blocker.call("blockMember", { params: { userId: blocked.id } });
    expect(await read(ada, id)).toMatchObject({ postCount: 0, coverPhoto: null });
    expect(await postIdsOf(ada, id)).toEqual([]);
    await blocker.call("unblockMember", { params: { userId: blocked.id } });
    expect(await read(ada, id)).toMatchObject({ postCount: 0 });
    expect(await savedIdsOf(ada)).toHaveLength(2);
  });

  test("when its author's account is deleted", async () => {
    const { ada, grace, id } = await collected();
    const body = { confirmation: grace.username, currentPassword: "sunset" };
    await grace.call("deleteAccount", { body });
    expect(await read(ada, id)).toMatchObject({ postCount: 0, coverPhoto: null });
  });

  test("not while its author is suspended, when the collection hides it", async () => {
    const { ada, grace, id } = await collected();
    const suspended = (sql: string) => env.DB.prepare(sql).bind(grace.id).run();
    await suspended("INSERT INTO suspensions (member_id, decision_id, reason) VALUES (?1, '', 'spam')");
    expect(await postIdsOf(ada, id)).toEqual([]);
    expect(await read(ada, id)).toMatchObject({ postCount: 2, coverPhoto: null });
    await suspended("DELETE FROM suspensions WHERE member_id = ?1");
    expect(await postIdsOf(ada, id)).toHaveLength(2);
  });
});
