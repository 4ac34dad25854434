import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { unstable_readConfig } from "wrangler";
import { buildForCloudflare, type Deployment } from "../../scripts/deploy/steps";
import { projectRoot } from "../../scripts/local-state";
import { addZone } from "./cloudflare/accounts";
import { DOMAIN, openSite, type Site } from "./site";

let staging: Site;
/** The output of the dry run, and its requests to the account. */
let dryRun: { printed: string; asked: string[] };
const stagingBuild = path.join(projectRoot, "build/staging-test");
const builtConfig = (folder: string) => path.join(folder, "server/wrangler.json");

// The only build of this file, with the operator's configuration and an environment. The other deployments upload it.
beforeAll(async () => {
  staging = await openSite({ environment: "staging", folder: "build/staging-test" });
  staging.takeLog();
  const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
  await staging.deploy({ isDryRun: true, build: buildForCloudflare });
  dryRun = { printed: log.mock.calls.flat().join("\n"), asked: staging.takeLog() };
  log.mockRestore();
});
afterAll(() => staging.close());

describe("the dry run", () => {
  /** Texts that occur in the embedded engine only. */
  const engineTexts = ["Painted it in the", "Composed a scene of", "The local engine describes images"];

  /** Returns all files under a folder of the project with their texts. */
  const filesIn = (folder: string) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((name) => ({ name, text: readFileSync(name, "utf8") }));

  test("deploys nothing, and asks no account", () => {
    expect(dryRun.printed).toContain("The dry run succeeded. Nothing was deployed.");
    expect(dryRun.printed).toMatch(
      /migrations before the code.*wrangler's dry run.*migrations after the code/s,
    );
    expect(dryRun.asked).toEqual([]);
  });

  test("builds for Cloudflare, with Workers AI and without the embedded engine", () => {
    for (const binding of ["env.DB", "env.MEDIA", "env.IMAGES", "env.AI", "env.USER_HUB"])
      expect(dryRun.printed).toContain(binding);
    expect(dryRun.printed).not.toContain("afterglow-engine");
    const built = JSON.parse(readFileSync(builtConfig(stagingBuild), "utf8"));
    expect(built).toMatchObject({
      vars: { AFTERGLOW_ENV: "production" },
      ai: { binding: "AI" },
      triggers: { crons: ["17 * * * *"] },
      workers_dev: false,
    });
    expect(built.services ?? []).toEqual([]);

    const sources = filesIn(path.join(projectRoot, "engine")).filter(({ name }) =>
      /(?<!\.test)\.ts$/.test(name),
    );
    for (const words of engineTexts) expect(sources.some(({ text }) => text.includes(words))).toBe(true);
    const uploaded = filesIn(path.join(stagingBuild, "dry-run"));
    expect(uploaded.some(({ text }) => text.includes("flux-1-schnell"))).toBe(true);
    expect(uploaded.filter(({ name }) => name.endsWith(".wasm"))).toEqual([]);
    const withEngine = uploaded.filter(
      ({ name, text }) => name.endsWith(".js") && engineTexts.some((words) => text.includes(words)),
    );
    expect(withEngine.map(({ name }) => name)).toEqual([]);
  });
});

test("deploys staging with its own Worker, database, bucket and domain, once it has its key and its zone", async () => {
  staging.account.zones.clear();
  await expect(staging.deploy()).rejects.toThrow(
    /secret MEDIA_PASS_KEY is not set: run `npx wrangler secret put MEDIA_PASS_KEY --env staging`.*Stopped at: secrets/s,
  );
  await staging.tryWrangler(
    ["secret", "put", "MEDIA_PASS_KEY"],
    "a key of staging, of thirty-two characters",
  );
  await expect(staging.deploy()).rejects.toThrow(
    /Could not find zone for `staging.photos.example.com`.*Stopped at: deployment/s,
  );
  addZone(staging.account, "example.com");
  await staging.deploy();
  const { account } = staging;
  expect([...account.workers.keys()]).toEqual(["afterglow-staging"]);
  expect([...account.domains]).toEqual([[`staging.${DOMAIN}`, "afterglow-staging"]]);
  expect(account.worker("afterglow-staging").running.bindings).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: "DB", id: account.database("afterglow-staging").id }),
      expect.objectContaining({ name: "MEDIA", bucket_name: "afterglow-media-staging" }),
    ]),
  );
  expect(staging.unknown.join("\n")).toBe("");
});

describe("production", () => {
  let site: Site;
  const [worker, database] = [
    () => site.account.worker("afterglow"),
    () => site.account.database("afterglow"),
  ];
  const applied = () =>
    database()
      .rows("SELECT name FROM d1_migrations ORDER BY id")
      .map(({ name }) => name);
  const addMigration = (name: string, sql: string) => writeFileSync(path.join(site.migrations, name), sql);
  /** A migration with a trigger that `/query` would cut. */
  const later = `CREATE TABLE later (id INTEGER);
CREATE TRIGGER later_kept BEFORE DELETE ON later
BEGIN
  SELECT 1;
  SELECT RAISE(ABORT, 'kept');
END;
`;
  const running = () => ({ id: worker().running.id, secrets: worker().running.secrets });

  const putSecret = (value: string, ...versions: string[]) =>
    site.tryWrangler([...versions, "secret", "put", "MEDIA_PASS_KEY"], value);
  /** Returns the imports and the deployments of a log, in their order. */
  const changesIn = (log: string[]) =>
    log
      .flatMap((line) => /^(PUT \/uploads|POST .*\/deployments$)/.exec(line)?.[1] ?? [])
      .map((one) => (one.startsWith("PUT") ? "import" : "deployment"));

  /** Copies the build of staging, with the settings in which production differs. */
  async function copyBuild({ config, folder }: Deployment): Promise<void> {
    const copy = path.join(projectRoot, folder);
    for (const part of ["client", "server"])
      cpSync(path.join(stagingBuild, part), path.join(copy, part), { recursive: true });
    const built = JSON.parse(readFileSync(builtConfig(copy), "utf8"));
    const read = (env: string) =>
      Object.entries(unstable_readConfig({ config, env }, { hideWarnings: true }));
    const other = new Map<string, unknown>(read("staging"));
    const settings = read("").filter(
      ([key, value]) => key in built && !isDeepStrictEqual(value, other.get(key)),
    );
    writeFileSync(builtConfig(copy), JSON.stringify({ ...built, ...Object.fromEntries(settings) }));
  }

  beforeAll(async () => {
    site = await openSite({ environment: "", folder: "build/production-test" });
    await putSecret("the first key, of thirty-two characters");
    await site.deploy({ build: copyBuild });
  });
  afterEach(() => expect(site.unknown.join("\n")).toBe(""));
  afterAll(() => site.close());

  test("deploys to an empty account: tables, triggers, Worker, static files, cron, domain and keys", async () => {
    const files = readdirSync(site.migrations).filter((name) => name.endsWith(".sql"));
    const sql = files.map((name) => readFileSync(path.join(site.migrations, name), "utf8")).join("\n");
    // A later migration can make a trigger of an earlier one anew.
    const created = (type: string) =>
      new Set([...sql.matchAll(new RegExp(`^CREATE ${type} [\`"]?(\\w+)`, "gm"))].map(([, name]) => name));
    expect(new Set(database().names("trigger"))).toEqual(created("TRIGGER"));
    expect(database().names("table")).toEqual(expect.arrayContaining([...created("TABLE")]));
    expect(applied()).toEqual(files);
    expect(await site.wrangler("d1", "migrations", "list", "DB", "--remote")).toContain(
      "No migrations to apply!",
    );

    const { versions, deployments, crons, subdomain, migrationTag } = worker();
    expect(deployments.at(-1)?.versions).toEqual([{ version_id: versions.at(-1)?.id, percentage: 100 }]);
    const { secrets, assets, bindings } = worker().running;
    expect(Object.keys(secrets)).toEqual(["MEDIA_PASS_KEY", "VAPID_KEY"]);
    expect(Object.keys(assets)).toContain("/sw.js");
    expect(bindings).toContainEqual(expect.objectContaining({ name: "DB", type: "d1", id: database().id }));
    expect({ crons, migrationTag, isOnWorkersDev: subdomain.enabled }).toEqual({
      crons: ["17 * * * *"],
      migrationTag: "v1",
      isOnWorkersDev: false,
    });
    expect([...site.account.domains]).toEqual([[DOMAIN, "afterglow"]]);
    expect(site.asked).toEqual([`https://${DOMAIN}/healthz`]);
  });

  test("an upgrade adds tables before the code, and leaves what the old code needs with --keep-old", async () => {
    const before = running();
    addMigration("0010_later.sql", later);
    addMigration("0011_contract_later.sql", "DROP TRIGGER later_kept;");
    site.takeLog();
    await site.deploy({ keepsOld: true });
    expect(changesIn(site.takeLog())).toEqual(["import", "deployment"]);
    expect(applied().at(-1)).toBe("0010_later.sql");
    expect(database().names("trigger")).toContain("later_kept");
    expect(running()).toEqual({ id: worker().versions.at(-1)?.id, secrets: before.secrets });
    expect(running().id).not.toBe(before.id);
  });

  test("a migration that fails changes nothing: the ones before it are rolled back too, and the old version keeps running", async () => {
    const before = { ...running(), applied: applied() };
    addMigration("0012_good.sql", "CREATE TABLE good (id INTEGER);");
    addMigration("0013_bad.sql", "INSERT INTO missing VALUES (1);");
    const failure = site.deploy();
    await expect(failure).rejects.toThrow(/no such table: missing/);
    await expect(failure).rejects.toThrow(
      /afterglow has none of the migrations 0012_good.sql, 0013_bad.sql.*Repair.*\nStopped at: migrations before the code/s,
    );
    expect({ ...running(), applied: applied() }).toEqual(before);
    expect(database().names("table")).not.toContain("good");
    for (const name of ["0012_good.sql", "0013_bad.sql"]) rmSync(path.join(site.migrations, name));
  });

  test("a rollback brings the old secret back, and the next deployment the newest one", async () => {
    await putSecret("the second key, of thirty-two characters");
    const old = worker().versions.at(-2);
    await site.wrangler("rollback", "--yes");
    expect(running()).toEqual({ id: old?.id, secrets: old?.secrets });
    expect(running().secrets.MEDIA_PASS_KEY).toMatch(/^the first/);

    expect(await putSecret("the third key, of thirty-two characters")).toContain("Secret edit failed");
    await putSecret("the third key, of thirty-two characters", "versions");
    expect(running().id).toBe(old?.id);
    expect(await site.wrangler("versions", "list")).toContain(running().id);

    site.takeLog();
    await site.deploy();
    expect(running().id).toBe(worker().versions.at(-1)?.id);
    expect(running().secrets.MEDIA_PASS_KEY).toMatch(/^the third/);
    expect(changesIn(site.takeLog())).toEqual(["deployment", "import"]);
    expect(applied().at(-1)).toBe("0011_contract_later.sql");
    expect(database().names("trigger")).not.toContain("later_kept");
  });

  test("a change in the dashboard that the configuration lacks stops the deployment", async () => {
    worker().editInDashboard({ name: "AFTERGLOW_AI_PER_DAY", type: "plain_text", text: "10" });
    const before = running();
    await expect(site.deploy()).rejects.toThrow(
      /AFTERGLOW_AI_PER_DAY.*Aborting.*conflicts.*\nStopped at: deployment/s,
    );
    expect(running()).toEqual(before);
  });
});
