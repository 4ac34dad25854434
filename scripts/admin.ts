import { parseArgs } from "node:util";
import { unstable_readConfig } from "wrangler";
import { recheckSessions } from "./admin/recheck-sessions";
import { rowsIn } from "./admin/rows";
import { statementsOf } from "./admin/statements";
import { useCases } from "./admin/use-cases";
import { CommandError, runCommand } from "./command";
import { productionConfig, stateFolder } from "./local-state";
import { runTool } from "./run";

const flag = { type: "boolean", default: false } as const;
const text = { type: "string" } as const;
const env = { type: "string", default: "" } as const;
const options = { remote: flag, env, "dry-run": flag, json: flag, reason: text, note: text, days: text };

/** The operator's tool (docs/moderation.md#command-line): changes the local database, or the deployed one with `--remote` (`--env staging`: that of staging). */
await runCommand(async () => {
  const { values, positionals } = readArguments();
  const [name = "", ...args] = positionals;
  // Not a name that objects inherit, such as "toString".
  const run = Object.hasOwn(useCases, name) ? useCases[name] : undefined;
  const readConfig = () =>
    unstable_readConfig({ config: productionConfig, env: values.env }, { hideWarnings: true });
  if (run) return print(await run(args, readConfig(), values), values.json);
  const { statements, writes, missing, endsSessions } = statementsOf(name, args, {
    ...values,
    now: new Date(),
  });
  if (values["dry-run"] && writes) {
    console.log(statements.join(";\n\n"));
    return;
  }
  const rows = await execute(statements.join(";\n"), values);
  if (rows.length === 0 && missing) throw new CommandError(missing);
  const [ended] = endsSessions ? rows : [];
  if (ended && !(await recheckSessions(String(ended.id), readConfig(), values.remote))) console.error(NO_HUB);
  print(rows, values.json);
});

const NO_HUB =
  "The member's hub could not be reached: what hubs hold can be read for five minutes, open sockets close in at most ten. Nothing can be written.";

function readArguments() {
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}

function print(rows: object[], isJson: boolean): void {
  if (isJson) console.log(JSON.stringify(rows, null, 2));
  else if (rows.length === 0) console.log("Nothing found.");
  else console.table(rows);
}

/** Runs statements through wrangler, as one transaction, and returns the rows of the last one. @throws CommandError */
async function execute(
  sql: string,
  { remote, env }: { remote: boolean; env: string },
): Promise<Record<string, unknown>[]> {
  const where = remote ? ["--remote"] : ["--local", "--persist-to", stateFolder()];
  const { ok, stdout, output } = await runTool(
    "wrangler",
    [
      "d1",
      "execute",
      "DB",
      ...where,
      "--env",
      env,
      "--json",
      "--yes",
      "--command",
      sql,
      "--config",
      productionConfig,
    ],
    // wrangler prints rows at this level only.
    { env: { WRANGLER_LOG: "log" } },
  );
  const rows = ok ? rowsIn(stdout) : null;
  if (!rows) throw new CommandError(`wrangler could not run this:\n${output.trim()}`);
  return rows;
}
