import { readServeOptions, runCommand } from "./command";
import { ensureDemoData } from "./demo/seed";
import { banner } from "./demo-log-in";
import { startLocalServer } from "./local-server";
import { stateFolder } from "./local-state";
import { filterLines, isNoRequestLine } from "./log-filter";
import { readPort } from "./port";
import { build } from "./run";
import { lockState } from "./state-lock";

/** `npm start`: builds the app, creates the demo data once, and serves both. `npm start -- --log` prints each request. */
await runCommand(async () => {
  const options = readServeOptions();
  const port = await readPort("npm start");
  const state = stateFolder();
  lockState(state);

  console.log("Preparing Afterglow…");
  await Promise.all([options["no-build"] || build(), ensureDemoData(state)]);
  const logs = filterLines((line) => options.log || isNoRequestLine(line));
  logs.pipe(process.stdout);
  const server = await startLocalServer({ port, state, logs });
  console.log(banner(`http://localhost:${port}`));

  const stop = () => void server.close().then(() => process.exit(0));
  // Windows sends SIGBREAK for Ctrl+Break and SIGHUP when the window closes; it has no SIGTERM, so a parent process
  // stops this one by closing the IPC channel.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"] as const) process.once(signal, stop);
  process.once("disconnect", stop);
});
