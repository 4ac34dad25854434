import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "../scripts/local-state";
import { build } from "../scripts/run";
import { measureBehind, withBehindTable } from "./costs/behind";
import { measureCosts, serveCostWorld } from "./costs/measure";
import { measureScripts } from "./costs/scripts";
import { budgetOf, readTables, withTables } from "./costs/table";
import { withTextTable } from "./costs/text-table";

/** Measures every page and call and writes the result to docs/performance.md, where it becomes the budget. */
const file = path.join(projectRoot, "docs/performance.md");
await build();
const world = await serveCostWorld();
const { costs, scripts } = await measure().finally(world.close);
const behind = await measureBehind();
const document = readFileSync(file, "utf8");
const former = readTables(document);
const budgets = new Map([...costs].map(([name, cost]) => [name, budgetOf(cost, former.get(name))]));
writeFileSync(file, withBehindTable(withTextTable(withTables(document, budgets), scripts), behind));
console.log(`${budgets.size} pages and calls; see docs/performance.md`);

async function measure() {
  const costs = await measureCosts(world);
  // After the costs: what a browser stores would be counted in them.
  return { costs, scripts: await measureScripts(world.url) };
}
