import { runCommand } from "./command";
import { ensureDemoData } from "./demo/seed";
import { banner } from "./demo-log-in";
import { serverOptions } from "./local-options";
import { build } from "./run";
import { recordChildren } from "./state-lock";

/** The message to the parent. */
export interface Prepared {
  server: ReturnType<typeof serverOptions>;
  /** The lines to print when the server is ready. */
  banner: string;
}

/**
 * The part of `npm start` that needs Wrangler and the bundler, in a process that ends before the server idles: builds
 * the app, creates the demo data once, and sends the server's options to the parent, which has locked the folder.
 */
await runCommand(async () => {
  const [state = "", port = "", noBuild] = process.argv.slice(2);
  // The parent was killed.
  process.once("disconnect", () => process.exit(1));
  recordChildren(state, process.ppid);
  await Promise.all([noBuild || build(), ensureDemoData(state)]);
  const prepared: Prepared = {
    server: serverOptions({ port: Number(port), state, operator: true }),
    banner: banner(`http://localhost:${port}`),
  };
  process.send?.(prepared, () => process.exit(0));
});
