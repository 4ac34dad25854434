import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { projectRoot } from "../../scripts/local-state";

/** The built worker in a child process. Keeps its data directory and its port across restarts. */
export class ServerProcess {
  origin = "";
  #child: ChildProcess | undefined;

  constructor(private readonly state: string) {}

  /** Resolves when the server is ready. @throws when the process exits before that */
  async start(): Promise<void> {
    const port = this.origin ? new URL(this.origin).port : "0";
    const child = spawn(
      process.execPath,
      ["--import", "tsx", "bench/chat/server.ts", this.state, port],
      // A process group of its own, so that `kill` also reaches the runtime, its child.
      { cwd: projectRoot, detached: true, stdio: ["ignore", "pipe", "ignore"] },
    );
    this.#child = child;
    this.origin = await new Promise<string>((resolve, reject) => {
      child.once("exit", (code) => reject(new Error(`The server exited with code ${code}.`)));
      createInterface({ input: child.stdout }).once("line", resolve);
    });
  }

  /** Sends SIGKILL to the process and its runtime: nothing is closed or flushed. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (!child?.pid || child.exitCode !== null) return;
    const exited = new Promise((resolve) => child.once("exit", resolve));
    process.kill(-child.pid, "SIGKILL");
    await exited;
  }
}
