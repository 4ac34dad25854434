import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";

/** What one request has cost so far, for the log line and the budgets in tests. */
export interface DbCost {
  /** SQL statements, each one of a batch counted. */
  statements: number;
  /** Round trips: a batch is one. */
  trips: number;
  rowsRead: number;
  rowsWritten: number;
}

export type Db = DrizzleD1Database & { $client: D1Database };

/**
 * A drizzle client on a D1 binding or on a session of it, and the running cost of what goes through it. It is not told the
 * schema: only drizzle's relational queries ask for that, we make none, and working it out takes longer than a request's
 * other SQL.
 */
export function openDb(d1: D1Database | D1DatabaseSession): { db: Db; cost: DbCost } {
  const cost: DbCost = { statements: 0, trips: 0, rowsRead: 0, rowsWritten: 0 };
  // Of a database, drizzle and we use `prepare` and `batch`, which a session has too.
  return { db: drizzle(metered(d1 as D1Database, cost)), cost };
}

/**
 * D1 tells rows read and written with every result but those of `raw()`, which drizzle's query builder
 * uses for SELECT and for RETURNING. Reads here are therefore `db.all(sql…)`: one statement, rows by name, cost known.
 * A write's columns are of one table and have a name each, so its rows can be asked for by name and handed on as lists.
 */
function metered(d1: D1Database, cost: DbCost): D1Database {
  const note = <T>(results: D1Result<T>[]) => {
    cost.trips += 1;
    cost.statements += results.length;
    for (const { meta } of results) {
      cost.rowsRead += meta.rows_read ?? 0;
      cost.rowsWritten += meta.rows_written ?? 0;
    }
  };
  const originals = new WeakMap<object, D1PreparedStatement>();
  const statement = (original: D1PreparedStatement, isRead: boolean): D1PreparedStatement => {
    const wrapped = new Proxy(original, {
      get(target, key) {
        switch (key) {
          case "bind":
            return (...values: unknown[]) => statement(target.bind(...values), isRead);
          case "all":
          case "run":
            return async () => {
              const result = await target[key]();
              note([result]);
              return result;
            };
          case "raw":
            return async (options?: { columnNames: true }) => {
              if (!isRead) {
                const result = await target.all<Record<string, unknown>>();
                note([result]);
                return result.results.map((row) => Object.values(row));
              }
              cost.trips += 1;
              cost.statements += 1;
              return options ? target.raw(options) : target.raw();
            };
          default: {
            const value: unknown = Reflect.get(target, key);
            return typeof value === "function" ? value.bind(target) : value;
          }
        }
      },
    });
    originals.set(wrapped, original);
    return wrapped;
  };
  return new Proxy(d1, {
    get(target, key) {
      switch (key) {
        case "prepare":
          return (query: string) => statement(target.prepare(query), /^\s*(select|with)\b/i.test(query));
        case "batch":
          return async (statements: D1PreparedStatement[]) => {
            const results = await target.batch(statements.map((one) => originals.get(one) ?? one));
            note(results);
            return results;
          };
        default: {
          const value: unknown = Reflect.get(target, key);
          return typeof value === "function" ? value.bind(target) : value;
        }
      }
    },
  });
}
