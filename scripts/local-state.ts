import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { hostname, networkInterfaces } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { CommandError } from "./command";
import { newVapidKey } from "./vapid-key";

export const projectRoot = fileURLToPath(new URL("..", import.meta.url));

/** The configuration of a deployment. */
export const productionConfig = path.join(projectRoot, "wrangler.toml");

/** Databases, objects and Durable Objects, in the layout of wrangler and of the Vite plugin. */
const DATA_FOLDER = "v3";
const SECRETS_FILE = "secrets.json";
/** Contains the address of the running server's entrypoint for the command line (workers/operator.ts). */
const OPERATOR_FILE = "operator.url";
/** Exists while the demo data is being written. */
const SEEDING_FILE = "seeding";

/** Returns the folder of all local data: `AFTERGLOW_STATE`, else `.afterglow` in the project. */
export function stateFolder(): string {
  return path.resolve(projectRoot, process.env.AFTERGLOW_STATE ?? ".afterglow");
}

export function dataFolder(state: string): string {
  return path.join(state, DATA_FOLDER);
}

/** Marks the start of seeding. The marker file stays when seeding is interrupted. */
export function markSeeding(state: string): void {
  writeFileSync(path.join(state, SEEDING_FILE), "");
}

export function storeOperatorUrl(state: string, url: string): void {
  writeFileSync(path.join(state, OPERATOR_FILE), url);
}

export function removeOperatorUrl(state: string): void {
  rmSync(path.join(state, OPERATOR_FILE), { force: true });
}

/** Returns the address that the last server of a state folder has stored; null when there was none. */
export function readOperatorUrl(state: string): string | null {
  const file = path.join(state, OPERATOR_FILE);
  return existsSync(file) ? readFileSync(file, "utf8") : null;
}

export function clearSeeding(state: string): void {
  rmSync(path.join(state, SEEDING_FILE), { force: true });
}

/** Deletes the data of an interrupted seeding, so that the next one starts from an empty database. */
export function discardUnfinishedSeeding(state: string): void {
  if (!existsSync(path.join(state, SEEDING_FILE))) return;
  rmSync(dataFolder(state), { recursive: true, force: true });
  clearSeeding(state);
}

/** Deletes the local data, and the folder if nothing else is in it. Files of others in the folder stay. */
export function removeState(state: string): void {
  for (const name of [DATA_FOLDER, SECRETS_FILE, SEEDING_FILE, OPERATOR_FILE]) {
    rmSync(path.join(state, name), { recursive: true, force: true });
  }
}

export function removeEmptyFolder(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder);
}

/**
 * Returns this machine's names and addresses, separated by spaces. A phone uses an address, or the name in `.local`.
 */
function hostNames(): string {
  const name = hostname();
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  return [name, `${name.split(".")[0]}.local`, ...addresses.map(({ address }) => address)].join(" ");
}

/** Reads stored keys. @throws CommandError for a file that cannot be read, or that is no JSON object of texts */
function readSecrets(file: string): Record<string, string> {
  try {
    const stored: unknown = JSON.parse(readFileSync(file, "utf8"));
    if (isSecrets(stored)) return stored;
  } catch {
    // The line below says what to do.
  }
  throw new CommandError(
    `Cannot read the keys in ${file}. Restore it, or delete it: the next start makes new keys.`,
  );
}

function isSecrets(stored: unknown): stored is Record<string, string> {
  if (typeof stored !== "object" || stored === null || Array.isArray(stored)) return false;
  return Object.values(stored).every((value) => typeof value === "string");
}

/** Returns production's variables and secrets. Keys are made once and stored beside the data. @throws CommandError */
export function localVars(state: string = stateFolder()): Record<string, string> {
  const file = path.join(state, SECRETS_FILE);
  const stored = existsSync(file) ? readSecrets(file) : {};
  const made = { MEDIA_PASS_KEY: randomBytes(32).toString("base64url"), VAPID_KEY: newVapidKey() };
  const secrets = { ...made, ...stored };
  if (Object.keys(made).some((name) => !(name in stored))) {
    mkdirSync(state, { recursive: true });
    writeFileSync(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  }
  const limits = process.env.AFTERGLOW_RATE_LIMITS;
  return {
    ...secrets,
    AFTERGLOW_ENV: "local",
    AFTERGLOW_HOSTS: hostNames(),
    ...(limits ? { AFTERGLOW_RATE_LIMITS: limits } : {}),
  };
}
