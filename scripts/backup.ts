import { parseArgs } from "node:util";
import { backUp } from "./backup/back-up";
import { checkBackup, migrationsIn } from "./backup/check-backup";
import { newestChecked } from "./backup/manifest";
import { openSite } from "./backup/site";
import { openStore } from "./backup/store";
import { CommandError, runCommand } from "./command";

/**
 * `npm run backup -- <store>`: backs up the databases and objects of the deployed site into a folder or a bucket, and
 * checks the result (docs/deploy.md#backups-and-restoring). `--env staging` takes the site of staging, `--local` that
 * of `npm start`; `--check` makes no backup and checks the newest one.
 */
await runCommand(async () => {
  const { address, env, local, check } = readArguments();
  try {
    const store = openStore(address);
    const site = await openSite(env, local);
    try {
      if (check) {
        const name = await newestChecked(store);
        if (name === null) throw new CommandError("The store has no backup that has passed its check.");
        const { length } = await checkBackup(store, name, migrationsIn(site));
        console.log(`${name} is whole: every database can be restored, and ${length} objects are there.`);
        return;
      }
      const { name, record, copied, gone, removed } = await backUp(site, store);
      console.log(
        `${name}: ${record.rows} rows, ${record.objects} objects (${copied} new, ${gone} gone, ${removed} deleted from the store). Checked.`,
      );
    } finally {
      await site.close();
    }
  } catch (error) {
    throw new CommandError(`The backup failed. ${error instanceof Error ? error.message : String(error)}`);
  }
});

function readArguments(): { address: string; env: string; local: boolean; check: boolean } {
  const flag = { type: "boolean", default: false } as const;
  const { values, positionals } = parseArgs({
    options: { env: { type: "string", default: "" }, local: flag, check: flag },
    allowPositionals: true,
  });
  const [address, ...others] = positionals;
  if (address && others.length === 0) return { address, ...values };
  throw new CommandError("Name a folder or a bucket: npm run backup -- <store> [--env staging]");
}
