import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { backUp } from "../../../../scripts/backup/back-up";
import { checkBackup, migrationsIn } from "../../../../scripts/backup/check-backup";
import { CONTENTS, listBackups } from "../../../../scripts/backup/manifest";
import { restore } from "../../../../scripts/backup/restore";
import { openTestSite, openTestStore, putPhotos, type TestSite, user } from "./local-backup";

/** The session of a member who does not exist. */
const ORPHAN = `INSERT INTO "sessions" VALUES('s','nobody','',0,'','','',NULL);\n`;

/** A site and its backup, of which each test damages a copy. */
const site = await openTestSite();
await site.run("DB", user("ada"));
await putPhotos(site.bucket, { "photos/a/full.webp": "one" });
const whole = openTestStore();
const { name } = await backUp(site, whole.store);

/** Returns a copy of the backup, and a function that checks it. */
async function copyOfBackup() {
  const { store, folder } = openTestStore(whole.folder);
  const [content = ""] = (await store.list(CONTENTS)).keys();
  const check = () => checkBackup(store, name, migrationsIn(site));
  const file = (part: string) => path.join(folder, "backups", name, part);
  return { store, check, file, content: path.join(folder, content) };
}

function flipByte(file: string): void {
  const bytes = readFileSync(file);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  writeFileSync(file, bytes);
}

/** Returns a site whose exports are changed. */
const withExports = (site: TestSite, change: (text: string) => string): TestSite => ({
  ...site,
  async exportTo(binding, file) {
    await site.exportTo(binding, file);
    if (binding === "DB") writeFileSync(file, change(readFileSync(file, "utf8")));
  },
});

test("names a flipped byte of a database and of a photo", async () => {
  const { check, file, content } = await copyOfBackup();
  expect(await check()).toHaveLength(1);
  flipByte(content);
  await expect(check()).rejects.toThrow(
    "is damaged: its bytes are not those of the object photos/a/full.webp",
  );
  flipByte(file("afterglow.sql.gz"));
  await expect(check()).rejects.toThrow("afterglow.sql.gz is damaged: its SHA-256");
});

test("names a photo that is missing or cut", async () => {
  const { check, content } = await copyOfBackup();
  truncateSync(content, 2);
  await expect(check()).rejects.toThrow("is damaged");
  rmSync(content);
  await expect(check()).rejects.toThrow("is missing: the object photos/a/full.webp");
});

test("names a manifest that is damaged or missing", async () => {
  const { check, file } = await copyOfBackup();
  writeFileSync(file("manifest.json"), '{"format": 1');
  await expect(check()).rejects.toThrow("manifest.json is damaged");
  rmSync(file("manifest.json"));
  await expect(check()).rejects.toThrow("manifest.json is missing");
});

test.each([
  ["lost its end", (text: string) => text.slice(0, text.indexOf("CREATE TRIGGER")), "the export was cut"],
  [
    "has a row of nobody",
    (text: string) => text + ORPHAN,
    "has a row of sessions that refers to no row of users",
  ],
  [
    "is of a newer schema",
    (text: string) => text.replace("0000_", "9999_"),
    "which this checkout lacks: use the deployed version",
  ],
])("a backup whose export %s fails, and is not taken for a restore", async (_, change, message) => {
  const { store } = await copyOfBackup();
  const later = () => new Date(Date.now() + 60_000);
  await expect(backUp(withExports(site, change), store, later)).rejects.toThrow(message);
  expect([...(await listBackups(store)).keys()]).toHaveLength(2);
  expect((await restore(await openTestSite(false), store, { replaces: false })).name).toBe(name);
});

test("a damaged backup restores nothing", async () => {
  const { store, file } = await copyOfBackup();
  flipByte(file("afterglow.sql.gz"));
  const copy = await openTestSite(false);
  await expect(restore(copy, store, { replaces: false })).rejects.toThrow("is damaged");
  expect(await copy.rows("DB", "SELECT * FROM sqlite_master WHERE name = 'users'")).toEqual([]);
});

test("the store repairs itself: the next backup copies a lost photo again", async () => {
  const { store, content } = await copyOfBackup();
  rmSync(content);
  expect(await backUp(site, store, () => new Date(Date.now() + 60_000))).toMatchObject({ copied: 1 });
  expect(readdirSync(path.dirname(content))).toHaveLength(1);
});
