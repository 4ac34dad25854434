import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { openLocalBindings } from "../../scripts/local-server";
import { runTool } from "../../scripts/run";

const folder = mkdtempSync(path.join(tmpdir(), "afterglow-admin-test-"));
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

test("the operator's command runs use cases on the local state, and logs them", async () => {
  const { db, close } = await openLocalBindings(folder);
  await db
    .prepare(
      `INSERT INTO users (id, username, password, email, full_name, bio, created_at)
       VALUES ('u1', 'ada', '', 'ada@example.com', 'Ada', '', '2026-11-23T00:00:00.000Z')`,
    )
    .run();
  await close();
  vi.stubEnv("AFTERGLOW_STATE", folder);
  const file = path.join(folder, "ada.zip");
  const { stdout } = await runTool("tsx", ["scripts/admin.ts", "export", "ada", file, "--json"]);
  expect(JSON.parse(stdout)).toEqual([{ member: "ada", file }]);
  expect(readFileSync(file).subarray(0, 2).toString()).toBe("PK");

  const after = await openLocalBindings(folder);
  const { results } = await after.db.prepare("SELECT action, member_name FROM moderation_log").all();
  await after.close();
  expect(results).toEqual([{ action: "export", member_name: "ada" }]);
});
