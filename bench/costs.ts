import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "../scripts/local-state";
import { build } from "../scripts/run";
import { measureCosts } from "./costs/measure";
import { budgetOf, withTables } from "./costs/table";

/** Measures every page and call and writes the result to docs/performance.md, where it becomes the budget. */
const file = path.join(projectRoot, "docs/performance.md");
await build();
const costs = await measureCosts();
const budgets = new Map([...costs].map(([name, cost]) => [name, budgetOf(cost)]));
writeFileSync(file, withTables(readFileSync(file, "utf8"), budgets));
console.log(`${budgets.size} pages and calls; see docs/performance.md`);
