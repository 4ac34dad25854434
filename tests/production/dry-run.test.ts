import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../../scripts/local-state";
import { runTool } from "../../scripts/run";
import { noAccount } from "./no-account";

/** Texts that occur in the embedded engine only. */
const engineTexts = ["Painted it in the", "Composed a scene of", "The local engine describes images"];

/** Returns all files under a folder of the project with their texts. */
function filesIn(folder: string): { name: string; text: string }[] {
  return readdirSync(path.join(projectRoot, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((name) => ({ name, text: readFileSync(name, "utf8") }));
}

test("the dry run builds for Cloudflare, with Workers AI and without the embedded engine", async () => {
  const { ok, output } = await runTool("tsx", ["scripts/deploy.ts", "--dry-run"], { env: noAccount });
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
