import type { Unstable_Config } from "wrangler";

/** What wrangler.toml ships with, so that a clone deploys nowhere by accident. */
const NO_DATABASE = "00000000-0000-0000-0000-000000000000";

type Config = Pick<Unstable_Config, "d1_databases" | "routes" | "workers_dev" | "vars" | "ai" | "services">;

/** What has to be set before a site can be deployed, each in a line that says how. */
export function missingIn({ d1_databases, routes, workers_dev }: Config): string[] {
  const missing: string[] = [];
  const database = d1_databases.find(({ binding }) => binding === "DB");
  if (!database?.database_id || database.database_id === NO_DATABASE) {
    missing.push(
      "wrangler.toml has no database: run `npx wrangler d1 create afterglow` and put the id it prints at `database_id`.",
    );
  }
  if (!routes?.length && !workers_dev) {
    missing.push(
      'wrangler.toml has no address: add `routes = [{ pattern = "photos.example.com", custom_domain = true }]` above the first table, with your domain.',
    );
  }
  return missing;
}

/** What must not be in a production build. */
export function unsafeIn({ vars, ai, services }: Config): string[] {
  const unsafe: string[] = [];
  if (vars.AFTERGLOW_ENV !== "production") unsafe.push("AFTERGLOW_ENV is not `production`.");
  if ("AFTERGLOW_RATE_LIMITS" in vars)
    unsafe.push("AFTERGLOW_RATE_LIMITS is set: production has its limits.");
  for (const name of Object.keys(vars).filter((one) => /KEY|TOKEN|SECRET/.test(one))) {
    unsafe.push(`${name} is a variable: make it a secret with \`npx wrangler secret put ${name}\`.`);
  }
  if (!ai || services?.length) unsafe.push("The AI binding is not Workers AI: this is a build for a laptop.");
  return unsafe;
}

const MAIL = ["MAIL_API_URL", "MAIL_API_KEY", "MAIL_FROM"];

/** Which secrets the Worker lacks. Mail may be left out, but not by halves: without it, forgotten passwords stay forgotten. */
export function missingSecrets(names: string[]): string[] {
  const mail = MAIL.filter((name) => !names.includes(name));
  const needed = ["MEDIA_PASS_KEY", ...(mail.length < MAIL.length ? mail : [])];
  return needed
    .filter((name) => !names.includes(name))
    .map(
      (name) => `The secret ${name} is not set: run \`npx wrangler secret put ${name}\` (docs/deploy.md).`,
    );
}
