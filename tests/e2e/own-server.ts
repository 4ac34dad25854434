import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "../../scripts/server-process";
import { expect, test } from "./test";

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

/**
 * Returns Playwright's test with its own server, for a file whose tests change what all members see. They run in order,
 * each on the state that the former ones left.
 */
export function testOnOwnServer() {
  const ownTest = test.extend<object, { ownOrigin: string }>({
    ownOrigin: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
      async ({}, use) => {
        const state = mkdtempSync(path.join(tmpdir(), "afterglow-own-"));
        const server = await startServer(state);
        await use(server.origin);
        killGroup(server.process);
        rmSync(state, { recursive: true, force: true });
      },
      { scope: "worker" },
    ],
    baseURL: ({ ownOrigin }, use) => use(ownOrigin),
  });
  ownTest.describe.configure({ mode: "default" });
  return ownTest;
}
