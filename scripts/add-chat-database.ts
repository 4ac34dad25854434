import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { CommandError, runCommand } from "./command";
import { databaseIdIn, nextChatNumber, withChatBinding } from "./deploy/chat-binding";
import { projectRoot } from "./local-state";
import { runTool } from "./run";

/**
 * `npm run chat:add`: creates the next chat database in the account and adds its binding to wrangler.toml. The next deployment
 * applies its migrations and starts to use it (docs/deploy.md#more-chat-databases). Arguments go to `wrangler d1 create`, such as
 * `--location weur`.
 */
await runCommand(async () => {
  const file = path.join(projectRoot, "wrangler.toml");
  const toml = readFileSync(file, "utf8");
  const number = nextChatNumber(toml);
  const name = `afterglow-chat-${number}`;
  const { ok, output } = await runTool("wrangler", ["d1", "create", name, ...process.argv.slice(2)], {
    env: { CI: "1" },
  });
  const id = ok ? databaseIdIn(output) : null;
  if (!id) throw new CommandError(output);
  writeFileSync(file, withChatBinding(toml, number, id));
  console.log(
    `Created ${name} and added CHAT_DB_${number} to wrangler.toml. Commit it, then run \`npm run deploy\`.`,
  );
});
