import { randomUUID } from "node:crypto";
import { DatabaseSync, type SQLOutputValue } from "node:sqlite";
import { Refusal } from "./reply";

type Row = Record<string, SQLOutputValue>;

/** The longest statement, in bytes. Node older than 24.15 gives SQLite none of the limits below. */
const STATEMENT_MAX = 100_000;

/** Limits of D1 (developers.cloudflare.com/d1/platform/limits, 2026-11-25). SQLite enforces them itself. */
const LIMITS = {
  length: 2_000_000,
  sqlLength: STATEMENT_MAX,
  column: 100,
  functionArg: 32,
  likePatternLength: 50,
  variableNumber: 100,
  triggerDepth: 10,
};

/** D1's code of a statement that SQLite refuses. */
const STATEMENT_FAILED = 7500;

/** A D1 database: SQLite in memory, with D1's limits and with the fault of its `/query`. */
export class Database {
  readonly createdAt = new Date().toISOString();
  readonly #sqlite = new DatabaseSync(":memory:", { limits: LIMITS });
  /** Files that wait for their import, by name; null until they are uploaded. */
  readonly uploads = new Map<string, string | null>();
  /** The exports that a client may download, by bookmark. */
  readonly exports = new Map<string, string>();
  /** The imports that ran, by bookmark, with the error of those that failed. */
  readonly imports = new Map<string, string | null>();

  constructor(
    readonly name: string,
    readonly jurisdiction: string | null = null,
    readonly id: string = randomUUID(),
  ) {}

  /** Returns the rows of one statement, for assertions. */
  rows(sql: string): Row[] {
    return this.#sqlite.prepare(sql).all();
  }

  /** Returns the names of the objects of a type in the schema. */
  names(type: "table" | "trigger"): string[] {
    return this.rows(`SELECT name FROM sqlite_master WHERE type = '${type}' ORDER BY name`).map(({ name }) =>
      String(name),
    );
  }

  /** Runs the statements of a text in one transaction, as `/query` does: it cuts a trigger's body at its semicolons. */
  query(sql: string): Row[][] {
    try {
      return this.#atomically(() => splitAtSemicolons(sql).map((one) => this.#all(one)));
    } catch (error) {
      throw new Refusal(400, STATEMENT_FAILED, messageOf(error));
    }
  }

  /** Runs a whole file in one transaction, as an import does. Returns the bookmark by which to ask for the result. */
  import(file: string): string {
    const bookmark = `${String(this.imports.size).padStart(8, "0")}-${randomUUID()}`;
    let problem: string | null = null;
    try {
      this.#atomically(() => this.#sqlite.exec(file));
    } catch (error) {
      problem = messageOf(error);
    }
    this.imports.set(bookmark, problem);
    return bookmark;
  }

  /**
   * Returns the text of an export as D1 writes it: the tables, each with its rows, then the other objects. A row is one
   * line.
   */
  export(): string {
    const objects = this.rows(
      "SELECT name, type, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid",
    );
    const tables = objects.filter(({ type, name }) => type === "table" && name !== "sqlite_sequence");
    const others = objects.filter(({ type }) => type !== "table");
    return [
      "PRAGMA defer_foreign_keys=TRUE;",
      ...tables.flatMap(({ name, sql }) => [`${sql};`, ...this.#inserts(String(name))]),
      "DELETE FROM sqlite_sequence;",
      ...this.#inserts("sqlite_sequence"),
      ...others.map(({ sql }) => `${sql};`),
      "",
    ].join("\n");
  }

  #inserts(table: string): string[] {
    const columns = this.rows(`PRAGMA table_info("${table}")`).map(({ name }) => `"${name}"`);
    const values = columns.map((column) => `quote(${column}) AS ${column}`);
    return this.rows(`SELECT ${values.join(", ")} FROM "${table}"`).map(
      (row) => `INSERT INTO "${table}" (${columns}) VALUES(${Object.values(row).map(onOneLine)});`,
    );
  }

  #all(statement: string): Row[] {
    if (Buffer.byteLength(statement) > STATEMENT_MAX) throw new Error("statement too long");
    return this.#sqlite.prepare(statement).all();
  }

  #atomically<T>(run: () => T): T {
    this.#sqlite.exec("BEGIN");
    try {
      const result = run();
      this.#sqlite.exec("COMMIT");
      return result;
    } catch (error) {
      // An error can have ended the transaction already.
      if (this.#sqlite.isTransaction) this.#sqlite.exec("ROLLBACK");
      throw error;
    }
  }
}

/** Returns a quoted value without line breaks. */
function onOneLine(quoted: SQLOutputValue): string {
  const text = String(quoted);
  return text.includes("\n") ? `replace(${text.replaceAll("\n", "\\n")},'\\n',char(10))` : text;
}

const messageOf = (error: unknown) => `${error instanceof Error ? error.message : error}: SQLITE_ERROR`;

/**
 * Splits a text at every semicolon outside quotes and comments, also inside a trigger: the fault of `/query` with
 * triggers on several lines (github.com/cloudflare/workers-sdk issues 4998, 14991, 15178).
 */
function splitAtSemicolons(sql: string): string[] {
  const tokens = sql.match(/'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|;|[^;'"/-]+|./g) ?? [];
  const statements = [""];
  for (const token of tokens) {
    if (token === ";") statements.push("");
    else if (!/^(--|\/\*)/.test(token)) statements.push(`${statements.pop()}${token}`);
  }
  return statements.filter((one) => one.trim());
}
