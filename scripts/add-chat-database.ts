import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { CommandError, runCommand } from "./command";
import { chatName, databaseIdIn, nextChatNumber, withChatBinding } from "./deploy/chat-binding";
import { productionConfig as file } from "./local-state";
import { runTool } from "./run";

/**
 * `npm run chat:add`: creates the next chat database in the account and adds its binding to wrangler.toml. The next
 * deployment applies its migrations and uses it (docs/deploy.md#more-chat-databases). Arguments such as
 * `--location weur` or `--jurisdiction eu` go to `wrangler d1 create`; `--env staging` adds it to that environment.
 */
await runCommand(async () => {
  const { env, location, jurisdiction } = readArguments();
  const toml = readFileSync(file, "utf8");
  const number = nextChatNumber(toml, env);
  const name = chatName(number, env);
  const where = jurisdiction ? ["--jurisdiction", jurisdiction] : location ? ["--location", location] : [];
  const { ok, output } = await runTool("wrangler", ["d1", "create", name, ...where], {
    env: { CI: "1" },
  });
  const id = ok ? databaseIdIn(output) : null;
  if (!id) throw new CommandError(output);
  writeFileSync(file, withChatBinding(toml, number, id, env));
  console.log(
    `Created ${name} and added CHAT_DB_${number} to wrangler.toml. Commit it, then run \`npm run deploy\`.`,
  );
});

function readArguments() {
  const text = { type: "string", default: "" } as const;
  try {
    return parseArgs({ options: { env: text, location: text, jurisdiction: text } }).values;
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}
