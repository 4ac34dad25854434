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
  return openProxy<Env>(bindingsOf(config, state === null), state);
}

/** Opens the deployed Worker's operator entrypoint (workers/operator.ts) through wrangler, as the operator. */
export function openOperator(
  config: Unstable_Config,
): Promise<{ env: { OPERATOR: Fetcher }; close: () => Promise<void> }> {
  const { account_id, compatibility_date } = config;
  const worker = {
    name: "afterglow-operator",
    account_id,
    compatibility_date,
    services: [operatorOf(config)],
  };
  return openProxy<{ OPERATOR: Fetcher }>(worker, null);
}

/** Opens what the deployed Worker uses, Images and Workers AI included, and its entrypoint for the command line. */
export function openDeployed(
  config: Unstable_Config,
): Promise<{ env: Env & { OPERATOR: Fetcher }; close: () => Promise<void> }> {
  const remote = { images: { binding: "IMAGES", remote: true }, ai: { binding: "AI", remote: true } };
  const worker = { ...bindingsOf(config, true), ...remote, services: [operatorOf(config)] };
  return openProxy<Env & { OPERATOR: Fetcher }>(worker, null);
}

const operatorOf = ({ name }: Unstable_Config) => ({
  binding: "OPERATOR",
  service: name,
  entrypoint: "Operator",
  remote: true,
});

/** Opens the bindings of a Worker's configuration. @param state as for `openBindings` */
async function openProxy<E>(
  worker: object,
  state: string | null,
): Promise<{ env: E; close: () => Promise<void> }> {
  const folder = mkdtempSync(path.join(tmpdir(), "afterglow-bindings-"));
  const configPath = path.join(folder, "wrangler.json");
  writeFileSync(configPath, JSON.stringify(worker));
  const { env, dispose } = await getPlatformProxy<E>({
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

/** Returns a configuration of databases, bucket and Images only. `remote` uses the deployed databases and bucket. */
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
