// Runs a command of the project: `node scripts/ensure-installed.mjs scripts/start.ts …`, or a tool's (`vitest run`),
// with `--build` after a build. `--help` explains the commands of package.json; an unknown option ends one.
// Installs first what is missing: the dependencies, and a Node.js where the machine's own is too old for them.
// Plain JavaScript: it runs before anything is installed, and on every Node version that can print the message below.
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { addedTo, commandOf, commands, helpOf, problemOf } from "./help.mjs";
import { isRecent, nodeOf, OLDEST, runWith, withNode } from "./node-runtime.mjs";

const root = new URL("../", import.meta.url);
const words = process.argv.slice(2);
checkArguments();
const buildsFirst = words[0] === "--build";
const [command, ...args] = buildsFirst ? words.slice(1) : words;

const { node: version } = process.versions;
if (Number.parseInt(version, 10) < 20) stop(`Afterglow needs Node 20 or newer; this is ${version}.`);

// On two cores, a V8 compiler thread that waits for a collection blocks the concurrent sweeping for which the main
// thread waits: workerd then runs at full load for ever. With this flag V8 collects in the main thread alone.
process.env.MINIFLARE_WORKERD_V8_FLAGS ??= "--single-threaded-gc";
// First: npm leaves out the optional packages that its own Node cannot run, such as the compiler of texts.
const node = isRecent(version) ? null : installNode();
install(root, "Installing dependencies…", root, node ?? process.execPath);
if (buildsFirst) buildWith(node ?? process.execPath);
if (command && node) runWith(node, [...loaderOf(fileOf(command)), fileOf(command), ...args]);
else if (command) await runHere(fileOf(command));

/** Prints the help that was asked for, or what is wrong with the arguments of a command of package.json, and ends. */
function checkArguments() {
  const { scripts } = JSON.parse(readFileSync(new URL("package.json", root), "utf8"));
  const name = commandOf(words, scripts, process.env.npm_lifecycle_event);
  if (name === null) return;
  const added = addedTo(name, words, scripts);
  if (!commands[name].ownHelp && (added.includes("--help") || added.includes("-h"))) {
    console.log(helpOf(name));
    process.exit(0);
  }
  const problem = problemOf(name, added);
  if (problem) stop(problem);
}

/** Builds the app with a Node.js. */
function buildWith(program) {
  const { status } = spawnSync(program, [fileOf("react-router"), "build"], {
    cwd: fileURLToPath(root),
    stdio: "inherit",
  });
  if (status !== 0) process.exit(status ?? 1);
}

/** Runs the command in this process: one between npm and a server would have to pass on the signals that npm gets. */
async function runHere(file) {
  process.argv.splice(1, buildsFirst ? 3 : 2, file);
  if (file.endsWith(".ts")) (await import("tsx/esm/api")).register();
  await import(pathToFileURL(file).href);
}

/** Returns the options of Node.js that make it run a file. */
function loaderOf(file) {
  return file.endsWith(".ts") ? ["--import", new URL("node_modules/tsx/dist/loader.mjs", root).href] : [];
}

/** Returns the file of a script, or of a tool: npm's links in node_modules/.bin are shell scripts on Windows. */
function fileOf(name) {
  if (name.endsWith(".ts")) return fileURLToPath(new URL(name, root));
  const packages = {
    biome: "@biomejs/biome",
    lingui: "@lingui/cli",
    playwright: "@playwright/test",
    "react-router": "@react-router/dev",
    tsc: "typescript",
  };
  const folder = new URL(`node_modules/${packages[name] ?? name}/`, root);
  const { bin } = JSON.parse(readFileSync(new URL("package.json", folder), "utf8"));
  return fileURLToPath(new URL(typeof bin === "string" ? bin : bin[name], folder));
}

/**
 * Installs the packages of a folder, unless its lock file is the one that was installed last.
 * @param needed a file without which they are not installed: npm skips an optional package that it cannot load
 * @param by the Node.js that runs npm
 */
function install(folder, message, needed = folder, by = process.execPath) {
  /** Contains the hash of the lock file that was installed last. */
  const stamp = new URL("node_modules/.afterglow-installed", folder);
  const lock = readFileSync(new URL("package-lock.json", folder));
  const hash = createHash("sha256").update(lock).digest("hex");
  if (existsSync(needed) && existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return;
  console.log(message);
  try {
    npm(["ci", "--no-audit", "--no-fund", "--loglevel=error"], folder, by);
  } catch {
    stop("`npm ci` failed. Its message is above; the log of npm has the details.");
  }
  writeFileSync(stamp, hash);
}

/** Installs the Node.js of runtime/, and returns its path. npm installs the package of this system alone. */
function installNode() {
  const folder = new URL("runtime/", root);
  const file = new URL(nodeOf(process.platform, process.arch), folder);
  const has = `this machine has ${version}, and the tools need ${OLDEST}`;
  install(folder, `Installing a newer Node.js in runtime/: ${has}…`, file);
  if (existsSync(file)) return fileURLToPath(file);
  return stop(
    `Please install Node ${OLDEST} or newer: ${has}, and npm could not install one for this system.`,
  );
}

/**
 * Runs the npm that called this script, if any: on Windows, `npm` alone is no program but a script for the shell.
 * @param by the Node.js that runs it
 */
function npm(args, folder, by) {
  const env = withNode(by);
  const options = { cwd: fileURLToPath(folder), env, stdio: ["ignore", "inherit", "inherit"] };
  const script = process.env.npm_execpath;
  if (script?.endsWith("npm-cli.js")) execFileSync(by, [script, ...args], options);
  else execFileSync("npm", args, { ...options, shell: process.platform === "win32" });
}

function stop(message) {
  console.error(message);
  process.exit(1);
}
