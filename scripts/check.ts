import { runCommand } from "./command";
import { runTool } from "./run";
import { reportStaticChecks, runStaticChecks } from "./static-checks";

/** `npm run check`: the static checks and the unit tests, side by side. */
await runCommand(async () => {
  const [unit, results] = await Promise.all([
    runTool("vitest", ["run", "--project", "unit"], { live: true }),
    runStaticChecks(),
  ]);
  const failures = reportStaticChecks(results);
  process.exitCode = failures === 0 && unit.ok ? 0 : 1;
});
