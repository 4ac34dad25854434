import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { CommandError, runCommand } from "./command";
import { ensureDemoData } from "./demo/seed";
import { type Changes, changeTheSite, readChanges } from "./drill/changes";
import { type Facts, factsOf } from "./drill/facts";
import { type DrillStep, writeReport } from "./drill/report";
import { readTheFeed } from "./read-the-feed";
import { runTool } from "./run";
import { startServerProcess } from "./server-process";

/**
 * `npm run drill`: rehearses a restore on this machine (docs/deploy.md#restore-drill). Backs up a site with the demo
 * data as the schedule does, changes it, backs it up again, deletes it, restores the second backup, compares both
 * sites, and serves the restored one: a member logs in and reads the feed. Prints each step with its time; `--write`
 * writes them into the document. Data of `npm start` is not touched.
 */
const folder = mkdtempSync(path.join(tmpdir(), "afterglow-drill-"));
const [site, copy, store] = ["site", "copy", "store"].map((name) => path.join(folder, name)) as [
  string,
  string,
  string,
];
const steps: DrillStep[] = [];

/** Runs a step, and prints its time and what it returns. */
async function step(name: string, run: () => Promise<string>): Promise<void> {
  const started = performance.now();
  const result = await run();
  const seconds = (performance.now() - started) / 1000;
  steps.push({ name, seconds, result });
  console.log(`${name.padEnd(34)} ${seconds.toFixed(1).padStart(5)} s   ${result}`);
}

/** Runs a command of this project on a state folder, and returns its last line. @throws CommandError */
async function run(state: string, script: string, ...args: string[]): Promise<string> {
  const { ok, output } = await runTool("tsx", [`scripts/${script}.ts`, ...args, "--local"], {
    env: { AFTERGLOW_STATE: state, NODE_NO_WARNINGS: "1" },
  });
  if (!ok) throw new CommandError(output.trim());
  return output.trim().split("\n").at(-1) ?? "";
}

/** Runs work with a server on a state folder. */
async function serving<T>(state: string, options: string[], work: (url: string) => Promise<T>): Promise<T> {
  const server = await startServerProcess(state, options);
  try {
    return await work(server.url);
  } finally {
    await server.stop();
  }
}

function compare(before: Facts, after: Facts): string {
  assert.deepEqual(after.rows, before.rows, "Both sites have the same number of rows in each table.");
  assert.deepEqual(after.objects, before.objects, "Both sites have the same objects.");
  const rows = Object.values(after.rows).reduce((sum, count) => sum + count, 0);
  assert.ok(rows > 0, "There is something to restore.");
  const counts = [rows, Object.keys(after.rows).length, Object.keys(after.objects).length];
  return `${counts[0]} rows in ${counts[1]} tables and ${counts[2]} objects are equal`;
}

async function drill(): Promise<void> {
  let [changes, facts]: [Changes | null, Facts | null] = [null, null];
  await step("site with the demo data", async () => ((await ensureDemoData(site)) ? "created" : ""));
  await step("first backup", () => run(site, "backup", store));
  await step("build, start, changes", async () => {
    changes = await serving(site, [], changeTheSite);
    return "a post with its photo is new, one is deleted";
  });
  await step("second backup", () => run(site, "backup", store));
  await step("loss of the site", async () => {
    facts = await factsOf(site);
    rmSync(site, { recursive: true });
    return "all its data is deleted";
  });
  await step("restore", () => run(copy, "restore", store));
  await step("comparison", async () => {
    assert.ok(facts);
    return compare(facts, await factsOf(copy));
  });
  await step("start of the restored site", async () => {
    await serving(copy, ["--no-build"], async (url) => {
      await readTheFeed(url);
      assert.ok(changes);
      await readChanges(url, changes);
    });
    return "log-in, feed, photos and the changes are there";
  });
}

await runCommand(async () => {
  const { write } = parseArgs({ options: { write: { type: "boolean", default: false } } }).values;
  try {
    await drill();
    if (write) writeReport(steps);
    console.log("The restore succeeded.");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
