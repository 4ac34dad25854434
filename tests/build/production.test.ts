import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../../scripts/local-state";
import { runTool } from "../../scripts/run";

// A folder of its own, so that the local build stays as it is. No account.
const buildFolder = "build/for-cloudflare";
const env = {
  AFTERGLOW_TARGET: "production",
  AFTERGLOW_BUILD: buildFolder,
  CLOUDFLARE_API_TOKEN: "",
  CLOUDFLARE_ACCOUNT_ID: "",
};
/** Texts that occur in the embedded engine only. */
const engineTexts = ["Painted it in the", "Composed a scene of", "The local engine describes images"];

/** Returns all files under a folder with their texts. */
function filesIn(folder: string): { name: string; text: string }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((name) => ({ name, text: readFileSync(name, "utf8") }));
}

test("the production build binds Workers AI and contains nothing of the embedded engine", async () => {
  const built = await runTool("react-router", ["build"], { env });
  expect(built.ok, built.output).toBe(true);
  const upload = path.join(projectRoot, buildFolder, "upload");
  const config = path.join(projectRoot, buildFolder, "server/wrangler.json");
  const dryRun = await runTool(
    "wrangler",
    ["deploy", "--dry-run", "--config", config, "--outdir", upload],
    // Makes wrangler print the list of bindings.
    { env: { ...env, WRANGLER_LOG: "log" } },
  );
  expect(dryRun.ok, dryRun.output).toBe(true);
  expect(dryRun.output).toMatch(/env\.AI\s+AI/);
  expect(dryRun.output).not.toContain("afterglow-engine");

  const engine = filesIn(path.join(projectRoot, "engine")).filter(({ name }) =>
    /(?<!\.test)\.ts$/.test(name),
  );
  for (const words of engineTexts) expect(engine.some(({ text }) => text.includes(words))).toBe(true);
  const uploaded = filesIn(upload);
  expect(uploaded.some(({ text }) => text.includes("flux-1-schnell"))).toBe(true);
  expect(uploaded.filter(({ name }) => name.endsWith(".wasm"))).toEqual([]);
  const telling = uploaded.filter(
    ({ name, text }) => name.endsWith(".js") && engineTexts.some((words) => text.includes(words)),
  );
  expect(telling.map(({ name }) => name)).toEqual([]);
});
