import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { projectRoot } from "./local-state";

export interface ServerProcess {
  url: string;
  pid: number;
  /** Resolves to the exit code. */
  ended: Promise<number | null>;
  /** Returns all output so far: standard output and standard error. */
  output: () => string;
  /** Stops the server and returns the exit code. */
  stop: () => Promise<number | null>;
}

/** The process that serves, without npm around it. */
const direct = [process.execPath, "--import", "tsx", "scripts/start.ts"];

/**
 * Runs `npm start` as a process of its own, on a free port.
 * @param options arguments of `npm start`, such as `--no-build`
 * @param command another program that serves, and its arguments
 * @throws when it ends before it serves
 */
export async function startServerProcess(
  state: string,
  options: string[] = [],
  [program = "", ...args]: string[] = direct,
): Promise<ServerProcess> {
  const port = await freePort();
  const child = spawn(program, [...args, ...options], {
    cwd: projectRoot,
    env: { ...process.env, PORT: String(port), AFTERGLOW_STATE: state },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  // Not "close", which Node does not emit for a child whose IPC channel the parent has closed.
  const ended = once(child, "exit").then(([code]): number | null => code);
  let output = "";
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => {
        output += text;
        if (output.includes("Stop with")) resolve();
      });
    }
    child.once("exit", () => reject(new Error(`The server ended before it was ready.\n${output}`)));
  });
  return {
    url: `http://localhost:${port}`,
    // A process that has written output has an id.
    pid: child.pid ?? 0,
    ended,
    output: () => output,
    stop: async () => {
      // Windows has no SIGTERM: the server also stops when its IPC channel closes.
      if (child.connected) child.disconnect();
      return ended;
    },
  };
}

/**
 * Returns a port on which nothing listens, below those that a system gives out by itself (from 32768 on Linux): one of
 * these could go to another server before the caller listens on it.
 */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const port = randomInt(10_000, 32_768);
    const probe = createServer();
    probe.once("error", (error) => {
      if ("code" in error && error.code === "EADDRINUSE") resolve(freePort());
      else reject(error);
    });
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(port)));
  });
}
