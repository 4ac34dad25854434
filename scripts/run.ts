import { spawn } from "node:child_process";
import path from "node:path";
import { projectRoot } from "./local-state";

export interface Finished {
  ok: boolean;
  output: string;
}

/** Settings that keep Cloudflare's and React Router's tools from asking, reporting or phoning home. */
export const toolEnv = {
  NO_COLOR: "1",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_HIDE_BANNER: "true",
  VITE_CONFIG_NATIVE_IGNORE_WARNING: "true",
};

/** Runs one of the project's own tools to its end. Its output is kept, and shown as it comes with `live`. */
export function runTool(
  tool: string,
  args: string[],
  options: { live?: boolean; env?: Record<string, string> } = {},
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(path.join(projectRoot, "node_modules/.bin", tool), args, {
      cwd: projectRoot,
      env: { ...process.env, ...toolEnv, ...options.env },
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

/** Builds the app into build/. @throws with the build's own words when it fails */
export async function build(): Promise<void> {
  const { ok, output } = await runTool("react-router", ["build"]);
  if (!ok) throw new Error(`The build failed.\n${output}`);
}
