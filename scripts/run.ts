import "./quiet-tools";
import { spawn } from "node:child_process";
import path from "node:path";
import { projectRoot } from "./local-state";

export interface ToolResult {
  ok: boolean;
  output: string;
}

/** Runs one of the project's own tools to its end. Its output is kept, and shown as it comes with `live`. */
export function runTool(
  tool: string,
  args: string[],
  options: { live?: boolean; env?: Record<string, string> } = {},
): Promise<ToolResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(path.join(projectRoot, "node_modules/.bin", tool), args, {
      cwd: projectRoot,
      env: { ...process.env, ...options.env },
      stdio: ["ignore", "pipe", "pipe"],
      shell: process.platform === "win32",
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8");
      stream.on("data", (text: string) => {
        output += text;
        if (options.live) process.stdout.write(text);
      });
    }
    child.on("error", reject);
    child.on("close", (code) => resolve({ ok: code === 0, output }));
  });
}

/** Builds the app into build/, for use, whoever asks. @throws with the build's own words when it fails */
export async function build(): Promise<void> {
  const { ok, output } = await runTool("react-router", ["build"], { env: { NODE_ENV: "production" } });
  if (!ok) throw new Error(`The build failed.\n${output}`);
}
