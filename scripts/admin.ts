import { parseArgs } from "node:util";
import { unstable_readConfig } from "wrangler";
import { commandNamed, helpOf, helpOfAll, refusing } from "./admin/commands";
import { asOperator } from "./admin/context";
import { localFiles } from "./admin/files";
import { CommandError, runCommand } from "./command";
import { productionConfig } from "./local-state";

const flag = { type: "boolean", default: false } as const;
const text = { type: "string" } as const;
const env = { type: "string", default: "" } as const;
const options = {
  remote: flag,
  env,
  "dry-run": flag,
  json: flag,
  help: flag,
  reason: text,
  note: text,
  days: text,
  by: text,
  username: text,
};

/** The operator's tool (docs/moderation.md#command-line). `--remote`: the deployed site; `--env staging`: staging. */
await runCommand(async () => {
  const { values, positionals } = readArguments();
  const [name = "", ...args] = positionals;
  if (values.help) return console.log(name ? helpOf(commandNamed(name)) : helpOfAll());
  const { run, preview, textsToHash } = commandNamed(name).prepare(args, values, localFiles);
  const config = unstable_readConfig({ config: productionConfig, env: values.env }, { hideWarnings: true });
  const use = values["dry-run"] && preview ? preview : run;
  print(await refusing(() => asOperator(config, values.remote, use, textsToHash)), values.json);
});

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
