import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, vi } from "vitest";
import { databaseIdIn } from "../../scripts/deploy/chat-binding";
import { deploySite } from "../../scripts/deploy/deploy-site";
import type { Deployment } from "../../scripts/deploy/steps";
import { projectRoot } from "../../scripts/local-state";
import { runTool } from "../../scripts/run";
import { addZone } from "./cloudflare/accounts";
import { type Cloudflare, startCloudflare } from "./cloudflare/server";

export const DOMAIN = "photos.example.com";

/** An operator with an account of the double, and a configuration of their own. */
export interface Site extends Cloudflare {
  /** A copy of the project's migrations, to which tests add. */
  migrations: string;
  /** Runs wrangler with the operator's configuration, and expects it to succeed. Returns its output. */
  wrangler: (...args: string[]) => Promise<string>;
  /** Runs wrangler, and returns its output whether it succeeds or not. */
  tryWrangler: (args: string[], input?: string) => Promise<string>;
  deploy: (options?: Partial<Deployment>) => Promise<void>;
  /** Addresses that the health step has requested. */
  asked: string[];
}

/**
 * Opens an account with one domain, and makes its databases and buckets as docs/deploy.md says.
 * @param options of every deployment, such as the folder of the build
 */
export async function openSite(options: Pick<Deployment, "folder" | "environment">): Promise<Site> {
  const cloudflare = await startCloudflare();
  addZone(cloudflare.account, "example.com");
  const folder = mkdtempSync(path.join(tmpdir(), "afterglow-production-"));
  const [config, migrations] = [path.join(folder, "wrangler.toml"), path.join(folder, "migrations")];
  for (const name of ["migrations", "chat-migrations"])
    cpSync(path.join(projectRoot, name), path.join(folder, name), { recursive: true });
  const { environment } = options;
  // The build runs with them too, and needs no account.
  const env = { ...cloudflare.env, CI: "1", WRANGLER_LOG: "log" };

  const run = (args: string[], input?: string) => runTool("wrangler", args, { env, input });
  const withConfig = (args: string[]) => [...args, "--config", config, "--env", environment];
  const wrangler = async (...args: string[]) => {
    const { ok, output } = await run(withConfig(args));
    expect(ok, output).toBe(true);
    return output;
  };

  const suffix = environment && `-${environment}`;
  const created = await run(["d1", "create", `afterglow${suffix}`, "--location", "weur"]);
  await run(["r2", "bucket", "create", `afterglow-media${suffix}`]);
  writeFileSync(config, configWith(databaseIdIn(created.output) ?? "", environment));

  const asked: string[] = [];
  const ask = async (url: string) => {
    asked.push(url);
    const isServed = cloudflare.account.domains.has(new URL(url).host);
    return { ok: isServed, status: isServed ? 200 : 523 };
  };
  return {
    ...cloudflare,
    migrations,
    wrangler,
    tryWrangler: async (args, input) => (await run(withConfig(args), input)).output,
    deploy: async (more) => {
      for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
      const build = async () => {};
      try {
        await deploySite({ config, isDryRun: false, keepsOld: false, build, ask, ...options, ...more });
      } finally {
        vi.unstubAllEnvs();
      }
    },
    asked,
    close: async () => {
      await cloudflare.close();
      rmSync(folder, { recursive: true });
      rmSync(path.join(projectRoot, options.folder), { recursive: true, force: true });
    },
  };
}

/** Returns the text of wrangler.toml after the steps of docs/deploy.md in which the operator edits it. */
function configWith(databaseId: string, environment: string): string {
  const host = environment ? `${environment}.${DOMAIN}` : DOMAIN;
  const routes = `routes = [{ pattern = "${host}", custom_domain = true }]\n`;
  const text = readFileSync(path.join(projectRoot, "wrangler.toml"), "utf8").replace(
    'main = "./',
    `main = "${projectRoot}`,
  );
  const start = environment ? text.indexOf(`[env.${environment}]`) : text.indexOf("\n[") + 1;
  const filled = text
    .slice(start)
    .replace(/^# (AFTERGLOW_SITE = ").*"/m, `$1https://${host}"`)
    .replace(/^# (AFTERGLOW_(OPERATOR|CONTACT) =)/gm, "$1")
    .replace(/(database_id = ")[0-]+"/, `$1${databaseId}"`);
  const before = text.slice(0, start);
  return environment ? `${before}${filled.replace("routes = []\n", routes)}` : `${before}${routes}${filled}`;
}
