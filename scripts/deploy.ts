import { rmSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { unstable_readConfig } from "wrangler";
import { MADE_SECRET, missingSecrets, missingSettings, unsafeSettings } from "./deploy/config";
import { sharedResources } from "./deploy/environments";
import { healthProblem } from "./deploy/health";
import { writeExpandConfig } from "./deploy/migrations";
import { productionConfig as config, projectRoot } from "./local-state";
import { runTool } from "./run";
import { newVapidKey } from "./vapid-key";

/**
 * `npm run deploy`: deploys the Worker step by step, and stops at the first step that fails. `--dry-run` runs the steps that
 * need no account and no network: the checks, the build, the migrations on an empty database, and wrangler's dry run.
 * `--keep-old` leaves the contract migrations to the next deployment, so that the version before can still be rolled back to.
 * `--env staging` deploys that environment of wrangler.toml.
 */
const {
  "dry-run": isDryRun,
  "keep-old": keepsOld,
  env: environment,
} = parseArgs({
  options: {
    "dry-run": { type: "boolean", default: false },
    "keep-old": { type: "boolean", default: false },
    // wrangler's name for the settings at the top of wrangler.toml.
    env: { type: "string", default: "" },
  },
}).values;
// A folder of its own, so that the local build stays as it is.
const buildFolder = `build/${environment || "production"}`;
/** The empty databases of a dry run. */
const dryRunState = path.join(projectRoot, buildFolder, "databases");
const builtConfig = path.join(projectRoot, buildFolder, "server/wrangler.json");

/** A step that failed. The message tells the operator what to do. */
class StepError extends Error {}

function failIfAny(problems: string[]): void {
  if (problems.length > 0) throw new StepError(problems.join("\n"));
}

async function tool(
  name: string,
  args: string[],
  env: Record<string, string> = {},
  input?: string,
): Promise<string> {
  const { ok, output } = await runTool(name, args, { env: { WRANGLER_LOG: "log", ...env }, input });
  if (!ok) throw new StepError(output.trim());
  return output;
}

const readConfig = (env = environment) => unstable_readConfig({ config, env }, { hideWarnings: true });

async function checkConfig(): Promise<void> {
  const production = readConfig("");
  const names = production.definedEnvironments ?? [];
  if (environment && !names.includes(environment))
    throw new StepError(`wrangler.toml has no environment ${environment}. It has ${names.join(", ")}.`);
  for (const other of ["", ...names].filter((name) => name !== environment))
    failIfAny(sharedResources(readConfig(), readConfig(other)));
  const missing = missingSettings(readConfig(), environment);
  if (!isDryRun) return failIfAny(missing);
  for (const problem of missing) console.log(`  Before the deployment: ${problem}`);
}

async function build(): Promise<void> {
  await tool("react-router", ["build"], {
    AFTERGLOW_TARGET: "production",
    AFTERGLOW_BUILD: buildFolder,
    CLOUDFLARE_ENV: environment,
  });
  failIfAny(unsafeSettings(unstable_readConfig({ config: builtConfig }, { hideWarnings: true })));
}

async function checkSecrets(): Promise<void> {
  const listed: { name: string }[] = JSON.parse(
    await tool("wrangler", ["secret", "list", "--format", "json", "--config", config, "--env", environment]),
  );
  const names = listed.map(({ name }) => name);
  failIfAny(missingSecrets(names, environment));
  if (!names.includes(MADE_SECRET)) await makeVapidKey();
}

/** Makes the site's key for push notifications. It must stay: a new one ends every subscription (docs/deploy.md#push). */
async function makeVapidKey(): Promise<void> {
  const args = ["secret", "put", MADE_SECRET, "--config", config, "--env", environment];
  await tool("wrangler", args, {}, newVapidKey());
  console.log(`  Made the secret ${MADE_SECRET}.`);
}

/** Applies the migrations that the databases lack, of those that a configuration names. */
async function applyMigrations(ofConfig: string, env: string): Promise<void> {
  const where = isDryRun ? ["--local", "--persist-to", dryRunState] : ["--remote"];
  for (const { binding } of readConfig().d1_databases) {
    const args = ["d1", "migrations", "apply", binding, ...where, "--config", ofConfig, "--env", env];
    await tool("wrangler", args, { CI: "1" });
  }
}

async function expand(): Promise<void> {
  if (isDryRun) rmSync(dryRunState, { recursive: true, force: true });
  const folder = path.join(projectRoot, buildFolder, "migrations");
  // That file has the bindings of this environment at its top.
  await applyMigrations(writeExpandConfig(projectRoot, folder, readConfig()), "");
}

/** Applies what `expand` has left. */
async function contract(): Promise<void> {
  if (keepsOld) return console.log("  Left to the next deployment: --keep-old.");
  await applyMigrations(config, environment);
}

async function deploy(): Promise<void> {
  const dryRun = ["--dry-run", "--outdir", path.join(projectRoot, buildFolder, "dry-run")];
  console.log(
    await tool("wrangler", ["deploy", "--config", builtConfig, ...(isDryRun ? dryRun : ["--strict"])]),
  );
}

/** Requests the health check of the first custom domain, which also queries the database. */
async function checkHealth(): Promise<void> {
  const [route] = readConfig().routes ?? [];
  const domain = typeof route === "string" ? null : route?.pattern;
  if (!domain) return;
  const problem = await healthProblem(`https://${domain}`);
  if (problem) throw new StepError(problem);
}

const onEmpty = isDryRun ? ", on an empty database" : "";
const steps: { name: string; run: () => Promise<void>; needsAccount?: true }[] = [
  { name: "configuration", run: checkConfig },
  { name: "production build", run: build },
  { name: "secrets", run: checkSecrets, needsAccount: true },
  // Before the code that needs them. The running code works on the new database, because these only add (docs/deploy.md).
  { name: `migrations before the code${onEmpty}`, run: expand },
  { name: isDryRun ? "wrangler's dry run" : "deployment", run: deploy },
  { name: "health", run: checkHealth, needsAccount: true },
  // The code before could not run without what these drop.
  { name: `migrations after the code${onEmpty}`, run: contract },
];

for (const { name, run } of steps.filter(({ needsAccount }) => !(isDryRun && needsAccount))) {
  console.log(`— ${name}`);
  try {
    await run();
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    console.error(`${error.message}\nStopped at: ${name}. The later steps did not run.`);
    process.exit(1);
  }
}
console.log(isDryRun ? "The dry run succeeded. Nothing was deployed." : "Deployed.");
