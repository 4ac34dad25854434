import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { CommandError } from "../../../scripts/command";
import { openLocalBindings } from "../../../scripts/local-server";

const folder = mkdtempSync(path.join(tmpdir(), "afterglow-local-"));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("data that has a migration of another version is refused with the command that deletes it", async () => {
  const { db, close } = await openLocalBindings(folder);
  await db.prepare("INSERT INTO d1_migrations (name) VALUES ('0064_withdrawn_notices.sql')").run();
  await close();
  await expect(openLocalBindings(folder)).rejects.toThrow(
    new CommandError(`The data in ${folder} is of another version: delete it with \`npm run reset\`.`),
  );
});
