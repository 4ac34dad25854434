import { applyD1Migrations, env } from "cloudflare:test";
import { is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { describe, expect, test } from "vitest";
import * as schema from "~/db/schema";
import document from "../../docs/database.md?raw";
import { isContract } from "../../scripts/deploy/migration-names";
import { chainOf, programsOf } from "./write-chains";

const tables = Object.values(schema).filter((value) => is(value, SQLiteTable));

async function rows<T>(query: string): Promise<T[]> {
  return (await env.DB.prepare(query).all<T>()).results;
}

describe("the drizzle schema and the migrations agree", () => {
  test("on the names of the tables", async () => {
    const created = await rows<{ name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*'",
    );
    expect(created.map(({ name }) => name).sort()).toEqual(
      tables.map((table) => getTableConfig(table).name).sort(),
    );
  });

  test.each(tables.map((table) => [getTableConfig(table).name, getTableConfig(table)] as const))(
    "on %s: columns, foreign keys, indexes",
    async (name, config) => {
      const columns = await rows<{ name: string; type: string; notnull: number; pk: number }>(
        `SELECT name, lower(type) AS type, "notnull", pk FROM pragma_table_xinfo('${name}')`,
      );
      expect(columns.map(({ name, type, notnull }) => `${name} ${type} ${notnull}`).sort()).toEqual(
        config.columns
          .map((column) => `${column.name} ${column.getSQLType()} ${Number(column.notNull)}`)
          .sort(),
      );

      const keys = await rows<{ from: string; table: string; on_delete: string }>(
        `SELECT "from", "table", lower(on_delete) AS on_delete FROM pragma_foreign_key_list('${name}')`,
      );
      expect(keys.map((key) => `${key.from} ${key.table} ${key.on_delete}`).sort()).toEqual(
        config.foreignKeys
          .flatMap((key) => {
            const { columns, foreignTable } = key.reference();
            return columns.map(({ name }) => `${name} ${getTableConfig(foreignTable).name} ${key.onDelete}`);
          })
          .sort(),
      );

      const indexes = await rows<{ name: string; unique: number }>(
        `SELECT name, "unique" FROM pragma_index_list('${name}') WHERE origin = 'c'`,
      );
      expect(indexes.map((index) => `${index.name} ${index.unique}`).sort()).toEqual(
        config.indexes.map((index) => `${index.config.name} ${Number(index.config.unique)}`).sort(),
      );
    },
  );

  test("on an index that starts with each foreign key, so a delete scans no table", async () => {
    for (const table of tables) {
      const { name, foreignKeys } = getTableConfig(table);
      const leading = await rows<{ column: string }>(
        `SELECT i.name AS "column" FROM pragma_index_list('${name}') l JOIN pragma_index_info(l.name) i WHERE i.seqno = 0`,
      );
      for (const key of foreignKeys) {
        const column = key.reference().columns[0]?.name;
        expect(
          leading.map((index) => index.column),
          `${name}.${column}`,
        ).toContain(column);
      }
    }
  });
});

describe("docs/database.md lists", () => {
  /** The names in the last cells of the table under a heading, each with the number that follows it. */
  function namesUnder(heading: string): string[] {
    const [, section = ""] = document.split(`\n${heading}\n`);
    const [chapter = ""] = section.split("\n## ");
    const cells = [...chapter.matchAll(/^\|.*\| (.+) \|$/gm)].map(([, cell = ""]) => cell);
    return cells
      .flatMap((cell) =>
        [...cell.matchAll(/`(\w+)`( \d)?/g)].map(([, name, depth = ""]) => `${name}${depth}`),
      )
      .sort();
  }

  test("every table, once", () => {
    expect(namesUnder("## Tables")).toEqual(tables.map((table) => getTableConfig(table).name).sort());
  });

  test("every trigger, once, and its depth if it is more than one", async () => {
    const triggers = await rows<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'trigger'");
    const programs = await programsOf(env.DB);
    const depths = new Map(programs.map((program) => [program.name, chainOf(programs, program).length]));
    const described = triggers.map(({ name }) => {
      const depth = depths.get(name) ?? 1;
      return depth > 1 ? `${name} ${depth}` : name;
    });
    expect(namesUnder("### Rules")).toEqual(described.sort());
  });
});

test("the steps of a deployment end in the schema that the order of numbers makes", async () => {
  const everything =
    "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT GLOB '_cf_*' AND name <> 'd1_migrations' ORDER BY name";
  const isLeft = ({ name }: { name: string }) => !isContract(name);
  await applyD1Migrations(env.EMPTY_DB, env.TEST_MIGRATIONS.filter(isLeft));
  await applyD1Migrations(env.EMPTY_DB, env.TEST_MIGRATIONS);
  const { results } = await env.EMPTY_DB.prepare(everything).all();
  expect(results).toEqual(await rows(everything));
});
