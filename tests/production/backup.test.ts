import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { PLACEHOLDER_DATABASE_ID } from "../../scripts/deploy/environments";
import { projectRoot } from "../../scripts/local-state";
import { runTool } from "../../scripts/run";
import { Database } from "./cloudflare/database";
import { startCloudflare } from "./cloudflare/server";

test("a backup of a site restores all of it, in an empty database", async () => {
  const cloudflare = await startCloudflare();
  const folder = mkdtempSync(path.join(tmpdir(), "afterglow-backup-"));
  onTestFinished(async () => {
    await cloudflare.close();
    rmSync(folder, { recursive: true });
  });
  const database = new Database("afterglow", null, PLACEHOLDER_DATABASE_ID);
  cloudflare.account.databases.push(database);
  const migrations = path.join(projectRoot, "migrations");
  const files = readdirSync(migrations).filter((name) => name.endsWith(".sql"));
  for (const file of files) database.import(readFileSync(path.join(migrations, file), "utf8"));
  database.import(`
    INSERT INTO users (id, username, password, email, full_name, bio, created_at)
      VALUES ('ada', 'ada', '', 'ada@x', 'Ada', 'It''s;\ntwo lines', '');
    INSERT INTO media (id, user_id, content_type, size, width, height, placeholder, color, created_at)
      VALUES ('m', 'ada', '', 1, 1, 1, '', '', '');
    INSERT INTO posts (id, user_id, media_url, media_id, width, height, placeholder, color, created_at)
      VALUES ('p', 'ada', '/media/m', 'm', 1, 1, '', '', '');`);
  expect([...database.imports.values()]).toEqual([...files, ""].map(() => null));

  const { ok, output } = await runTool("tsx", ["scripts/backup.ts", folder], { env: cloudflare.env });
  expect(ok, output).toBe(true);
  expect(readdirSync(folder)).toEqual(["afterglow.sql"]);
  expect(cloudflare.unknown).toEqual([]);

  const copy = new Database("copy");
  copy.import(readFileSync(path.join(folder, "afterglow.sql"), "utf8"));
  expect([...copy.imports.values()]).toEqual([null]);
  const sorted = (text: string) => text.split("\n").sort();
  expect(sorted(copy.export())).toEqual(sorted(database.export()));
  expect(copy.rows("SELECT bio FROM users")).toEqual([{ bio: "It's;\ntwo lines" }]);
});
