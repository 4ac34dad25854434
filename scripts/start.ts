import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { readServeOptions, runCommand, type ServeOptions } from "./command";
import { localVars, projectRoot, removeOperatorUrl, stateFolder, storeOperatorUrl } from "./local-state";
import { filterLines, isNoRequestLine } from "./log-filter";
import { readPort } from "./port";
import type { Prepared } from "./prepare";
import { lockState } from "./state-lock";
import { onStop } from "./stop-signals";
import { isDiskFull, requireStorage, unusableState } from "./storage-problem";

/** `npm start`: builds the app, creates the demo data once, and serves both. `-- --log` prints each request. */
await runCommand(async () => {
  const options = readServeOptions();
  const port = await readPort("npm start");
  const state = stateFolder();
  lockState(state);
  requireStorage(state);
  localVars(state);

  console.log("Preparing Afterglow…");
  // Miniflare takes a second to load, so after the checks above and beside the preparation.
  const [{ server: served, banner }, { serve, operatorUrlOf }] = await Promise.all([
    prepare(state, port, options),
    import("./serve"),
  ]);
  const logs = filterLines((line) => options.log || isNoRequestLine(line));
  logs.pipe(process.stdout);
  const errors = filterLines((line) => {
    exitWhenFull(state, line);
    return true;
  });
  errors.pipe(process.stderr);
  const server = await serve(served, { logs, errors });
  storeOperatorUrl(state, await operatorUrlOf(server));
  // Not when a signal arrives: Miniflare ends the process at some of them.
  process.once("exit", () => removeOperatorUrl(state));
  console.log(banner);

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

/**
 * Runs scripts/prepare.ts, and returns what it sends. Ends this process, too, when it fails: it has printed why.
 */
async function prepare(state: string, port: number, options: ServeOptions): Promise<Prepared> {
  const script = path.join(projectRoot, "scripts/prepare.ts");
  const child = fork(script, [state, String(port), ...(options["no-build"] ? ["no-build"] : [])], {
    cwd: projectRoot,
    execArgv: ["--import", "tsx"],
    serialization: "advanced",
  });
  const served = once(child, "message");
  const [code] = await once(child, "exit");
  if (code !== 0) process.exit(code ?? 1);
  return (await served)[0];
}
