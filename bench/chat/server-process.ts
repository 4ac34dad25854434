import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { createInterface } from "node:readline";
import { projectRoot } from "../../scripts/local-state";

/** The built worker in a process of its own, on one state and one port however often it is killed. */
export class ServerProcess {
  origin = "";
  #child: ChildProcess | undefined;

  constructor(private readonly state: string) {}

  /** Resolves when it answers. @throws when it ends before it does */
  async start(): Promise<void> {
    const port = this.origin ? new URL(this.origin).port : "0";
    const child = spawn(
      path.join(projectRoot, "node_modules/.bin/tsx"),
      [path.join(projectRoot, "bench/chat/server.ts"), this.state, port],
      // A group of its own: the runtime, its child, has to go with it.
      { detached: true, stdio: ["ignore", "pipe", "ignore"] },
    );
    this.#child = child;
    this.origin = await new Promise<string>((resolve, reject) => {
      child.once("exit", (code) => reject(new Error(`The server ended with ${code}.`)));
      createInterface({ input: child.stdout }).once("line", resolve);
    });
  }

  /** SIGKILL to the process and to the runtime it has started: nothing is closed, flushed or said. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (!child?.pid || child.exitCode !== null) return;
    const gone = new Promise((resolve) => child.once("exit", resolve));
    process.kill(-child.pid, "SIGKILL");
    await gone;
  }
}
