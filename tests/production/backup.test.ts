import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Miniflare } from "miniflare";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { unstable_readConfig } from "wrangler";
import { backUp } from "../../scripts/backup/back-up";
import { folderStore } from "../../scripts/backup/folder-store";
import { restore } from "../../scripts/backup/restore";
import { deployedSite, type Site } from "../../scripts/backup/site";
import { PLACEHOLDER_DATABASE_ID } from "../../scripts/deploy/environments";
import { productionConfig, projectRoot } from "../../scripts/local-state";
import { Database } from "./cloudflare/database";
import { startCloudflare } from "./cloudflare/server";

afterEach(() => vi.unstubAllEnvs());

const folderOf = (name: string) => {
  const folder = mkdtempSync(path.join(tmpdir(), name));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
};

/** Returns the deployed site of wrangler.toml. Cloudflare's double has no remote bindings, so the bucket is local. */
async function openDeployed(): Promise<Site> {
  const miniflare = new Miniflare({
    modules: true,
    script: "export default {}",
    r2Buckets: ["MEDIA"],
    cf: false,
  });
  onTestFinished(() => miniflare.dispose());
  const { MEDIA } = await miniflare.getBindings<Env>();
  const config = unstable_readConfig({ config: productionConfig, env: "" }, { hideWarnings: true });
  return { ...deployedSite(config, ""), media: async () => MEDIA };
}

test("a deployed site is backed up, lost, and restored", async () => {
  const cloudflare = await startCloudflare();
  onTestFinished(cloudflare.close);
  for (const [name, value] of Object.entries(cloudflare.env)) vi.stubEnv(name, value);
  const { databases } = cloudflare.account;
  const database = new Database("afterglow", null, PLACEHOLDER_DATABASE_ID);
  databases.push(database);
  const migrations = path.join(projectRoot, "migrations");
  const files = readdirSync(migrations).filter((name) => name.endsWith(".sql"));
  database.import("CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE);");
  for (const file of files) {
    database.import(readFileSync(path.join(migrations, file), "utf8"));
    database.import(`INSERT INTO d1_migrations (name) VALUES ('${file}');`);
  }
  database.import(`
    INSERT INTO users (id, username, password, email, full_name, bio, created_at)
      VALUES ('ada', 'ada', '', 'ada@x', 'Ada', 'It''s;\ntwo lines', '');
    INSERT INTO media (id, user_id, content_type, size, width, height, placeholder, color, created_at)
      VALUES ('m', 'ada', '', 1, 1, 1, '', '', '');
    INSERT INTO posts (id, user_id, media_url, media_id, width, height, placeholder, color, created_at)
      VALUES ('p', 'ada', '/media/m', 'm', 1, 1, '', '', '');`);
  expect([...database.imports.values()].filter(Boolean)).toEqual([]);
  const [site, store] = [await openDeployed(), folderStore(folderOf("afterglow-store-"))];
  await (await site.media()).put("photos/m/full.webp", "a photo");

  const { name, record } = await backUp(site, store);
  expect(record).toMatchObject({ migration: files.sort().at(-1), objects: 1 });
  await expect(restore(site, store, { name, replaces: true })).resolves.toMatchObject({ present: 1 });

  const copy = new Database("afterglow", null, PLACEHOLDER_DATABASE_ID);
  databases.splice(0, 1, copy);
  expect(await restore(await openDeployed(), store, { replaces: false })).toEqual({
    name,
    databases: { afterglow: "restored" },
    restored: 1,
    present: 0,
  });
  const sorted = (text: string) => text.split("\n").sort();
  expect(sorted(copy.export())).toEqual(sorted(database.export()));
  expect(copy.rows("SELECT bio FROM users")).toEqual([{ bio: "It's;\ntwo lines" }]);
  expect(cloudflare.unknown).toEqual([]);
});
