import { readServeOptions, runCommand } from "./command";
import { banner } from "./demo-log-in";
import { localVars, removeOperatorUrl, stateFolder, storeOperatorUrl } from "./local-state";
import { filterLines, isNoRequestLine } from "./log-filter";
import { readPort } from "./port";
import { build } from "./run";
import { lockState } from "./state-lock";
import { onStop } from "./stop-signals";
import { isDiskFull, requireStorage, unusableState } from "./storage-problem";

/** `npm start`: builds the app, creates the demo data once, and serves both. `npm start -- --log` prints each request. */
await runCommand(async () => {
  const options = readServeOptions();
  const port = await readPort("npm start");
  const state = stateFolder();
  lockState(state);
  requireStorage(state);
  localVars(state);

  console.log("Preparing Afterglow…");
  // Loaded after the checks above: Miniflare and Wrangler take seconds to load.
  const [{ ensureDemoData }, { startLocalServer }] = await Promise.all([
    import("./demo/seed"),
    import("./local-server"),
  ]);
  await Promise.all([options["no-build"] || build(), ensureDemoData(state)]);
  const logs = filterLines((line) => options.log || isNoRequestLine(line));
  logs.pipe(process.stdout);
  const errors = filterLines((line) => {
    exitWhenFull(state, line);
    return true;
  });
  errors.pipe(process.stderr);
  const server = await startLocalServer({ port, state, logs, errors, operator: true });
  if (server.operatorUrl) storeOperatorUrl(state, server.operatorUrl);
  // Not when a signal arrives: Miniflare ends the process at some of them.
  process.once("exit", () => removeOperatorUrl(state));
  console.log(banner(`http://localhost:${port}`));

  let isStopping = false;
  onStop(() => {
    isStopping = true;
    void server.close().then(() => process.exit(0));
  });
  void server.ended.then(() => {
    if (isStopping) return;
    console.error("The server has crashed. Start it again with `npm start`; its data is kept.");
    process.exit(1);
  });
});

/** Ends the process when a line says that the disk is full: each request would fail. The exit ends the runtime too. */
function exitWhenFull(state: string, line: string): void {
  if (!isDiskFull(line)) return;
  console.error(`${unusableState(state, new Error(line))} The server has stopped; its data is kept.`);
  process.exit(1);
}
