// Plain JavaScript: it runs before anything is installed, and on every Node version that can print the message below.
// With a script as its argument it then runs that in this process: a shell between npm and a server would not pass on
// the signals that npm receives.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = new URL("../", import.meta.url);
/** Contains the hash of the lock file that was installed last. */
const stamp = new URL("node_modules/.afterglow-installed", root);
const lockHash = createHash("sha256")
  .update(readFileSync(new URL("package-lock.json", root)))
  .digest("hex");

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Afterglow needs Node 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== lockHash) {
  console.log("Installing dependencies…");
  try {
    npm(["ci", "--no-audit", "--no-fund", "--loglevel=error"]);
  } catch {
    console.error("`npm ci` failed. Its message is above; the log of npm has the details.");
    process.exit(1);
  }
  writeFileSync(stamp, lockHash);
}

const script = process.argv[2];
if (script) {
  process.argv.splice(1, 2, fileURLToPath(new URL(script, root)));
  const { register } = await import("tsx/esm/api");
  register();
  await import(new URL(script, root).href);
}

/** Runs the npm that called this script, if any: on Windows, `npm` alone is no program but a script for the shell. */
function npm(args) {
  const options = { cwd: fileURLToPath(root), stdio: ["ignore", "inherit", "inherit"] };
  const script = process.env.npm_execpath;
  if (script?.endsWith("npm-cli.js")) execFileSync(process.execPath, [script, ...args], options);
  else execFileSync("npm", args, { ...options, shell: process.platform === "win32" });
}
