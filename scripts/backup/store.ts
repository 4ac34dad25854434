import { CommandError } from "../command";
import { folderStore } from "./folder-store";
import { s3Store } from "./s3-store";

/** A place for backups: a folder, or a bucket with the interface of S3. Names have parts between slashes. */
export interface Store {
  /** Returns what is stored under a name; null for nothing. */
  get: (name: string) => Promise<Response | null>;
  put: (name: string, body: Blob | string) => Promise<void>;
  /** Stores a text unless the name is taken, in one step. Returns whether it did. */
  create: (name: string, body: string) => Promise<boolean>;
  /** Returns the sizes in bytes of all that is stored under a prefix, by name. */
  list: (prefix: string) => Promise<Map<string, number>>;
  remove: (name: string) => Promise<void>;
}

/**
 * Opens a store by its address.
 * @param address a folder, or an S3 bucket as `https://host/bucket`, for which `BACKUP_KEY_ID`, `BACKUP_KEY` and,
 *   unless it is "auto", `BACKUP_REGION` are set
 * @throws CommandError without the keys
 */
export function openStore(address: string, env: Record<string, string | undefined> = process.env): Store {
  if (!/^https?:\/\//.test(address)) return folderStore(address);
  const { BACKUP_KEY_ID: keyId, BACKUP_KEY: key, BACKUP_REGION: region } = env;
  if (!keyId || !key) throw new CommandError(`Set BACKUP_KEY_ID and BACKUP_KEY to the keys of ${address}.`);
  return s3Store(address, { keyId, key, region: region || "auto" });
}

/** Reads a stored text. @throws CommandError when there is none */
export async function readText(store: Store, name: string): Promise<string> {
  const found = await store.get(name);
  if (!found) throw new CommandError(`${name} is missing.`);
  return found.text();
}
