import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { projectRoot } from "../../../scripts/local-state";

const module = pathToFileURL(path.join(projectRoot, "scripts/node-runtime.mjs")).href;

/** Runs code that imports the module, as scripts/ensure-installed.mjs does. */
function runCode(code: string) {
  const source = `import * as runtime from ${JSON.stringify(module)}; ${code}`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", source], { stdio: "pipe" });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    output += text;
  });
  const ended = once(child, "close").then(([code, signal]) => ({ code, signal, output }));
  return { child, ended, output: () => output };
}

/** Code that runs other code with `runWith`, as if this Node were the one of runtime/. */
const nested = (code: string) =>
  `runtime.runWith(process.execPath, ["--input-type=module", "--eval", ${JSON.stringify(code)}]);`;

test("the tools run on Node 22.22 and newer, and each system that runtime/ locks has its path", async () => {
  const { ended } = runCode(`
    const versions = ["20.20.2", "22.9.0", "22.22.0", "24.0.0"].map(runtime.isRecent);
    const systems = [["linux", "x64"], ["linux", "arm64"], ["darwin", "x64"], ["darwin", "arm64"], ["win32", "x64"]];
    console.log(JSON.stringify({ versions, paths: systems.map((system) => runtime.nodeOf(...system)) }));`);
  const { versions, paths } = JSON.parse((await ended).output);
  expect(versions).toEqual([false, false, true, true]);
  const manifest = JSON.parse(readFileSync(path.join(projectRoot, "runtime/package.json"), "utf8"));
  expect(paths.map((at: string) => at.split("/")[1]).sort()).toEqual(
    Object.keys(manifest.optionalDependencies),
  );
});

test("passes on the exit code of a program that runs with another Node", async () => {
  expect(await runCode(nested("process.exit(7)")).ended).toMatchObject({ code: 7 });
});

test("runs a program with another Node first in PATH", async () => {
  const { output } = await runCode(nested("console.log(process.env.PATH)")).ended;
  expect(output.split(path.delimiter)[0]).toBe(path.dirname(process.execPath));
});

test.skipIf(process.platform === "win32").each(["SIGINT", "SIGTERM"] as const)(
  "passes %s on to a program that runs with another Node, and ends with its exit code",
  async (signal) => {
    const { child, ended, output } = runCode(
      nested(
        `process.on("${signal}", () => process.exit(5)); setInterval(() => {}, 1000); console.log("ready");`,
      ),
    );
    await expect.poll(output, { timeout: 15_000 }).toContain("ready");
    child.kill(signal);
    expect(await ended).toMatchObject({ code: 5 });
  },
);

test.skipIf(process.platform === "win32")("ends by the signal that ended its program", async () => {
  const { ended } = runCode(nested('process.kill(process.pid, "SIGTERM"); setInterval(() => {}, 1000);'));
  expect(await ended).toMatchObject({ code: null, signal: "SIGTERM" });
});
