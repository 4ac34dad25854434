import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { unstable_readConfig } from "wrangler";
import { missingIn, missingSecrets, unsafeIn } from "./deploy/config";
import { openLocalBindings } from "./local-server";
import { projectRoot } from "./local-state";
import { runTool } from "./run";

/**
 * Deploys the site, one step after the other, and stops at the first that fails. With `--dry-run` it does what needs no
 * account and no network: the build, the checks, the migrations on an empty database, and wrangler's own rehearsal.
 */
const isRehearsal = process.argv.includes("--dry-run");
const config = path.join(projectRoot, "wrangler.toml");
// Beside the build for a laptop, which stays as it is.
const buildFolder = "build/production";
const builtConfig = path.join(projectRoot, buildFolder, "server/wrangler.json");

/** A reason to stop, for the operator to read. */
class Stop extends Error {}

function stopAt(problems: string[]): void {
  if (problems.length > 0) throw new Stop(problems.join("\n"));
}

async function tool(name: string, args: string[], env: Record<string, string> = {}): Promise<string> {
  const { ok, output } = await runTool(name, args, { env: { WRANGLER_LOG: "log", ...env } });
  if (!ok) throw new Stop(output.trim());
  return output;
}

async function checkConfig(): Promise<void> {
  const missing = missingIn(unstable_readConfig({ config }, { hideWarnings: true }));
  if (!isRehearsal) return stopAt(missing);
  for (const one of missing) console.log(`  To deploy: ${one}`);
}

async function build(): Promise<void> {
  await tool("react-router", ["build"], { AFTERGLOW_TARGET: "production", AFTERGLOW_BUILD: buildFolder });
  stopAt(unsafeIn(unstable_readConfig({ config: builtConfig }, { hideWarnings: true })));
}

async function checkSecrets(): Promise<void> {
  const listed: { name: string }[] = JSON.parse(
    await tool("wrangler", ["secret", "list", "--format", "json", "--config", config]),
  );
  stopAt(missingSecrets(listed.map(({ name }) => name)));
}

async function migrate(): Promise<void> {
  if (!isRehearsal) {
    await tool("wrangler", ["d1", "migrations", "apply", "DB", "--remote", "--config", config], { CI: "1" });
    return;
  }
  const state = mkdtempSync(path.join(tmpdir(), "afterglow-deploy-"));
  try {
    await (await openLocalBindings(state)).close();
  } finally {
    rmSync(state, { recursive: true, force: true });
  }
}

async function deploy(): Promise<void> {
  const rehearsal = ["--dry-run", "--outdir", path.join(projectRoot, buildFolder, "rehearsal")];
  console.log(
    await tool("wrangler", ["deploy", "--config", builtConfig, ...(isRehearsal ? rehearsal : ["--strict"])]),
  );
}

/** The first custom domain answers, with its database. */
async function checkHealth(): Promise<void> {
  const [route] = unstable_readConfig({ config }, { hideWarnings: true }).routes ?? [];
  const domain = typeof route === "string" ? null : route?.pattern;
  if (!domain) return;
  const reply = await fetch(`https://${domain}/healthz`);
  if (!reply.ok)
    throw new Stop(`https://${domain}/healthz answers ${reply.status}. To go back: npx wrangler rollback`);
}

const steps: { name: string; run: () => Promise<void>; needsAccount?: true }[] = [
  { name: "configuration", run: checkConfig },
  { name: "production build", run: build },
  { name: "secrets", run: checkSecrets, needsAccount: true },
  // Before the code that needs them: migrations only ever add (docs/deploy.md).
  { name: isRehearsal ? "migrations, on an empty database" : "migrations", run: migrate },
  { name: isRehearsal ? "wrangler's rehearsal" : "deployment", run: deploy },
  { name: "health", run: checkHealth, needsAccount: true },
];

for (const { name, run } of steps.filter((one) => !(isRehearsal && one.needsAccount))) {
  console.log(`— ${name}`);
  try {
    await run();
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    console.error(`${error.message}\nStopped at: ${name}. Nothing after it was done.`);
    process.exit(1);
  }
}
console.log(isRehearsal ? "The rehearsal went well. Nothing was deployed." : "Deployed.");
