/** The interval at which a command looks whether npm still runs. */
const PARENT_CHECK_MS = 250;
/** Read when the command starts: npm may end before the command is ready to stop. */
const parent = process.ppid;

/**
 * Calls `stop` once, when this process should end: on a signal, when its parent closes the IPC channel, or when the npm
 * that started it has ended without passing a signal on.
 */
export function onStop(stop: () => void): void {
  let isStopping = false;
  const stopOnce = () => {
    if (isStopping) return;
    isStopping = true;
    stop();
  };
  // Windows sends SIGBREAK for Ctrl+Break and SIGHUP when the window closes; it has no SIGTERM, so a parent process
  // stops this one by closing the IPC channel. Ctrl+C can arrive twice: from the terminal, and passed on by npm.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"] as const) process.on(signal, stopOnce);
  process.once("disconnect", stopOnce);
  if (!process.env.npm_lifecycle_event) return;
  setInterval(() => {
    if (process.ppid !== parent) stopOnce();
  }, PARENT_CHECK_MS).unref();
}
