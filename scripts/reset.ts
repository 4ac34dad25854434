import { rmSync } from "node:fs";
import { stateFolder } from "./local-state";

rmSync(stateFolder(), { recursive: true, force: true });
console.log(`Emptied ${stateFolder()}. The next start makes a new demo world.`);
