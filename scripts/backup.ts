import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { unstable_readConfig } from "wrangler";
import { CommandError, runCommand } from "./command";
import { writeRestorable } from "./deploy/restorable";
import { productionConfig as config } from "./local-state";
import { runTool } from "./run";

/**
 * `npm run backup -- <folder>`: exports each production database to a file of the folder, in an order in which
 * `wrangler d1 execute --file` can restore it (docs/deploy.md#backups-and-restoring). `--env staging` exports those of staging.
 */
await runCommand(async () => {
  const { folder, env } = readArguments();
  mkdirSync(folder, { recursive: true });
  for (const { binding, database_name } of unstable_readConfig({ config, env }, { hideWarnings: true })
    .d1_databases) {
    const file = path.join(folder, `${database_name}.sql`);
    const exported = `${file}.export`;
    const { ok, output } = await runTool("wrangler", [
      ...["d1", "export", binding, "--remote", "--output", exported, "--config", config, "--env", env],
    ]);
    if (!ok) throw new CommandError(output.trim());
    await writeRestorable(exported, file);
    rmSync(exported);
    console.log(file);
  }
});

function readArguments(): { folder: string; env: string } {
  try {
    const { values, positionals } = parseArgs({
      options: { env: { type: "string", default: "" } },
      allowPositionals: true,
    });
    const [folder, ...others] = positionals;
    if (folder && others.length === 0) return { folder, env: values.env };
  } catch {
    // An unknown option.
  }
  throw new CommandError("Name the folder: npm run backup -- <folder> [--env staging]");
}
