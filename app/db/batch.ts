import type { SQL } from "drizzle-orm";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";
import type { Db } from "./client";

const dialect = new SQLiteAsyncDialect();

/**
 * Runs statements written in SQL as one transaction and answers the rows of each, by name. Drizzle's own `db.batch`
 * takes built queries, but of raw ones only those without parameters (0.45: it binds a prepared statement they lack).
 */
export async function batchRows(db: Db, statements: SQL[]): Promise<Record<string, unknown>[][]> {
  const prepared = statements.map((statement) => {
    const { sql, params } = dialect.sqlToQuery(statement);
    return db.$client.prepare(sql).bind(...params);
  });
  const results = await db.$client.batch<Record<string, unknown>>(prepared);
  return results.map(({ results: rows }) => rows);
}
