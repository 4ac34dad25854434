import { expect, test } from "vitest";
import { backUp } from "../../../../scripts/backup/back-up";
import { restore } from "../../../../scripts/backup/restore";
import { openTestSite, openTestStore, putPhotos, user } from "./local-backup";

const PHOTOS = { "photos/a/full.webp": "one", "photos/b/full.webp": "two" };
const AS_IT_IS = { replaces: false };
const usersOf = (site: Awaited<ReturnType<typeof openTestSite>>) =>
  site.rows("DB", "SELECT username FROM users ORDER BY username");

async function backedUp() {
  const [site, { store }] = [await openTestSite(), openTestStore()];
  await site.run(
    "DB",
    user("ada"),
    user("grace"),
    `INSERT INTO media (id, user_id, content_type, size, width, height, placeholder, color, created_at)
      VALUES ('m', 'ada', '', 1, 1, 1, '', '', '')`,
    `INSERT INTO posts (id, user_id, media_url, media_id, width, height, placeholder, color, created_at)
      VALUES ('p', 'ada', '/media/m', 'm', 1, 1, '', '', '')`,
    "INSERT INTO post_likes (post, member, owner, liked_at, notice) SELECT key, 2, 1, 1, 7 FROM posts",
  );
  await putPhotos(site.bucket, PHOTOS);
  await backUp(site, store);
  return { site, store };
}

/** A site and its backup, which the tests read. */
const { site, store } = await backedUp();

test("refuses a database that has rows, before it changes anything", async () => {
  const other = await openTestSite();
  await other.run(
    "CHAT_DB_1",
    "INSERT INTO conversations (low_id, high_id, low, high) VALUES ('a', 'b', 1, 2)",
  );
  await expect(restore(other, store, AS_IT_IS)).rejects.toThrow(
    "CHAT_DB_1 is not empty: rows 1, tables 1. Restore into an empty database, or add --replace",
  );
  expect(await usersOf(other)).toEqual([]);
});

test("replaces the rows of a database with --replace", async () => {
  await site.run("DB", user("eve"), "DELETE FROM posts");
  const result = await restore(site, store, { replaces: true });
  expect(result.databases).toEqual({ afterglow: "restored", "afterglow-chat-1": "had these rows already" });
  expect(await usersOf(site)).toEqual([{ username: "ada" }, { username: "grace" }]);
  expect(await site.rows("DB", "SELECT like_count AS likes FROM posts")).toEqual([{ likes: 1 }]);
});

test("fills a site that has its schema and no rows", async () => {
  const empty = await openTestSite();
  expect(await restore(empty, store, AS_IT_IS)).toMatchObject({ databases: { afterglow: "restored" } });
});

test("goes on with the photos after it was cut", async () => {
  const copy = await openTestSite(false);
  const [, last] = await store.list("contents/").then((contents) => [...contents.keys()]);
  const cut = { ...store, get: async (name: string) => (name === last ? null : store.get(name)) };
  await expect(restore(copy, cut, AS_IT_IS)).rejects.toThrow("is missing: the object photos/");
  expect(await restore(copy, store, AS_IT_IS)).toMatchObject({
    databases: { afterglow: "had these rows already", "afterglow-chat-1": "had these rows already" },
    restored: 1,
    present: 1,
  });
});

test("names the migrations that a backup of an older schema lacks", async () => {
  const [older, copy] = [await openTestSite(true, "0015"), await openTestSite(false)];
  const backups = openTestStore().store;
  await older.run("DB", user("ada"));
  await backUp(older, backups);
  const { databases } = await restore(copy, backups, AS_IT_IS);
  expect(databases.afterglow).toMatch(
    /^restored, with the schema of 0014_\w+\.sql: npm run deploy applies 0015_sign_ups\.sql/,
  );
  expect(await usersOf(copy)).toEqual([{ username: "ada" }]);
});

test("refuses a site that lacks a database of the backup", async () => {
  const copy = await openTestSite(false);
  const databases = copy.databases.slice(0, 1);
  await expect(restore({ ...copy, databases }, store, AS_IT_IS)).rejects.toThrow(
    "The backup has CHAT_DB_1, which wrangler.toml lacks.",
  );
});

test("names the backups of a store when it lacks the one that was asked for", async () => {
  const copy = await openTestSite(false);
  await expect(restore(copy, store, { ...AS_IT_IS, name: "20200101T000000Z" })).rejects.toThrow(
    /^The store has no backup 20200101T000000Z\. It has \d{8}T\d{6}Z\.$/,
  );
});
