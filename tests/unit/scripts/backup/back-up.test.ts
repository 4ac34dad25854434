import { expect, test } from "vitest";
import { BACKUP_RECORD_KEY, backupRecord } from "~/contract/backup-record";
import { backUp } from "../../../../scripts/backup/back-up";
import { lockStore } from "../../../../scripts/backup/lock";
import { CONTENTS, listBackups, readManifest } from "../../../../scripts/backup/manifest";
import { restore } from "../../../../scripts/backup/restore";
import { openTestSite, openTestStore, putPhotos, type TestSite, user } from "./local-backup";

const DAY = 24 * 60 * 60 * 1000;
const START = Date.parse("2026-11-02T03:41:00Z");
const daysLater = (days: number) => () => new Date(START + days * DAY);

const PHOTOS = {
  "photos/a/full.webp": "one",
  "photos/b/full.webp": "two",
  "evidence/c": "one",
};

test("backs up every database and object, and restores both into an empty site", async () => {
  const [site, { store }] = [await openTestSite(), openTestStore()];
  await site.run(
    "DB",
    user("ada"),
    user("grace"),
    "INSERT INTO sweeps (name, seen_to) VALUES ('photos', 'z')",
  );
  await site.run(
    "CHAT_DB_1",
    "INSERT INTO conversations (low_id, high_id, low, high) VALUES ('ada', 'grace', 1, 2)",
  );
  await putPhotos(site.bucket, PHOTOS);
  const { name, record, copied } = await backUp(site, store, daysLater(0));
  expect(copied).toBe(3);
  expect((await store.list(CONTENTS)).size).toBe(2);
  const stored = await (await site.bucket.get(BACKUP_RECORD_KEY))?.json();
  expect(backupRecord.parse(stored)).toEqual(record);
  expect(record).toMatchObject({ time: "2026-11-02T03:41:00.000Z", objects: 3, bytes: 9 });
  const { databases } = await readManifest(store, name);
  expect(databases.map(({ binding, tables }) => [binding, tables.users ?? tables.conversations])).toEqual([
    ["DB", 2],
    ["CHAT_DB_1", 1],
  ]);

  const copy = await openTestSite(false);
  expect(await restore(copy, store, { replaces: false })).toEqual({
    name,
    databases: { afterglow: "restored", "afterglow-chat-1": "restored" },
    restored: 3,
    present: 0,
  });
  expect(await copy.rows("DB", "SELECT username, bio FROM users")).toEqual(
    await site.rows("DB", "SELECT username, bio FROM users"),
  );
  expect(await copy.rows("CHAT_DB_1", "SELECT low_id FROM conversations")).toEqual([{ low_id: "ada" }]);
  expect(await copy.rows("DB", "SELECT * FROM sweeps")).toEqual([]);
  const photo = await copy.bucket.get("photos/a/full.webp");
  expect([await photo?.text(), photo?.httpMetadata?.contentType]).toEqual(["one", "image/webp"]);
});

/** Returns a site that notes the keys of the objects that are read. */
function reading(site: TestSite, keys: string[]): TestSite {
  const { bucket } = site;
  const media = {
    list: (options: R2ListOptions) => bucket.list(options),
    put: (key: string, text: string) => bucket.put(key, text),
    get: (key: string) => {
      keys.push(key);
      return bucket.get(key);
    },
  };
  // The methods of a bucket that a backup calls.
  return { ...site, media: async () => media as unknown as R2Bucket };
}

test("copies new and changed objects only, and keeps each backup whole", async () => {
  const [site, { store }] = [await openTestSite(), openTestStore()];
  await putPhotos(site.bucket, PHOTOS);
  const first = await backUp(site, store, daysLater(0));
  await putPhotos(site.bucket, { "photos/b/full.webp": "TWO", "photos/d/full.webp": "four" });
  await site.bucket.delete("evidence/c");
  const read: string[] = [];
  const second = await backUp(reading(site, read), store, daysLater(1));
  expect(second).toMatchObject({ copied: 2, gone: 1, removed: 0 });
  expect(read.sort()).toEqual(["photos/b/full.webp", "photos/d/full.webp"]);

  for (const [name, texts] of [
    [first.name, ["one", "two", undefined]],
    [second.name, ["one", "TWO", "four"]],
  ] as const) {
    const copy = await openTestSite(false);
    await restore(copy, store, { name, replaces: false });
    const photos = await Promise.all(["a", "b", "d"].map((id) => copy.bucket.get(`photos/${id}/full.webp`)));
    expect(await Promise.all(photos.map((one) => one?.text()))).toEqual(texts);
  }
});

test("deleted photos and rows leave the store within 30 days", async () => {
  const [site, { store }] = [await openTestSite(), openTestStore()];
  await putPhotos(site.bucket, PHOTOS);
  await backUp(site, store, daysLater(0));
  await site.bucket.delete("photos/b/full.webp");
  await backUp(site, store, daysLater(28));
  expect((await store.list(CONTENTS)).size).toBe(2);
  expect(await backUp(site, store, daysLater(29))).toMatchObject({ removed: 1 });
  expect((await store.list(CONTENTS)).size).toBe(1);
  expect([...(await listBackups(store)).keys()]).not.toContain("20261102T034100Z");
});

test("a run that was cut goes on with the objects that it lacks", async () => {
  const [site, { store }] = [await openTestSite(), openTestStore()];
  await putPhotos(site.bucket, PHOTOS);
  const failing = {
    ...store,
    put: async (name: string, body: Blob | string) => {
      if (name.endsWith("manifest.json")) throw new Error("The connection is lost.");
      return store.put(name, body);
    },
  };
  await expect(backUp(site, failing, daysLater(0))).rejects.toThrow("The connection is lost.");
  expect(await site.bucket.get(BACKUP_RECORD_KEY)).toBe(null);
  const result = await backUp(site, store, daysLater(1));
  expect(result).toMatchObject({ copied: 0, record: { objects: 3 } });
  expect([...(await listBackups(store)).keys()]).toEqual([result.name]);
  expect((await store.list("running/")).size).toBe(0);
});

test("refuses a store that has backups of another site", async () => {
  const [site, { store }] = [await openTestSite(), openTestStore()];
  await backUp(site, store, daysLater(0));
  await expect(backUp({ ...site, name: "afterglow-staging" }, store, daysLater(1))).rejects.toThrow(
    "The store has backups of afterglow, not of afterglow-staging",
  );
});

test("refuses a second run at once, and takes over one that was cut an hour ago", async () => {
  const { store } = openTestStore();
  const cut = await lockStore(store, () => START);
  const minutes = (count: number) => () => START + count * 60_000;
  await expect(lockStore(store, minutes(59))).rejects.toThrow("Another backup runs");
  const lock = await lockStore(store, minutes(60));
  await expect(cut.beat()).rejects.toThrow("Another backup has taken over");
  await cut.release();
  await lock.beat();
  await lock.release();
  await lockStore(store, minutes(61));
});
