import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { unstable_readConfig } from "wrangler";
import { openBindings } from "../../scripts/admin/bindings";
import { bindingChecks } from "../../scripts/deploy/binding-checks";
import { runChecks } from "../../scripts/deploy/checks";
import { PLACEHOLDER_DATABASE_ID } from "../../scripts/deploy/environments";
import { expand } from "../../scripts/deploy/steps";
import { productionConfig, projectRoot } from "../../scripts/local-state";
import { runTool } from "../../scripts/run";
import { Database } from "../production/cloudflare/database";
import { startCloudflare } from "../production/cloudflare/server";

// No account, and a proxy that does not exist, so that no request leaves the machine.
const env = {
  CLOUDFLARE_API_TOKEN: "",
  CLOUDFLARE_ACCOUNT_ID: "",
  HTTPS_PROXY: "http://127.0.0.1:9",
  HTTP_PROXY: "http://127.0.0.1:9",
};

/** Texts that occur in the embedded engine only. */
const engineTexts = ["Painted it in the", "Composed a scene of", "The local engine describes images"];

/** Returns all files under a folder of the project with their texts. */
function filesIn(folder: string): { name: string; text: string }[] {
  return readdirSync(path.join(projectRoot, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((name) => ({ name, text: readFileSync(name, "utf8") }));
}

test("rejects a fresh clone, names the missing settings and runs no later step", async () => {
  const { ok, output } = await runTool("tsx", ["scripts/deploy.ts"], { env });
  expect(ok).toBe(false);
  expect(output).toContain("wrangler.toml has no database: run `npx wrangler d1 create afterglow`");
  expect(output).toContain("wrangler.toml has no address");
  expect(output).toContain("Stopped at: configuration.");
  expect(output).not.toContain("production build");
});

test.each([
  ["staging", "run `npx wrangler d1 create afterglow-staging`"],
  ["stagin", "wrangler.toml has no environment stagin. It has staging."],
])("takes the environment %s, and names what it lacks", async (name, problem) => {
  const { ok, output } = await runTool("tsx", ["scripts/deploy.ts", "--env", name], { env });
  expect(ok).toBe(false);
  expect(output).toContain(problem);
  expect(output).toContain("Stopped at: configuration.");
});

test("the dry run builds for Cloudflare, with Workers AI and without the embedded engine", async () => {
  const { ok, output } = await runTool("tsx", ["scripts/deploy.ts", "--dry-run"], { env });
  expect(output).toContain("The dry run succeeded. Nothing was deployed.");
  expect(ok).toBe(true);
  expect(output).toMatch(/migrations before the code.*wrangler's dry run.*migrations after the code/s);
  for (const binding of ["env.DB", "env.MEDIA", "env.IMAGES", "env.AI", "env.USER_HUB"]) {
    expect(output).toContain(binding);
  }
  expect(output).not.toContain("afterglow-engine");
  const built = JSON.parse(
    readFileSync(path.join(projectRoot, "build/production/server/wrangler.json"), "utf8"),
  );
  expect(built).toMatchObject({
    vars: { AFTERGLOW_ENV: "production" },
    ai: { binding: "AI" },
    triggers: { crons: ["17 * * * *"] },
    workers_dev: false,
  });
  expect(built.services ?? []).toEqual([]);

  const sources = filesIn("engine").filter(({ name }) => /(?<!\.test)\.ts$/.test(name));
  for (const words of engineTexts) expect(sources.some(({ text }) => text.includes(words))).toBe(true);
  const uploaded = filesIn("build/production/dry-run");
  expect(uploaded.some(({ text }) => text.includes("flux-1-schnell"))).toBe(true);
  expect(uploaded.filter(({ name }) => name.endsWith(".wasm"))).toEqual([]);
  const withEngine = uploaded.filter(
    ({ name, text }) => name.endsWith(".js") && engineTexts.some((words) => text.includes(words)),
  );
  expect(withEngine.map(({ name }) => name)).toEqual([]);
});

test("applies the migrations, which have triggers, to an empty database of Cloudflare", async () => {
  const cloudflare = await startCloudflare();
  const database = new Database("afterglow", null, PLACEHOLDER_DATABASE_ID);
  cloudflare.account.databases.push(database);
  const folder = "build/migrations-test";
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await cloudflare.close();
    rmSync(path.join(projectRoot, folder), { recursive: true });
  });
  for (const [name, value] of Object.entries(cloudflare.env)) vi.stubEnv(name, value);
  const options = { environment: "", isDryRun: false, keepsOld: false };
  await expand({ config: productionConfig, folder, build: async () => {}, ...options });
  const files = readdirSync(path.join(projectRoot, "migrations")).filter((name) => name.endsWith(".sql"));
  expect(database.rows("SELECT name FROM d1_migrations").map(({ name }) => name)).toEqual(files);
  expect(database.names("trigger")).toContain("usernames_kept");
});

test("checks D1, R2, Images, Workers AI and hubs, and says what fails", async () => {
  const state = mkdtempSync(path.join(tmpdir(), "afterglow-check-"));
  const config = unstable_readConfig({ config: productionConfig }, { hideWarnings: true });
  const { env, close } = await openBindings(config, state);
  onTestFinished(async () => {
    await close();
    rmSync(state, { recursive: true });
  });
  await env.DB.exec("CREATE TABLE d1_migrations (name TEXT)");
  await env.DB.exec("INSERT INTO d1_migrations VALUES ('0000_members.sql')");
  const bindings = {
    ...env,
    AI: { run: async () => ({ response: "safe" }) },
    OPERATOR: { fetch: async () => Promise.reject(new Error("Service not found")) },
  };
  const needed = [{ binding: "DB", names: ["0000_members.sql", "0001_posts.sql"] }];
  const results = await runChecks(bindingChecks(bindings, needed));
  expect(results.map(({ check, found, ok }) => [check, found, ok])).toEqual([
    ["D1: pending migrations of DB", "0001_posts.sql", false],
    ["D1: parameters of a statement", "100", true],
    ["R2: an object that was stored", "read and deleted", true],
    ["Images: a resized image", "16 × 16", true],
    ["Workers AI: a harmless prompt", "safe", true],
    ["hubs: the hub of nobody", "Error: Service not found", false],
  ]);
  expect((await env.MEDIA.list()).objects).toEqual([]);
});
