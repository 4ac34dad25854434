import { runCommand } from "./command";
import { stateFolder } from "./local-state";
import { lockState } from "./state-lock";

await runCommand(async () => {
  const state = stateFolder();
  lockState(state);
  // Loaded after the checks above: Miniflare and Wrangler take seconds to load.
  const { ensureDemoData } = await import("./demo/seed");
  console.log(
    (await ensureDemoData(state))
      ? `Created the demo data in ${state}.`
      : `Changed nothing: ${state} already has members. \`npm run reset\` deletes them.`,
  );
});
