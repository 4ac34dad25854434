import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../../scripts/local-state";
import { runTool } from "../../scripts/run";

// Beside the build for a laptop, which stays as it is; without an account, and with no way to one.
const buildFolder = "build/for-cloudflare";
const env = {
  AFTERGLOW_TARGET: "production",
  AFTERGLOW_BUILD: buildFolder,
  CLOUDFLARE_API_TOKEN: "",
  CLOUDFLARE_ACCOUNT_ID: "",
};
/** Words of the embedded engine that nothing else has reason to say. */
const engineWords = ["Painted it in the", "Composed a scene of", "The local engine describes images"];

/** All files under a folder: their paths and what is in them. */
function filesIn(folder: string): { name: string; text: string }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((name) => ({ name, text: readFileSync(name, "utf8") }));
}

test("production has Workers AI's own binding, and nothing of the embedded engine", async () => {
  const built = await runTool("react-router", ["build"], { env });
  expect(built.ok, built.output).toBe(true);
  const upload = path.join(projectRoot, buildFolder, "upload");
  const config = path.join(projectRoot, buildFolder, "server/wrangler.json");
  const rehearsal = await runTool(
    "wrangler",
    ["deploy", "--dry-run", "--config", config, "--outdir", upload],
    // What is to be read here is what it would otherwise keep to itself.
    { env: { ...env, WRANGLER_LOG: "log" } },
  );
  expect(rehearsal.ok, rehearsal.output).toBe(true);
  expect(rehearsal.output).toMatch(/env\.AI\s+AI/);
  expect(rehearsal.output).not.toContain("afterglow-engine");

  const engine = filesIn(path.join(projectRoot, "engine")).filter(({ name }) =>
    /(?<!\.test)\.ts$/.test(name),
  );
  for (const words of engineWords) expect(engine.some(({ text }) => text.includes(words))).toBe(true);
  const uploaded = filesIn(upload);
  expect(uploaded.some(({ text }) => text.includes("flux-1-schnell"))).toBe(true);
  expect(uploaded.filter(({ name }) => name.endsWith(".wasm"))).toEqual([]);
  const telling = uploaded.filter(
    ({ name, text }) => name.endsWith(".js") && engineWords.some((words) => text.includes(words)),
  );
  expect(telling.map(({ name }) => name)).toEqual([]);
});
