import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { projectRoot } from "../../../scripts/local-state";
import { Database } from "./database";

const open = () => new Database("afterglow");
const folder = path.join(projectRoot, "migrations");
const migrations = readdirSync(folder)
  .filter((name) => name.endsWith(".sql"))
  .map((name) => readFileSync(path.join(folder, name), "utf8"));
const tables = migrations.slice(0, 5).join("\n");
const triggers = migrations.slice(5).join("\n");

describe("a query", () => {
  test("is cut at the semicolons in a trigger, and changes nothing then", () => {
    const database = open();
    database.query(tables);
    const before = database.names("table").length;
    expect(() => database.query(`CREATE TABLE more (id); ${triggers}`)).toThrow(
      "incomplete input: SQLITE_ERROR",
    );
    expect(database.names("trigger")).toEqual([]);
    expect(database.names("table")).toHaveLength(before);
  });

  test("keeps semicolons in quotes and comments", () => {
    expect(open().query("SELECT 'a;b' AS one; -- two;\nSELECT 2 AS two; /* ; */")).toEqual([
      [{ one: "a;b" }],
      [{ two: 2 }],
    ]);
  });

  test("refuses a statement of more than 100 KB", () => {
    expect(open().query(`SELECT '${"x".repeat(99_000)}' AS text`)).toHaveLength(1);
    expect(() => open().query(`SELECT '${"x".repeat(100_000)}' AS text`)).toThrow("too long");
  });
});

describe("an import", () => {
  test("takes triggers, and statements that are larger together than one may be", () => {
    const database = open();
    expect(database.imports.get(database.import(`${tables}\n${triggers}\n-- ${"x".repeat(50_000)}`))).toBe(
      null,
    );
    expect(database.names("trigger").length).toBeGreaterThan(50);
  });

  test("changes nothing when a statement fails", () => {
    const database = open();
    const bookmark = database.import("CREATE TABLE one (id); INSERT INTO missing VALUES (1);");
    expect(database.imports.get(bookmark)).toBe("no such table: missing: SQLITE_ERROR");
    expect(database.names("table")).toEqual([]);
  });
});
