import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "../scripts/local-state";
import { build } from "../scripts/run";
import { measureCosts, serveCostWorld } from "./costs/measure";
import { budgetOf, readTables, withTables } from "./costs/table";

/** Measures every page and call and writes the result to docs/performance.md, where it becomes the budget. */
const file = path.join(projectRoot, "docs/performance.md");
await build();
const world = await serveCostWorld();
const costs = await measureCosts(world).finally(world.close);
const document = readFileSync(file, "utf8");
const former = readTables(document);
const budgets = new Map([...costs].map(([name, cost]) => [name, budgetOf(cost, former.get(name))]));
writeFileSync(file, withTables(document, budgets));
console.log(`${budgets.size} pages and calls; see docs/performance.md`);
