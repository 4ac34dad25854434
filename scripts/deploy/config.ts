import type { Unstable_Config } from "wrangler";
import { z } from "zod";
import { isSiteAddress } from "../../workers/settings";
import { PLACEHOLDER_DATABASE_ID } from "./environments";

type Config = Pick<Unstable_Config, "d1_databases" | "routes" | "workers_dev" | "vars" | "ai" | "services">;

/**
 * Returns a line for each missing setting, with the way to set it.
 * @param environment of wrangler.toml; empty for production
 */
export function missingSettings(
  { d1_databases, routes, workers_dev, vars }: Config,
  environment = "",
): string[] {
  const missing: string[] = [];
  const variables = environment ? `[env.${environment}.vars]` : "[vars]";
  const place = environment ? `under \`[env.${environment}]\`` : "above the first table";
  const database = d1_databases.find(({ binding }) => binding === "DB");
  if (!database?.database_id || database.database_id === PLACEHOLDER_DATABASE_ID) {
    missing.push(
      `wrangler.toml has no database: run \`npx wrangler d1 create ${database?.database_name ?? "afterglow"}\` and put the id it prints at \`database_id\`.`,
    );
  }
  missing.push(...wrongChats(d1_databases));
  if (!routes?.length && !workers_dev) {
    missing.push(
      `wrangler.toml has no address: add \`routes = [{ pattern = "photos.example.com", custom_domain = true }]\` ${place}, with your domain.`,
    );
  }
  if (!isSiteAddress(String(vars.AFTERGLOW_SITE))) {
    missing.push(
      `wrangler.toml does not name the site: set \`AFTERGLOW_SITE = "https://photos.example.com"\` under \`${variables}\`, with your domain.`,
    );
  }
  if (!vars.AFTERGLOW_OPERATOR || !isEmailAddress(vars.AFTERGLOW_CONTACT)) {
    missing.push(
      `wrangler.toml does not say who runs the site: under \`${variables}\` set AFTERGLOW_OPERATOR to a name and a postal address, and AFTERGLOW_CONTACT to an email address.`,
    );
  }
  return missing;
}

const isEmailAddress = (value: unknown) => z.email().safeParse(value).success;

/** Returns a line per mistake in chat databases: a gap in the numbers, a shared database, or other migrations. */
function wrongChats(databases: Config["d1_databases"]): string[] {
  const chats = databases.filter(({ binding }) => binding.startsWith("CHAT_DB_"));
  const names = new Set(chats.map(({ binding }) => binding));
  const gaps = chats.flatMap((_, at) => (names.has(`CHAT_DB_${at + 1}`) ? [] : [`CHAT_DB_${at + 1}`]));
  const ids = databases.map(({ database_id }) => database_id);
  return [
    ...gaps.map(
      (name) => `wrangler.toml lacks the binding ${name}: chat databases have numbers from 1 without gaps.`,
    ),
    ...chats
      .filter(({ migrations_dir }) => migrations_dir !== "chat-migrations")
      .map(({ binding }) => `Set \`migrations_dir = "chat-migrations"\` for ${binding} in wrangler.toml.`),
    ...chats
      .filter(({ database_id }) => !database_id || ids.indexOf(database_id) !== ids.lastIndexOf(database_id))
      .map(({ binding }) => `${binding} has no database of its own in wrangler.toml.`),
  ];
}

/** Returns a line for each setting that a production build must not have. */
export function unsafeSettings({ vars, ai, services }: Config): string[] {
  const unsafe: string[] = [];
  if (vars.AFTERGLOW_ENV !== "production") unsafe.push("AFTERGLOW_ENV is not `production`.");
  if ("AFTERGLOW_RATE_LIMITS" in vars)
    unsafe.push("AFTERGLOW_RATE_LIMITS is set: production must keep its rate limits.");
  for (const name of Object.keys(vars).filter((name) => /KEY|TOKEN|SECRET/.test(name))) {
    unsafe.push(`${name} is a variable: make it a secret with \`npx wrangler secret put ${name}\`.`);
  }
  if (!ai || services?.length) unsafe.push("The AI binding is not Workers AI: this is a local build.");
  return unsafe;
}

/** Secrets of the HTTP mail API. */
const MAIL_SECRETS = ["MAIL_API_URL", "MAIL_API_KEY", "MAIL_FROM"];
/** Keys of the check that a person signs up. */
const TURNSTILE_SECRETS = ["TURNSTILE_SITE_KEY", "TURNSTILE_SECRET_KEY"];
/** Zone and token for the purge of removed photos. */
const CACHE_SECRETS = ["CACHE_ZONE_ID", "CACHE_PURGE_TOKEN"];

/** The secret that a deployment makes itself when it is missing (scripts/vapid-key.ts). */
export const MADE_SECRET = "VAPID_KEY";

/**
 * Returns a line for each secret that the Worker lacks. The mail service is optional (members then cannot reset a
 * password), and so are Turnstile and the purge, but each needs all of its secrets.
 * @param hasMailBinding whether mails go by Cloudflare's Email Service, which needs their sender alone
 */
export function missingSecrets(names: string[], environment = "", hasMailBinding = false): string[] {
  const optional = [hasMailBinding ? [] : MAIL_SECRETS, TURNSTILE_SECRETS, CACHE_SECRETS].filter((all) =>
    all.some((name) => names.includes(name)),
  );
  const needed = ["MEDIA_PASS_KEY", ...(hasMailBinding ? ["MAIL_FROM"] : []), ...optional.flat()];
  return needed
    .filter((name) => !names.includes(name))
    .map(
      (name) =>
        `The secret ${name} is not set: run \`npx wrangler secret put ${name}${environment && ` --env ${environment}`}\` (docs/deploy.md).`,
    );
}
