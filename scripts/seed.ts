import { ensureDemoData } from "./demo/seed";
import { stateFolder } from "./local-state";

const made = await ensureDemoData(stateFolder());
console.log(
  made ? "The demo world is made." : "There are members already: nothing was changed. `npm run reset` first.",
);
