import { runCommand } from "./command";
import { ensureDemoData } from "./demo/seed";
import { stateFolder } from "./local-state";
import { lockState } from "./state-lock";

await runCommand(async () => {
  const state = stateFolder();
  lockState(state);
  console.log(
    (await ensureDemoData(state))
      ? `Created the demo data in ${state}.`
      : `Changed nothing: ${state} already has members. \`npm run reset\` deletes them.`,
  );
});
