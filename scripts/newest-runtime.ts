import { runCommand } from "./command";
import { inNewestRuntime } from "./newest-workerd";
import { runTool } from "./run";

/**
 * `npm run newest-runtime`: runs workers tests in a runtime that is newer than the one of the lock file, as Cloudflare's is. It compiles every
 * kind of write, because newer versions of SQLite refuse some statements of older ones. `-- tests/workers/posts.test.ts …` runs other files.
 */
await runCommand(async () => {
  const files = process.argv.slice(2);
  const tests = files.length > 0 ? files : ["tests/workers/trigger-depth.test.ts"];
  const { ok } = await runTool("vitest", ["run", "--project", "workers", "--project", "chats", ...tests], {
    live: true,
    env: inNewestRuntime(),
  });
  process.exitCode = ok ? 0 : 1;
});
