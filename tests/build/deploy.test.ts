import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../../scripts/local-state";
import { runTool } from "../../scripts/run";

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
