import { spawn } from "node:child_process";
import { readServeOptions, runCommand } from "./command";
import { banner } from "./demo-log-in";
import { localVars, projectRoot, stateFolder } from "./local-state";
import { filterLines, isNoRequestLine } from "./log-filter";
import { readPort } from "./port";
import { toolScript } from "./run";
import { lockState } from "./state-lock";
import { onStop } from "./stop-signals";

/**
 * `npm run dev`: serves the sources from workerd with hot reload, on the data of `npm start`. `npm run dev -- --log`
 * prints each request.
 */
await runCommand(async () => {
  const options = readServeOptions();
  const port = await readPort("npm run dev");
  const state = stateFolder();
  lockState(state);
  localVars(state);
  // Loaded after the checks above: Miniflare and Wrangler take seconds to load.
  const { ensureDemoData } = await import("./demo/seed");
  await ensureDemoData(state);

  const child = spawn(process.execPath, [toolScript("react-router"), "dev"], {
    cwd: projectRoot,
    stdio: ["inherit", "pipe", "pipe"],
  });
  const isShown = (line: string) => !isToolLine(line) && (options.log || isNoRequestLine(line));
  child.stdout.pipe(filterLines(isShown)).pipe(process.stdout);
  child.stderr.pipe(filterLines(isShown)).pipe(process.stderr);
  child.stdout.on("data", (text: Buffer) => {
    if (text.includes("Local:")) console.log(banner(`http://localhost:${port}`));
  });
  child.once("close", (code) => process.exit(code ?? 0));
  onStop(() => child.kill("SIGTERM"));
});

/** Whether a line is about React Router's own call of Vite, or repeats the address that the banner has. */
function isToolLine(line: string): boolean {
  return line.includes("`envFile` option is deprecated") || /➜ {2}(Local|Network):/.test(line);
}
