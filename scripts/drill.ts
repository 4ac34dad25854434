import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { unstable_readConfig } from "wrangler";
import { openBindings } from "./admin/bindings";
import { runCommand } from "./command";
import { ensureDemoData } from "./demo/seed";
import { writeRestorable } from "./deploy/restorable";
import { productionConfig } from "./local-state";
import { readTheFeed } from "./read-the-feed";
import { runTool } from "./run";
import { startServerProcess } from "./server-process";

/**
 * `npm run drill`: rehearses a restore on this machine (docs/deploy.md#restore-drill). Exports the database of a site with the demo data,
 * copies its objects, restores both into an empty state folder, compares them, and serves the copy: a member logs in and reads the
 * feed. Prints the time and size of each step. Data of `npm start` is not touched.
 */
const config = unstable_readConfig({ config: productionConfig }, { hideWarnings: true });
const folder = mkdtempSync(path.join(tmpdir(), "afterglow-drill-"));
const [site, copy] = [path.join(folder, "site/.wrangler/state"), path.join(folder, "copy")];
const [exported, backup] = [path.join(folder, "export.sql"), path.join(folder, "backup.sql")];

/** Runs a step and prints its time and what it returns. */
async function step(name: string, run: () => Promise<string>): Promise<void> {
  const started = performance.now();
  const result = await run();
  console.log(
    `${name.padEnd(34)} ${((performance.now() - started) / 1000).toFixed(1).padStart(5)} s   ${result}`,
  );
}

async function wrangler(...args: string[]): Promise<void> {
  const { ok, output } = await runTool("wrangler", args);
  assert.ok(ok, output);
}

/** `wrangler d1 export --local` reads the data beside its configuration only. */
async function exportDatabase(): Promise<string> {
  const beside = path.join(folder, "site/wrangler.json");
  const { name, compatibility_date, d1_databases } = config;
  writeFileSync(beside, JSON.stringify({ name, compatibility_date, d1_databases }));
  await wrangler("d1", "export", "DB", "--local", "--output", exported, "--config", beside);
  await writeRestorable(exported, backup);
  return `${Math.round(statSync(backup).size / 1024)} KB of SQL`;
}

async function restoreDatabase(): Promise<string> {
  const where = ["--local", "--persist-to", copy, "--config", productionConfig, "--env", ""];
  await wrangler("d1", "execute", "DB", ...where, "--yes", "--file", backup);
  return "into an empty database";
}

type Bindings = Awaited<ReturnType<typeof openBindings>>["env"];

/** Opens the bindings of both folders. */
async function withBoth<T>(run: (from: Bindings, to: Bindings) => Promise<T>): Promise<T> {
  const [from, to] = [await openBindings(config, site), await openBindings(config, copy)];
  try {
    return await run(from.env, to.env);
  } finally {
    await from.close();
    await to.close();
  }
}

async function objectsOf({ MEDIA }: Bindings): Promise<R2Object[]> {
  const objects: R2Object[] = [];
  let cursor: string | undefined;
  do {
    const page = await MEDIA.list({ cursor });
    objects.push(...page.objects);
    cursor = page.truncated ? page.cursor : undefined;
  } while (cursor);
  return objects;
}

const copyObjects = () =>
  withBoth(async (from, to) => {
    const objects = await objectsOf(from);
    for (const { key } of objects) {
      const object = await from.MEDIA.get(key);
      assert.ok(object, `${key} has disappeared.`);
      await to.MEDIA.put(key, await object.arrayBuffer(), { httpMetadata: object.httpMetadata });
    }
    const bytes = objects.reduce((sum, { size }) => sum + size, 0);
    return `${objects.length} objects, ${(bytes / 1024 / 1024).toFixed(1)} MB`;
  });

/** Returns the number of rows of each table. */
async function countsOf({ DB }: Bindings): Promise<Record<string, number>> {
  const tables = await DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~' AND name NOT LIKE '~_cf~_%' ESCAPE '~'",
  ).all<{ name: string }>();
  const counts: Record<string, number> = {};
  for (const { name } of tables.results)
    counts[name] = (await DB.prepare(`SELECT count(*) AS n FROM "${name}"`).first<number>("n")) ?? 0;
  return counts;
}

const compare = () =>
  withBoth(async (from, to) => {
    const counts = await countsOf(from);
    assert.deepEqual(
      await countsOf(to),
      counts,
      "Both databases have the same number of rows in each table.",
    );
    const hashes = (objects: R2Object[]) => objects.map(({ key, etag }) => `${key} ${etag}`);
    assert.deepEqual(
      hashes(await objectsOf(to)),
      hashes(await objectsOf(from)),
      "Both buckets have the same objects.",
    );
    const { results } = await to.DB.prepare("PRAGMA foreign_key_check").all();
    assert.deepEqual(results, [], "Every reference leads to a row.");
    const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
    assert.ok(rows > 0, "There is something to restore.");
    return `${rows} rows in ${Object.keys(counts).length} tables are equal, and the objects`;
  });

async function serve(): Promise<string> {
  const server = await startServerProcess(copy);
  try {
    await readTheFeed(server.url);
  } finally {
    await server.stop();
  }
  return "log-in, feed and a photo work";
}

await runCommand(async () => {
  mkdirSync(site, { recursive: true });
  try {
    await step("Site with the demo data", async () => ((await ensureDemoData(site)) ? "created" : ""));
    await step("Export of the database", exportDatabase);
    await step("Restore of the database", restoreDatabase);
    await step("Copy of the objects", copyObjects);
    await step("Comparison", compare);
    await step("Build and start on the copy", serve);
    console.log("The restore succeeded.");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
