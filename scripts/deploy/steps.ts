import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { unstable_readConfig } from "wrangler";
import { CommandError } from "../command";
import { projectRoot } from "../local-state";
import { runTool, type ToolResult } from "../run";
import { newVapidKey } from "../vapid-key";
import { MADE_SECRET, missingSecrets, missingSettings, unsafeSettings } from "./config";
import { sharedResources } from "./environments";
import { type Ask, healthProblem } from "./health";
import { APPLIED_QUERY, importOf, migrationsOf, type Phase } from "./migrations";

export interface Deployment {
  /** The path of wrangler.toml. */
  config: string;
  /** An environment of wrangler.toml; empty for production. */
  environment: string;
  /** The folder of the build, in the project: one of its own, so that the local build stays as it is. */
  folder: string;
  /** Runs the steps that need no account and no network, with empty databases on this machine. */
  isDryRun: boolean;
  /** Leaves the contract migrations to the next deployment. */
  keepsOld: boolean;
  /** Makes the production build. */
  build: (deployment: Deployment) => Promise<void>;
  /** Requests the address of the health check. */
  ask?: Ask;
}

const builtConfig = ({ folder }: Deployment) => path.join(projectRoot, folder, "server/wrangler.json");

const readConfig = ({ config, environment }: Deployment, env = environment) =>
  unstable_readConfig({ config, env }, { hideWarnings: true });

function failIfAny(problems: string[]): void {
  if (problems.length > 0) throw new CommandError(problems.join("\n"));
}

/** Wrangler prints its results. */
const LOG = { WRANGLER_LOG: "log" };

/** Runs a tool. @throws CommandError with its output when it fails */
async function tool(
  name: string,
  args: string[],
  env: Record<string, string> = {},
  input?: string,
): Promise<ToolResult> {
  const result = await runTool(name, args, { env: { ...LOG, ...env }, input });
  if (!result.ok) throw new CommandError(result.output.trim());
  return result;
}

export async function checkConfig(deployment: Deployment): Promise<void> {
  const { environment, isDryRun } = deployment;
  const names = readConfig(deployment, "").definedEnvironments ?? [];
  if (environment && !names.includes(environment))
    throw new CommandError(`wrangler.toml has no environment ${environment}. It has ${names.join(", ")}.`);
  const own = readConfig(deployment);
  for (const other of ["", ...names].filter((name) => name !== environment))
    failIfAny(sharedResources(own, readConfig(deployment, other)));
  const missing = missingSettings(own, environment);
  if (!isDryRun) return failIfAny(missing);
  for (const problem of missing) console.log(`  Before the deployment: ${problem}`);
}

/** Makes the production build of a deployment. */
export async function buildForCloudflare({ config, environment, folder }: Deployment): Promise<void> {
  await tool("react-router", ["build"], {
    NODE_ENV: "production",
    AFTERGLOW_TARGET: "production",
    AFTERGLOW_CONFIG: config,
    AFTERGLOW_BUILD: folder,
    CLOUDFLARE_ENV: environment,
  });
}

export async function build(deployment: Deployment): Promise<void> {
  await deployment.build(deployment);
  failIfAny(unsafeSettings(unstable_readConfig({ config: builtConfig(deployment) }, { hideWarnings: true })));
}

export async function checkSecrets(deployment: Deployment): Promise<void> {
  const { config, environment } = deployment;
  const where = ["--config", config, "--env", environment];
  const names = await secretNames(where);
  const hasMailBinding = readConfig(deployment).send_email.some(
    ({ name }: { name: string }) => name === "EMAIL",
  );
  failIfAny(missingSecrets(names, environment, hasMailBinding));
  if (names.includes(MADE_SECRET)) return;
  // The site's key for push notifications. It must stay: a new one ends every subscription (docs/deploy.md#push).
  await tool("wrangler", ["secret", "put", MADE_SECRET, ...where], {}, newVapidKey());
  console.log(`  Made the secret ${MADE_SECRET}.`);
}

/** Returns the names of the Worker's secrets; none before the first one, which creates the Worker. */
async function secretNames(where: string[]): Promise<string[]> {
  const args = ["secret", "list", "--format", "json", ...where];
  const { ok, stdout, output } = await runTool("wrangler", args, { env: LOG });
  if (!ok && !/Worker ".*" .*not found/.test(output)) throw new CommandError(output.trim());
  const listed: { name: string }[] = ok ? JSON.parse(stdout) : [];
  return listed.map(({ name }) => name);
}

/**
 * Applies the migrations of a phase that the databases lack. They go through `d1 execute --file`, which imports them:
 * `d1 migrations apply` posts them to D1's `/query`, which cuts triggers at their semicolons (docs/production.md).
 */
export async function migrate(deployment: Deployment, phase: Phase): Promise<void> {
  for (const { binding, database_name, migrations_dir } of readConfig(deployment).d1_databases) {
    const folder = path.resolve(path.dirname(deployment.config), migrations_dir ?? "migrations");
    const names = migrationsOf(folder, phase);
    const applied = names.length > 0 ? await appliedMigrations(deployment, binding) : [];
    const pending = names.filter((name) => !applied.includes(name));
    if (pending.length === 0) continue;
    const file = path.join(projectRoot, deployment.folder, "migrations", `${binding}.sql`);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, importOf(folder, pending));
    await execute(deployment, binding, ["--file", file, "--yes"]).catch((error: CommandError) => {
      const list = `the migrations ${pending.join(", ")}, which are applied together or not at all`;
      const isRefused = /SQLITE_/.test(error.message);
      const advice = isRefused
        ? `${database_name} has none of ${list}. Repair the one that fails, then deploy again.`
        : `It is unknown whether ${database_name} has ${list}. Deploy again: it applies them if they are missing.`;
      throw new CommandError(`${error.message}\n${advice}`);
    });
    for (const name of pending) console.log(`  ${database_name}: ${name}`);
  }
}

async function appliedMigrations(deployment: Deployment, binding: string): Promise<string[]> {
  const { stdout } = await execute(deployment, binding, ["--json", "--command", APPLIED_QUERY]);
  const results: { results: { name: string }[] }[] = JSON.parse(stdout);
  return results.flatMap((one) => one.results.map(({ name }) => name));
}

function execute(deployment: Deployment, binding: string, args: string[]): Promise<ToolResult> {
  const { config, environment, isDryRun } = deployment;
  const where = isDryRun ? ["--local", "--persist-to", dryRunState(deployment)] : ["--remote"];
  const all = ["d1", "execute", binding, ...where, "--config", config, "--env", environment, ...args];
  return tool("wrangler", all, { CI: "1" });
}

/** Returns the folder of the databases of a dry run. */
const dryRunState = ({ folder }: Deployment) => path.join(projectRoot, folder, "databases");

export async function expand(deployment: Deployment): Promise<void> {
  if (deployment.isDryRun) rmSync(dryRunState(deployment), { recursive: true, force: true });
  await migrate(deployment, "expand");
}

/** Applies what `expand` has left. */
export async function contract(deployment: Deployment): Promise<void> {
  if (deployment.keepsOld) return console.log("  Left to the next deployment: --keep-old.");
  await migrate(deployment, "contract");
}

export async function upload(deployment: Deployment): Promise<void> {
  const dryRun = ["--dry-run", "--outdir", path.join(projectRoot, deployment.folder, "dry-run")];
  const how = deployment.isDryRun ? dryRun : ["--strict"];
  console.log((await tool("wrangler", ["deploy", "--config", builtConfig(deployment), ...how])).output);
}

/** Requests the health check of the first custom domain, which also queries the database. */
export async function checkHealth(deployment: Deployment): Promise<void> {
  const [route] = readConfig(deployment).routes ?? [];
  const domain = typeof route === "string" ? null : route?.pattern;
  if (!domain) return;
  const problem = await healthProblem(`https://${domain}`, deployment.ask);
  if (problem) throw new CommandError(problem);
}
