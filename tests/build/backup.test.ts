import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { openLocalBindings } from "../../scripts/local-server";
import { runTool } from "../../scripts/run";

const folder = mkdtempSync(path.join(tmpdir(), "afterglow-backup-test-"));
const [site, copy, store] = ["site", "copy", "store"].map((name) => path.join(folder, name));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a command on the data of a state folder. */
const run = (state: string | undefined, script: string, ...args: string[]) =>
  runTool("tsx", [`scripts/${script}.ts`, ...args], {
    env: { AFTERGLOW_STATE: state ?? "", NODE_NO_WARNINGS: "1" },
  });

async function addMember(state: string | undefined, name: string): Promise<void> {
  const { db, close } = await openLocalBindings(state);
  await db
    .prepare(
      `INSERT INTO users (id, username, password, email, full_name, bio, created_at)
       VALUES (?1, ?1, '', ?1 || '@example.com', '', '', '2026-11-23T00:00:00.000Z')`,
    )
    .bind(name)
    .run();
  await close();
}

test("the commands back a local site up, check the backup, and restore it into an empty folder", async () => {
  await addMember(site, "ada");
  const made = await run(site, "backup", store ?? "", "--local");
  expect(made.output).toMatch(/^\d{8}T\d{6}Z: \d+ rows, 0 objects \(0 new, 0 gone, .*\)\. Checked\.\n$/);
  const checked = await run(site, "backup", store ?? "", "--local", "--check");
  expect(checked.output).toContain("is whole: every database can be restored");
  expect((await run(copy, "restore", store ?? "", "--local")).output).toContain("afterglow: restored");
});

test("a backup that fails ends with an error and one line", async () => {
  const failed = await run(site, "backup", "http://127.0.0.1:9/bucket", "--local");
  expect([failed.ok, failed.output]).toEqual([
    false,
    "The backup failed. Set BACKUP_KEY_ID and BACKUP_KEY to the keys of http://127.0.0.1:9/bucket.\n",
  ]);
});
