import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import journal from "../../migrations/meta/_journal.json";
import { isContract } from "../../scripts/deploy/migration-names";

/** Returns the names of a folder's migrations, and a function that reads its files. */
function open(name: string) {
  const folder = new URL(`../../${name}/`, import.meta.url);
  const text = (file: string) => readFileSync(new URL(file, folder), "utf8").replaceAll("\r\n", "\n");
  const migrations = readdirSync(folder)
    .filter((file) => file.endsWith(".sql"))
    .sort();
  return { folder, text, migrations };
}

const { folder, text, migrations } = open("migrations");

describe.each(["migrations", "chat-migrations"])("%s/", (name) => {
  const { text, migrations } = open(name);

  test("migrations are numbered from 0000 without gaps or repeats", () => {
    const numbers = migrations.map((file) => file.slice(0, 5));
    expect(numbers).toEqual(migrations.map((_, index) => `${String(index).padStart(4, "0")}_`));
  });

  test("committed migrations are unchanged, and every migration has a checksum", () => {
    const checksums = migrations.map(
      (file) => `${createHash("sha256").update(text(file)).digest("hex")}  ${file}`,
    );
    expect(text("checksums.txt").trim().split("\n")).toEqual(checksums);
  });
});

test("drizzle's journal lists every migration in order, and its snapshot is of the last one", () => {
  expect(journal.entries.map(({ idx, tag }) => `${idx} ${tag}.sql`)).toEqual(
    migrations.map((name, index) => `${index} ${name}`),
  );
  const times = journal.entries.map(({ when }) => when);
  expect(times).toEqual([...times].sort((a, b) => a - b));
  const snapshots = readdirSync(new URL("meta/", folder)).filter((name) => name.endsWith("_snapshot.json"));
  expect(snapshots.sort().at(-1)).toBe(`${migrations.at(-1)?.slice(0, 4)}_snapshot.json`);
});

test("contract migrations only drop, and replace triggers", () => {
  for (const name of migrations.filter(isContract)) {
    const statements = text(name)
      .replaceAll(/^\s*--.*$/gm, "")
      .replaceAll(/^CREATE TRIGGER .*?\nEND;/gms, "")
      .split(";")
      .map((statement) => statement.trim())
      .filter((statement) => statement !== "");
    expect(
      statements.filter((statement) => !/^(DROP |ALTER TABLE \w+ DROP COLUMN )/.test(statement)),
      name,
    ).toEqual([]);
  }
});
