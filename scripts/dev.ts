import { spawn } from "node:child_process";
import path from "node:path";
import { ensureDemoData } from "./demo/seed";
import { projectRoot, stateFolder } from "./local-state";
import "./quiet-tools";

/** The hot-reloading twin of `npm start`: the same data, the app inside workerd, straight from the sources. */
await ensureDemoData(stateFolder());
spawn(path.join(projectRoot, "node_modules/.bin/react-router"), ["dev"], {
  cwd: projectRoot,
  env: process.env,
  stdio: "inherit",
}).on("close", (code) => process.exit(code ?? 0));
