import { parseArgs } from "node:util";
import { restore } from "./backup/restore";
import { openSite } from "./backup/site";
import { openStore } from "./backup/store";
import { CommandError, runCommand } from "./command";

/**
 * `npm run restore -- <store>`: restores the newest backup of a folder or a bucket, or that of `--backup`, into the
 * deployed site, that of `--env`, or with `--local` that of `npm start` (docs/deploy.md#backups-and-restoring).
 */
await runCommand(async () => {
  const { address, env, local, name, replaces } = readArguments();
  try {
    const store = openStore(address);
    const site = await openSite(env, local);
    try {
      const result = await restore(site, store, { name, replaces });
      for (const [database, done] of Object.entries(result.databases)) console.log(`${database}: ${done}`);
      console.log(
        `${result.name}: ${result.restored} objects restored, ${result.present} were there already.`,
      );
    } finally {
      await site.close();
    }
  } catch (error) {
    throw new CommandError(`The restore failed. ${error instanceof Error ? error.message : String(error)}`);
  }
});

function readArguments() {
  const flag = { type: "boolean", default: false } as const;
  const { values, positionals } = parseArgs({
    options: {
      env: { type: "string", default: "" },
      backup: { type: "string" },
      local: flag,
      replace: flag,
    },
    allowPositionals: true,
  });
  const [address, ...others] = positionals;
  const { env, local, backup: name, replace: replaces } = values;
  if (address && others.length === 0) return { address, env, local, name, replaces };
  throw new CommandError("Name a folder or a bucket: npm run restore -- <store> [--env staging]");
}
