import { runCommand } from "./command";
import { removeEmptyFolder, removeState, stateFolder } from "./local-state";
import { lockState } from "./state-lock";

await runCommand(() => {
  const state = stateFolder();
  const release = lockState(state);
  removeState(state);
  release();
  removeEmptyFolder(state);
  console.log(`Deleted the data in ${state}. The next start creates the demo data again.`);
});
