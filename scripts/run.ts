import "./quiet-tools";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { CommandError } from "./command";
import { projectRoot } from "./local-state";

export interface ToolResult {
  ok: boolean;
  stdout: string;
  /** Standard output and standard error, in the order of arrival. */
  output: string;
}

/** The package of each tool whose command has another name. */
const packageOf: Record<string, string> = {
  biome: "@biomejs/biome",
  lingui: "@lingui/cli",
  playwright: "@playwright/test",
  "react-router": "@react-router/dev",
  tsc: "typescript",
};

/** Returns the script of a tool's command, for Node: the shell scripts in node_modules/.bin differ on Windows. */
export function toolScript(tool: string): string {
  const folder = path.join(projectRoot, "node_modules", packageOf[tool] ?? tool);
  const { bin }: { bin: string | Record<string, string> } = JSON.parse(
    readFileSync(path.join(folder, "package.json"), "utf8"),
  );
  const script = typeof bin === "string" ? bin : bin[tool];
  if (!script) throw new Error(`${folder} has no command named ${tool}.`);
  return path.join(folder, script);
}

/** Runs a tool with a text as input, and resolves when it has ended. `live` also prints the output as it arrives. */
export function runTool(
  tool: string,
  args: string[],
  options: { live?: boolean; env?: Record<string, string>; input?: string | undefined } = {},
): Promise<ToolResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [toolScript(tool), ...args], {
      cwd: projectRoot,
      env: { ...process.env, ...options.env },
      stdio: "pipe",
    });
    child.stdin.end(options.input ?? "");
    let [stdout, output] = ["", ""];
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8");
      stream.on("data", (text: string) => {
        if (stream === child.stdout) stdout += text;
        output += text;
        if (options.live) process.stdout.write(text);
      });
    }
    child.on("error", reject);
    child.on("close", (code) => resolve({ ok: code === 0, stdout, output }));
  });
}

/** Builds the app for production into build/, whatever NODE_ENV is. @throws CommandError with the build's output */
export async function build(): Promise<void> {
  const { ok, output } = await runTool("react-router", ["build"], { env: { NODE_ENV: "production" } });
  if (!ok) throw new CommandError(`The build failed.\n${output}`);
}
