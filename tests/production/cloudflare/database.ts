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

const messageOf = (error: unknown) => `${error instanceof Error ? error.message : error}: SQLITE_ERROR`;

/**
 * Splits a text at every semicolon outside quotes and comments, also at those between BEGIN and END of a trigger: the fault of
 * `/query` with triggers on several lines (github.com/cloudflare/workers-sdk issues 4998, 14991, 15178).
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
