import { spawnSync } from "node:child_process";
import path from "node:path";
import { parseArgs } from "node:util";
import { statementsOf } from "./admin/statements";
import { CommandError, runCommand } from "./command";
import { projectRoot, stateFolder } from "./local-state";

const flag = { type: "boolean", default: false } as const;
const text = { type: "string" } as const;
const options = { remote: flag, "dry-run": flag, json: flag, reason: text, note: text, days: text };

/** The operator's tool (docs/moderation.md#command-line): changes the local database, or the deployed one with `--remote`. */
await runCommand(() => {
  const { values, positionals } = readArguments();
  const [name = "", ...args] = positionals;
  const { statements, writes, missing } = statementsOf(name, args, { ...values, now: new Date() });
  if (values["dry-run"] && writes) {
    console.log(statements.join(";\n\n"));
    return;
  }
  const rows = execute(statements.join(";\n"), values.remote);
  if (rows.length === 0 && missing) throw new CommandError(missing);
  if (values.json) console.log(JSON.stringify(rows, null, 2));
  else if (rows.length === 0) console.log("Nothing found.");
  else console.table(rows);
});

function readArguments() {
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}

/** Runs statements through wrangler, as one transaction, and returns the rows of the last one. @throws CommandError */
function execute(sql: string, isRemote: boolean): Record<string, unknown>[] {
  const where = isRemote ? ["--remote"] : ["--local", "--persist-to", stateFolder()];
  const wrangler = path.join(projectRoot, "node_modules/.bin/wrangler");
  const { status, stdout, stderr } = spawnSync(
    wrangler,
    ["d1", "execute", "afterglow", ...where, "--json", "--yes", "--command", sql],
    { cwd: projectRoot, encoding: "utf8", env: { ...process.env, WRANGLER_SEND_METRICS: "false" } },
  );
  if (status !== 0) throw new CommandError(`wrangler could not run this:\n${stderr || stdout}`);
  const results: { results: Record<string, unknown>[] }[] = JSON.parse(stdout.slice(stdout.indexOf("[")));
  return results.at(-1)?.results ?? [];
}
