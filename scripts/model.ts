import { readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { readTables } from "../bench/costs/table";
import { projectRoot } from "./local-state";
import { type Habits, habits } from "./model/load";
import { reportOf } from "./model/report";

/**
 * `npm run model`, with any habit of its own: `npm run model -- --members 50000 --photos 300`. What a request costs is what
 * docs/performance.md says.
 */
const numbers = Object.entries(habits).filter(([, value]) => typeof value === "number");
const { values } = parseArgs({
  options: Object.fromEntries(numbers.map(([name]) => [name, { type: "string" as const }])),
});
const given = Object.fromEntries(Object.entries(values).map(([name, text]) => [name, Number(text)]));
for (const [name, value] of Object.entries(given)) {
  if (!(value > 0)) throw new Error(`--${name} must be a number above 0.`);
}
const asked: Habits = { ...habits, ...given };
const costs = readTables(readFileSync(path.join(projectRoot, "docs/performance.md"), "utf8"));
const sizes = "members" in given ? [asked.members] : [1e4, 1e6, 1e8];
console.log(
  reportOf(
    sizes.map((members) => ({ ...asked, members })),
    costs,
  ),
);
