import { readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { readTables } from "../bench/costs/table";
import { projectRoot } from "./local-state";
import { defaultHabits, type Habits } from "./model/habits";
import { reportOf } from "./model/report";

/**
 * `npm run model`: prints load, costs and the first limits (docs/scale.md), from the costs of requests in
 * docs/performance.md. Options replace habits: `npm run model -- --members 50000 --photos 300`.
 */
const numbers = Object.entries(defaultHabits).filter(([, value]) => typeof value === "number");
const { values } = parseArgs({
  options: Object.fromEntries(numbers.map(([name]) => [name, { type: "string" as const }])),
});
const overrides = Object.fromEntries(Object.entries(values).map(([name, text]) => [name, Number(text)]));
for (const [name, value] of Object.entries(overrides)) {
  if (!(value > 0)) throw new Error(`--${name} must be a number above 0.`);
}
const habits: Habits = { ...defaultHabits, ...overrides };
const costs = readTables(readFileSync(path.join(projectRoot, "docs/performance.md"), "utf8"));
const sizes = "members" in overrides ? [habits.members] : [1e4, 1e5, 1e6];
console.log(
  reportOf(
    sizes.map((members) => ({ ...habits, members })),
    costs,
  ),
);
