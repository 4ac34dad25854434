import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import { withRetries } from "~/platform/retry";
import { isRead, mayRepeat } from "./repeatable";
import { requireSession, type SessionGuard } from "./session-guard";

/** The database cost of a request so far, for its log line and the budgets in tests. */
export interface DbCost {
  /** SQL statements; each statement of a batch counts. */
  statements: number;
  /** Round trips one after another; a batch is one, and so are those to several databases at once. */
  trips: number;
  rowsRead: number;
  rowsWritten: number;
}

export type Db = DrizzleD1Database & { $client: D1Database };

/**
 * Opens a drizzle client on a D1 binding, or on a session of it. It meters every statement, and repeats writes that may
 * run twice after a transient error. It has no schema: only drizzle's relational queries need one, and building it
 * would take longer than the rest of a request's SQL.
 * @param cost the counts that it adds to
 * @param guard the session that each write looks up in its batch (docs/decisions/0117-writes-look-the-session-up.md)
 */
export function openDb(
  d1: D1Database | D1DatabaseSession,
  cost: DbCost = { statements: 0, trips: 0, rowsRead: 0, rowsWritten: 0 },
  guard: SessionGuard | null = null,
): { db: Db; cost: DbCost } {
  return { db: clientOf(new MeteredDatabase(d1, cost, guard)), cost };
}

// drizzle and `batchRows` call no other methods of a database than `prepare` and `batch`.
const clientOf = (database: MeteredDatabase): Db => drizzle(database as unknown as D1Database);

/** Returns a client without the guard, for the site's own work, which goes on when the session ends. */
export function unguarded(db: Db): Db {
  const database: unknown = db.$client;
  return database instanceof MeteredDatabase && database.guard ? clientOf(database.withoutGuard()) : db;
}

/** The methods of a D1 database that drizzle calls, with their cost added up, and the guard before writes. */
class MeteredDatabase {
  constructor(
    private readonly d1: D1Database | D1DatabaseSession,
    private readonly cost: DbCost,
    readonly guard: SessionGuard | null,
  ) {}

  withoutGuard(): MeteredDatabase {
    return new MeteredDatabase(this.d1, this.cost, null);
  }

  prepare(query: string): MeteredStatement {
    return new MeteredStatement(this.d1.prepare(query), this, isRead(query), mayRepeat(query));
  }

  async batch<T>(statements: MeteredStatement[]): Promise<D1Result<T>[]> {
    const check = this.checkBefore(statements);
    const all = [...check, ...statements.map(({ statement }) => statement)];
    const results = await this.meter(statements, () => this.d1.batch<T>(all));
    return results.slice(check.length);
  }

  /** Runs statements in one trip and adds its cost. Repeats writes that may run twice; D1 repeats reads itself. */
  meter<T>(
    statements: readonly MeteredStatement[],
    run: () => Promise<D1Result<T>[]>,
  ): Promise<D1Result<T>[]> {
    const isRepeated = statements.every((one) => one.canRepeat) && statements.some((one) => !one.reads);
    return metered(this.cost, () => (isRepeated ? withRetries("statement repeated", run) : run()));
  }

  /** Returns the statement that looks the session up before these: one, or none when they need none. */
  checkBefore(statements: MeteredStatement[]): D1PreparedStatement[] {
    const { session = null, coversReads = false } = this.guard ?? {};
    if (session === null || (!coversReads && statements.every(({ reads }) => reads))) return [];
    return [this.d1.prepare(requireSession).bind(session, new Date().toISOString())];
  }
}

class MeteredStatement {
  constructor(
    readonly statement: D1PreparedStatement,
    private readonly database: MeteredDatabase,
    readonly reads: boolean,
    readonly canRepeat: boolean,
  ) {}

  bind(...values: unknown[]): MeteredStatement {
    return new MeteredStatement(this.statement.bind(...values), this.database, this.reads, this.canRepeat);
  }

  async all<T>(): Promise<D1Result<T>> {
    return this.#meter(() => this.statement.all<T>());
  }

  async run<T>(): Promise<D1Result<T>> {
    return this.#meter(() => this.statement.run<T>());
  }

  async #meter<T>(run: () => Promise<D1Result<T>>): Promise<D1Result<T>> {
    const { database } = this;
    const trip =
      database.checkBefore([this]).length > 0
        ? database.batch<T>([this])
        : database.meter([this], async () => [await run()]);
    // One result for one statement.
    const [result] = (await trip) as [D1Result<T>];
    return result;
  }

  /**
   * Returns rows as lists of values, for drizzle's builder. D1's own `raw()` does not report its cost, so rows are read
   * by name and columns of the same name would become one: queries that join tables are written as `db.all(sql…)`.
   */
  async raw(): Promise<unknown[][]> {
    const { results } = await this.all<Record<string, unknown>>();
    return results.map((row) => Object.values(row));
  }
}

/** The trips of a cost that are under way. */
const underWay = new WeakMap<DbCost, number>();

/** Runs one trip and adds its cost. A trip in parallel to another one of the same request costs no more time. */
async function metered<T>(cost: DbCost, run: () => Promise<D1Result<T>[]>): Promise<D1Result<T>[]> {
  const others = underWay.get(cost) ?? 0;
  underWay.set(cost, others + 1);
  try {
    const results = await run();
    if (others === 0) cost.trips += 1;
    cost.statements += results.length;
    for (const { meta } of results) {
      cost.rowsRead += meta.rows_read ?? 0;
      cost.rowsWritten += meta.rows_written ?? 0;
    }
    return results;
  } finally {
    underWay.set(cost, (underWay.get(cost) ?? 1) - 1);
  }
}
