import { createHash } from "node:crypto";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "./local-state";
import { runTool } from "./run";

/** Makes the generated types where they are missing or older than what they are made from, then checks all of it. */
const generated = path.join(projectRoot, "worker-configuration.d.ts");
const config = readFileSync(path.join(projectRoot, "wrangler.toml"));
const stamp = `// wrangler.toml ${createHash("sha256").update(config).digest("hex")}`;

if (!existsSync(generated) || !readFileSync(generated, "utf8").includes(stamp)) {
  const { ok, output } = await runTool("wrangler", ["types", "--strict-vars=false"]);
  if (!ok) throw new Error(output);
  appendFileSync(generated, `\n${stamp}\n`);
}
for (const [tool, args] of [
  ["react-router", ["typegen"]],
  ["tsc", ["--noEmit"]],
] as const) {
  const { ok, output } = await runTool(tool, [...args]);
  if (!ok) {
    console.error(output);
    process.exit(1);
  }
}
