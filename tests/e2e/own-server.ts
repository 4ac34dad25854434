import { type ChildProcess, spawn } from "node:child_process";
import { expect } from "@playwright/test";
import { freePort } from "../../scripts/server-process";

/** Starts the built server on its own state folder, in a process group, so that one signal kills the runtime too. */
export async function startServer(state: string): Promise<{ origin: string; process: ChildProcess }> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const child = spawn(process.execPath, ["--import", "tsx", "tests/e2e/server.ts"], {
    env: { ...process.env, PORT: String(port), AFTERGLOW_STATE: state },
    detached: true,
    stdio: "ignore",
  });
  await expect
    .poll(
      () =>
        fetch(`${origin}/healthz`).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 120_000 },
    )
    .toBe(200);
  return { origin, process: child };
}

/** Kills a server and its runtime, unless they have ended. */
export function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
