import { fillPlaceholders, is, SQL } from "drizzle-orm";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";
import type { Db } from "./client";

const dialect = new SQLiteAsyncDialect();

/** The text and the values of one statement, as D1 takes them. */
export interface BoundStatement {
  sql: string;
  params: unknown[];
}

/**
 * Writes a statement's text once and returns a function that fills in its `sql.placeholder`s. For statements that every
 * request sends: writing their text takes longer than anything else about them.
 */
export function prepared<Values extends Record<string, unknown>>(
  statement: SQL,
): (values: Values) => BoundStatement {
  const { sql, params } = dialect.sqlToQuery(statement);
  return (values) => ({ sql, params: fillPlaceholders(params, values) });
}

/**
 * Runs raw SQL statements as one transaction and returns the rows of each, by column name. Drizzle's `db.batch` (0.45)
 * takes built queries, but raw ones only without parameters.
 */
export async function batchRows(
  db: Db,
  statements: (SQL | BoundStatement)[],
): Promise<Record<string, unknown>[][]> {
  const bound = statements.map((statement) => {
    const { sql, params } = is(statement, SQL) ? dialect.sqlToQuery(statement) : statement;
    return db.$client.prepare(sql).bind(...params);
  });
  const results = await db.$client.batch<Record<string, unknown>>(bound);
  return results.map(({ results: rows }) => rows);
}

/**
 * Like `batchRows`, with statements and rows by name, in the order of the properties. A null runs nothing and has no
 * rows.
 */
export async function batchByName<Name extends string>(
  db: Db,
  statements: Record<Name, SQL | BoundStatement | null>,
): Promise<Record<Name, Record<string, unknown>[]>> {
  const entries = Object.entries<SQL | BoundStatement | null>(statements);
  const sent = entries.flatMap(([, statement]) => statement ?? []);
  const results = (await batchRows(db, sent))[Symbol.iterator]();
  const rows = entries.map(([name, statement]) => [name, statement ? results.next().value : []]);
  // `Object.fromEntries` loses the names.
  return Object.fromEntries(rows) as Record<Name, Record<string, unknown>[]>;
}
