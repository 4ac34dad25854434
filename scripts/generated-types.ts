import { createHash } from "node:crypto";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { CommandError } from "./command";
import { projectRoot } from "./local-state";
import { runTool } from "./run";

/** The types of the Worker's bindings, generated from wrangler.toml. The last line has the hash of that file. */
const generated = path.join(projectRoot, "worker-configuration.d.ts");

/** Generates the types of the bindings, when wrangler.toml has changed, and of the routes. @throws CommandError */
export async function generateTypes(): Promise<void> {
  const config = readFileSync(path.join(projectRoot, "wrangler.toml"));
  const stamp = `// wrangler.toml ${createHash("sha256").update(config).digest("hex")}`;
  if (!existsSync(generated) || !readFileSync(generated, "utf8").includes(stamp)) {
    await run("wrangler", ["types", "--strict-vars=false"]);
    appendFileSync(generated, `\n${stamp}\n`);
  }
  await run("react-router", ["typegen"]);
}

async function run(tool: string, args: string[]): Promise<void> {
  const { ok, output } = await runTool(tool, args);
  if (!ok) throw new CommandError(output);
}
