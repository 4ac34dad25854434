import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { bundleWorker } from "../scripts/bundle-worker";
import { openLocalBindings } from "../scripts/local-server";
import { dataFolder } from "../scripts/local-state";
import { defaultHabits } from "../scripts/model/habits";
import { pagesOf, type Root, type Tree, treesOf } from "./bytes/pages";
import type { Plan, Written } from "./bytes/year-worker";

/**
 * `npm run bench:bytes [days]`: lives a part of a year of some members by the model's habits, in the real schema, and
 * prints the bytes of a row with its indexes, the rows that each action writes, and the bytes of a member's year.
 */
const DAYS_A_YEAR = 365;
/** Everybody is connected with everybody, so this is one more than the model's connections. */
const members = defaultHabits.connections + 1;
const days = Number(process.argv[2] ?? 60);

const state = mkdtempSync(path.join(tmpdir(), "afterglow-bench-bytes-"));
const local = await openLocalBindings(state, await bundleWorker("bench/bytes/year-worker.ts"));

/** Returns the pages of every table and index, which are read while no statement runs. */
async function readTrees(): Promise<Tree[]> {
  const { results } = await local.db
    .prepare("SELECT name, rootpage FROM sqlite_master WHERE rootpage > 1")
    .all<Root & Record<string, unknown>>();
  const folder = path.join(dataFolder(state), "d1/miniflare-D1DatabaseObject");
  const name = readdirSync(folder).find((one) => /^[0-9a-f]{64}\.sqlite$/.test(one));
  if (!name) throw new Error(`There is no database in ${folder}.`);
  const file = path.join(folder, name);
  const pages = pagesOf(readFileSync(file), readFileSync(`${file}-wal`));
  pageSize = pages[1]?.length ?? 0;
  return treesOf(pages, results);
}

async function live(at: string, plan: Plan): Promise<{ written: Written; active: number }> {
  return (await (await local.fetch(at, JSON.stringify(plan))).json()) as { written: Written; active: number };
}

const bytesOf = (trees: Tree[]) => trees.reduce((sum, { pages }) => sum + pages, 0) * pageSize;

let pageSize = 0;
const written: Written = {};
const add = (more: Written) => {
  for (const [action, { times, rows }] of Object.entries(more)) {
    const sum = written[action] ?? { times: 0, rows: 0 };
    written[action] = { times: sum.times + times, rows: sum.rows + rows };
  }
};

const empty = bytesOf(await readTrees());
add((await live("/accounts", { members, day: 0 })).written);
const afterAccounts = bytesOf(await readTrees());
let activeDays = 0;
for (let day = 1; day <= days; day++) {
  const lived = await live("/day", { members, day });
  add(lived.written);
  activeDays += lived.active;
}
const trees = await readTrees();
const { results: owners } = await local.db
  .prepare("SELECT name, tbl_name AS 'table' FROM sqlite_master WHERE rootpage > 1")
  .all<{ name: string; table: string }>();
await local.close();
rmSync(state, { recursive: true, force: true });

const line = (...cells: (string | number)[]) => console.log(`| ${cells.join(" | ")} |`);
const rounded = (value: number) => Math.round(value).toLocaleString("en-US");

console.log(`${members} members, all connected, ${activeDays} active days of theirs (${days} days)\n`);
line("action", "times", "rows written");
line("---", "---", "---");
for (const [action, { times, rows }] of Object.entries(written)) {
  line(action, rounded(times), Number((rows / times).toFixed(2)));
}

console.log();
line("table", "rows", "bytes a row, with indexes", "of which the table and each index");
line("---", "---", "---", "---");
const tableOf = new Map(owners.map(({ name, table }) => [name, table]));
for (const table of new Set(owners.map((owner) => owner.table))) {
  const parts = trees.filter(({ name }) => tableOf.get(name) === table);
  const own = parts.find(({ name }) => name === table);
  if (!own || own.entries < members) continue;
  const bytes = (of: Tree[]) => rounded(bytesOf(of) / own.entries);
  const each = [own, ...parts.filter((part) => part !== own)];
  const shown = each.map((part) => `${part.name === table ? "table" : part.name} ${bytes([part])}`);
  line(`\`${table}\``, rounded(own.entries), bytes(parts), shown.join(", "));
}

const account = (afterAccounts - empty) / members;
const activeDay = (bytesOf(trees) - afterAccounts) / activeDays;
const activeDaysAYear = DAYS_A_YEAR * defaultHabits.dailyShare;
console.log(`
bytes of an account with ${members - 1} connections: ${rounded(account)}
bytes of an active day: ${rounded(activeDay)}
bytes of a member's year (${activeDaysAYear} active days): ${rounded(account + activeDaysAYear * activeDay)}`);
