import { runCommand } from "./command";
import { runTool } from "./run";
import { reportStaticChecks, runStaticChecks } from "./static-checks";

/** `npm run check`: the static checks and the unit tests. */
await runCommand(async () => {
  const failures = reportStaticChecks(await runStaticChecks());
  const { ok } = await runTool("vitest", ["run", "--project", "unit"], { live: true });
  process.exitCode = failures === 0 && ok ? 0 : 1;
});
