/** A write of a table. An update names one column. */
export interface Write {
  kind: "insert" | "delete" | "update";
  table: string;
  column?: string;
}

/** A trigger, or the action of a foreign key: `posts.user_id` deletes posts with their member. */
export interface Program {
  name: string;
  startsWith: (write: Write) => boolean;
  writes: Write[];
}

/** Without the tables of the runtime, of SQLite and of wrangler. */
const OWN_TABLES = `(SELECT name FROM sqlite_master
  WHERE type = 'table' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*' AND name <> 'd1_migrations')`;

/** Returns a database's triggers and foreign key actions. @throws when a trigger's statement has an unknown form */
export async function programsOf(db: D1Database): Promise<Program[]> {
  const [triggers, keys] = await Promise.all([
    db
      .prepare("SELECT name, tbl_name AS 'table', sql FROM sqlite_master WHERE type = 'trigger'")
      .all<{ name: string; table: string; sql: string }>(),
    db
      .prepare(
        `SELECT m.name AS child, k."from" AS "column", k."table" AS parent, k.on_delete AS action
        FROM ${OWN_TABLES} m JOIN pragma_foreign_key_list(m.name) k WHERE k.on_delete <> 'NO ACTION'`,
      )
      .all<{ child: string; column: string; parent: string; action: string }>(),
  ]);
  return [
    ...triggers.results.map(programOfTrigger),
    ...keys.results.map(({ child, column, parent, action }): Program => {
      const isCascade = action === "CASCADE";
      return {
        name: `${child}.${column}`,
        startsWith: ({ kind, table }) => kind === "delete" && table === parent,
        writes: [isCascade ? { kind: "delete", table: child } : { kind: "update", table: child, column }],
      };
    }),
  ];
}

const TRIGGER =
  /^CREATE TRIGGER \w+\s+(?:BEFORE|AFTER)\s+(INSERT|DELETE|UPDATE)(?:\s+OF\s+([\w,\s]+?))?\s+ON\s+\w+\s(?:.*?\s)?BEGIN\s(.*)END$/is;

function programOfTrigger({ name, table: on, sql }: { name: string; table: string; sql: string }): Program {
  const [, event = "", of, body] = TRIGGER.exec(sql) ?? [];
  if (body === undefined) throw new Error(`${name} is not read: ${sql}`);
  const columns = of?.split(",").map((column) => column.trim());
  return {
    name,
    startsWith: ({ kind, table, column }) =>
      table === on &&
      kind === event.toLowerCase() &&
      (columns === undefined || column === undefined || columns.includes(column)),
    writes: body
      .split(";")
      .map((statement) => statement.trim())
      .filter((statement) => statement !== "")
      .flatMap(writesOf),
  };
}

/** Returns the writes of a statement of a trigger. An upsert inserts and updates. */
function writesOf(statement: string): Write[] {
  if (/^SELECT\s+RAISE\b/i.test(statement)) return [];
  const [, verb = "", table = "", rest = ""] =
    /^(INSERT(?:\s+OR\s+IGNORE)?\s+INTO|DELETE\s+FROM|UPDATE)\s+(\w+)(.*)$/is.exec(statement) ?? [];
  switch (verb.slice(0, 6).toUpperCase()) {
    case "INSERT":
      return [{ kind: "insert", table }, ...updatesOf(table, /\bDO\s+UPDATE\s+SET\s(.*)$/is.exec(rest)?.[1])];
    case "DELETE":
      return [{ kind: "delete", table }];
    case "UPDATE":
      return updatesOf(table, /^\s+SET\s(.*)$/is.exec(rest)?.[1]);
    default:
      throw new Error(`A statement of a trigger is not read: ${statement}`);
  }
}

/** @param assignments the text after SET, with a WHERE clause or without */
function updatesOf(table: string, assignments = ""): Write[] {
  let flat = assignments;
  // Without what is in parentheses, from the innermost ones outwards.
  while (/\([^()]*\)/.test(flat)) flat = flat.replaceAll(/\([^()]*\)/g, "");
  const [set = ""] = flat.split(/\sWHERE\s/i);
  return [...set.matchAll(/(?:^|,)\s*(\w+)\s*=/g)].map(([, column]) => ({
    kind: "update",
    table,
    column: column ?? "",
  }));
}

/**
 * Returns the names of the longest chain of programs that a write starts, whatever the rows: SQLite compiles all of
 * them into the statement. It compiles a program once, so none is in a chain twice.
 */
export function longestChain(programs: Program[], write: Write, before: string[] = []): string[] {
  return programs
    .filter(({ name, startsWith }) => startsWith(write) && !before.includes(name))
    .map((program) => chainOf(programs, program, before))
    .reduce((longest, chain) => (chain.length > longest.length ? chain : longest), []);
}

/** Returns the names of the longest chain that begins with a program. */
export function chainOf(programs: Program[], { name, writes }: Program, before: string[] = []): string[] {
  const rest = writes
    .map((write) => longestChain(programs, write, [...before, name]))
    .reduce((longest, chain) => (chain.length > longest.length ? chain : longest), []);
  return [name, ...rest];
}

/** Returns every kind of write of every table. */
export async function allWrites(db: D1Database): Promise<Write[]> {
  const { results } = await db
    .prepare(
      `SELECT m.name AS "table", c.name AS "column" FROM ${OWN_TABLES} m JOIN pragma_table_info(m.name) c`,
    )
    .all<{ table: string; column: string }>();
  const tables = [...new Set(results.map(({ table }) => table))];
  return [
    ...tables.flatMap((table): Write[] => [
      { kind: "insert", table },
      { kind: "delete", table },
    ]),
    ...results.map(({ table, column }): Write => ({ kind: "update", table, column })),
  ];
}

/** Returns a statement that makes the write, of no row. */
export function statementOf({ kind, table, column }: Write): string {
  switch (kind) {
    case "insert":
      return `INSERT INTO ${table} SELECT * FROM ${table} WHERE 0`;
    case "delete":
      return `DELETE FROM ${table} WHERE 0`;
    case "update":
      return `UPDATE ${table} SET ${column} = ${column} WHERE 0`;
  }
}
