import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { getPlatformProxy, type Unstable_Config } from "wrangler";
import { dataFolder } from "../local-state";

/**
 * Opens the databases and the bucket of a configuration from this process.
 * @param state the folder of local data; null opens the deployed ones through wrangler
 */
export async function openBindings(
  config: Unstable_Config,
  state: string | null,
): Promise<{ env: Env; close: () => Promise<void> }> {
  const folder = mkdtempSync(path.join(tmpdir(), "afterglow-bindings-"));
  const configPath = path.join(folder, "wrangler.json");
  writeFileSync(configPath, JSON.stringify(bindingsOf(config, state === null)));
  const { env, dispose } = await getPlatformProxy<Env>({
    configPath,
    persist: state === null ? false : { path: dataFolder(state) },
    remoteBindings: state === null,
    envFiles: [],
  });
  const close = async () => {
    await dispose();
    rmSync(folder, { recursive: true });
  };
  return { env, close };
}

/** Returns a configuration with the databases and the bucket only. `remote` connects a binding to the deployed resource. */
function bindingsOf(
  { account_id, compatibility_date, d1_databases, r2_buckets, images }: Unstable_Config,
  remote: boolean,
) {
  return {
    name: "afterglow-bindings",
    account_id,
    compatibility_date,
    d1_databases: d1_databases.map((one) => ({ ...one, remote })),
    r2_buckets: r2_buckets.map((one) => ({ ...one, remote })),
    images,
  };
}
