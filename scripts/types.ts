import { CommandError, runCommand } from "./command";
import { generateTypes } from "./generated-types";
import { runTool } from "./run";

/** `npm run types`: generates the types that are missing or stale, then checks the whole project. */
await runCommand(async () => {
  await generateTypes();
  const { ok, output } = await runTool("tsc", ["--noEmit"]);
  if (!ok) throw new CommandError(output);
});
