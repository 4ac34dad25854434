import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import { mayRepeat, withRetries } from "./retry";

/** The database cost of a request so far, for its log line and the budgets in tests. */
export interface DbCost {
  /** SQL statements; each statement of a batch counts. */
  statements: number;
  /** Round trips; a batch is one. */
  trips: number;
  rowsRead: number;
  rowsWritten: number;
}

export type Db = DrizzleD1Database & { $client: D1Database };

/**
 * Opens a drizzle client on a D1 binding, or on a session of it. It meters every statement, and repeats those that may run
 * twice after a transient error.
 * The client has no schema: only drizzle's relational queries need one, and building it would take longer than the
 * rest of a request's SQL.
 * @param cost the counts that it adds to
 */
export function openDb(
  d1: D1Database | D1DatabaseSession,
  cost: DbCost = { statements: 0, trips: 0, rowsRead: 0, rowsWritten: 0 },
): { db: Db; cost: DbCost } {
  // drizzle and `batchRows` call no other methods of a database than these two.
  return { db: drizzle(new MeteredDatabase(d1, cost) as unknown as D1Database), cost };
}

/** The methods of a D1 database that drizzle calls, with their cost added up. */
class MeteredDatabase {
  constructor(
    private readonly d1: D1Database | D1DatabaseSession,
    private readonly cost: DbCost,
  ) {}

  prepare(query: string): MeteredStatement {
    return new MeteredStatement(this.d1.prepare(query), mayRepeat(query), this.cost);
  }

  async batch<T>(statements: MeteredStatement[]): Promise<D1Result<T>[]> {
    const results = await withRetries(
      statements.every(({ canRepeat }) => canRepeat),
      () => this.d1.batch<T>(statements.map(({ statement }) => statement)),
    );
    addCost(this.cost, results);
    return results;
  }
}

class MeteredStatement {
  constructor(
    readonly statement: D1PreparedStatement,
    readonly canRepeat: boolean,
    private readonly cost: DbCost,
  ) {}

  bind(...values: unknown[]): MeteredStatement {
    return new MeteredStatement(this.statement.bind(...values), this.canRepeat, this.cost);
  }

  async all<T>(): Promise<D1Result<T>> {
    const result = await withRetries(this.canRepeat, () => this.statement.all<T>());
    addCost(this.cost, [result]);
    return result;
  }

  async run<T>(): Promise<D1Result<T>> {
    const result = await withRetries(this.canRepeat, () => this.statement.run<T>());
    addCost(this.cost, [result]);
    return result;
  }

  /**
   * Returns rows as lists of values, for drizzle's builder. D1's own `raw()` does not report its cost, so the rows are read
   * by name: columns of the same name would become one. Queries that join tables are therefore written as `db.all(sql…)`.
   */
  async raw(): Promise<unknown[][]> {
    const { results } = await this.all<Record<string, unknown>>();
    return results.map((row) => Object.values(row));
  }
}

function addCost(cost: DbCost, results: D1Result<unknown>[]): void {
  cost.trips += 1;
  cost.statements += results.length;
  for (const { meta } of results) {
    cost.rowsRead += meta.rows_read ?? 0;
    cost.rowsWritten += meta.rows_written ?? 0;
  }
}
