import path from "node:path";
import { unstable_readConfig } from "wrangler";
import { openDeployed } from "../admin/bindings";
import { CommandError } from "../command";
import { bindingChecks } from "./binding-checks";
import { type CheckResult, runChecks } from "./checks";
import { missingSettings } from "./config";
import { migrationsOf } from "./migrations";
import { siteChecks } from "./site-checks";

/**
 * Checks a deployed site from outside and through its bindings, and prints a table.
 * @param config the path of wrangler.toml
 * @throws CommandError when a check has found something else than expected
 */
export async function checkSite(config: string, env: string): Promise<void> {
  const settings = unstable_readConfig({ config, env }, { hideWarnings: true });
  const missing = missingSettings(settings, env);
  if (missing.length > 0) throw new CommandError(missing.join("\n"));
  const results = await runChecks(siteChecks(String(settings.vars.AFTERGLOW_SITE)));
  results.push(...(await throughBindings(config, settings)));
  console.table(results);
  const failed = results.filter(({ ok }) => !ok);
  if (failed.length > 0) throw new CommandError(`${failed.length} of ${results.length} checks failed.`);
}

async function throughBindings(
  config: string,
  settings: Parameters<typeof openDeployed>[0],
): Promise<CheckResult[]> {
  const needed = settings.d1_databases.map(({ binding, migrations_dir }) => ({
    binding,
    names: migrationsOf(path.resolve(path.dirname(config), migrations_dir ?? "migrations"), "expand"),
  }));
  try {
    const { env, close } = await openDeployed(settings);
    try {
      return await runChecks(bindingChecks(env, needed));
    } finally {
      await close();
    }
  } catch (error) {
    return [{ check: "bindings", expected: "open", found: String(error), ok: false }];
  }
}
