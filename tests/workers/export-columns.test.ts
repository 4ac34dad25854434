import { env, runInDurableObject } from "cloudflare:test";
import { type Column, getTableColumns, is, sql } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import { type Db, openDb } from "~/db/client";
import * as schema from "~/db/schema";
import { filesOf } from "~/domain/accounts/export-account";
import { sessionRow, viewerColumns, viewerOf } from "~/domain/accounts/find-session";
import { notExported, SECRET } from "~/domain/accounts/not-exported";
import { r2MediaStore } from "~/platform/media/r2-store";
import { memberEverywhere } from "./member-everywhere";

type Row = Record<string, SqlStorageValue>;
type Copied = { key: keyof typeof schema; name: string; columns: [property: string, column: Column][] };

const tables = Object.entries(schema).flatMap(([key, table]): Copied[] => {
  if (!is(table, SQLiteTable)) return [];
  const columns = Object.entries(getTableColumns(table));
  return [{ key: key as keyof typeof schema, name: getTableConfig(table).name, columns }];
});

/** Every file has its name as its content. */
const file = async (...names: string[]) => ({
  body: new Blob(names).stream(),
  contentType: "image/webp",
  size: 1,
  etag: "",
});
const media = { ...r2MediaStore(env.MEDIA, env.IMAGES), get: file, getPrivate: file };

/** Copies all rows into tables without keys, constraints and triggers, whose columns can have any value. */
function copyTables(storage: SqlStorage, rowsOf: Map<string, Row[]>): void {
  for (const { name, columns } of tables) {
    const typed = columns.map(([, column]) => `"${column.name}" ${column.getSQLType()}`);
    storage.exec(`CREATE TABLE ${name} (${typed.join(", ")})`);
    for (const row of rowsOf.get(name) ?? []) {
      const names = Object.keys(row).map((column) => `"${column}"`);
      // D1 returns bytes as an array.
      const values = Object.values(row).map((value) => (Array.isArray(value) ? String(value) : value));
      const places = names.map(() => "?").join(", ");
      storage.exec(`INSERT INTO ${name} (${names.join(", ")}) VALUES (${places})`, ...values);
    }
  }
}

/** Returns a client of a database in this process: an export of it makes no calls, and takes milliseconds. */
function clientOf(storage: SqlStorage): Db {
  const prepare = (query: string, values: SqlStorageValue[] = []): object => ({
    bind: (...bound: SqlStorageValue[]) => prepare(query, bound),
    all: async () => ({ results: storage.exec(query, ...values).toArray(), meta: {} }),
  });
  const batch = (statements: { all: () => unknown }[]) => Promise.all(statements.map((one) => one.all()));
  return openDb({ prepare, batch } as unknown as D1Database).db;
}

/** Returns everything in a member's export, as a text; empty when the member is not found. */
async function exported(db: Db, memberId: string): Promise<string> {
  const row = await db.get<Row | undefined>(
    sql`SELECT '' AS sessionId, '' AS lastSeenAt, '' AS expiresAt, ${viewerColumns} FROM users u WHERE u.id = ${memberId}`,
  );
  if (!row) return "";
  const parts: string[] = [];
  const ctx = { db, chats: [db] as const, media, now: () => new Date(0), viewer: viewerOf(sessionRow(row)) };
  for await (const { name, lastModified, input } of filesOf(ctx)) {
    parts.push(name, lastModified.toISOString());
    if (typeof input === "string") parts.push(input);
    else for await (const chunk of input) parts.push(new TextDecoder().decode(chunk));
  }
  return parts.join("\n");
}

/** Returns a value of a column that differs from another one. */
function anotherValue(column: Column, value: SqlStorageValue): SqlStorageValue {
  if (column.enumValues?.length) return column.enumValues.find((one) => one !== value) ?? null;
  if (column.dataType === "boolean") return value ? 0 : 1;
  if (column.dataType === "number") return Number(value ?? 0) + 1;
  if (/_at$|^until$/.test(column.name)) return "2031-02-03T04:05:06.000Z";
  if (String(value).startsWith("[")) return '["another"]';
  if (String(value).startsWith("{") || column.dataType === "json")
    return '{"username":"another","model":"another"}';
  return `${value ?? ""}x`;
}

/** Gives all rows another value in a column, while work runs. */
async function withOthers<T>(
  storage: SqlStorage,
  table: string,
  column: Column,
  work: () => Promise<T>,
): Promise<T> {
  const rows = storage.exec(`SELECT rowid AS place, "${column.name}" AS value FROM ${table}`).toArray();
  const set = (value: SqlStorageValue = null, place: SqlStorageValue = null) =>
    storage.exec(`UPDATE ${table} SET "${column.name}" = ? WHERE rowid = ?`, value, place);
  for (const { place, value = null } of rows) set(anotherValue(column, value), place);
  const result = await work();
  for (const { place, value } of rows) set(value, place);
  return result;
}

/** Returns why the export leaves a column out, if it does. */
function reasonOf(table: keyof typeof schema, property: string): string | undefined {
  const reasons: string | Record<string, string> = notExported[table] ?? {};
  return typeof reasons === "string" ? reasons : reasons[property];
}

/** Returns all texts that are listed as secret. */
function secretsIn(storage: SqlStorage, memberId: string): string[] {
  const found = tables.flatMap(({ key, name, columns }) =>
    columns
      .filter(([property, column]) => reasonOf(key, property) === SECRET && column.getSQLType() === "text")
      .filter(([, column]) => !/_at$/.test(column.name))
      .flatMap(([, column]) => storage.exec(`SELECT "${column.name}" AS value FROM ${name}`).toArray()),
  );
  return found.map(({ value }) => String(value ?? "")).filter((text) => text !== "" && text !== memberId);
}

test("the export shows every column, unless it is listed with a reason, and no secret", async () => {
  const { ada } = await memberEverywhere();
  const found = await env.DB.batch<Row>(tables.map(({ name }) => env.DB.prepare(`SELECT * FROM ${name}`)));
  const rowsOf = new Map(tables.map(({ name }, at) => [name, found[at]?.results ?? []]));
  const missing: string[] = [];
  const shown: string[] = [];
  await runInDurableObject(env.USER_HUB.getByName("a copy"), async (_, { storage: { sql: storage } }) => {
    copyTables(storage, rowsOf);
    const db = clientOf(storage);
    const before = await exported(db, ada.id);
    for (const { key, name, columns } of tables)
      for (const [property, column] of columns.filter(([property]) => !reasonOf(key, property))) {
        const after = await withOthers(storage, name, column, () => exported(db, ada.id));
        if (after === before) missing.push(`${key}.${property}`);
      }
    const secrets = secretsIn(storage, ada.id);
    expect(secrets.length).toBeGreaterThan(10);
    shown.push(...secrets.filter((secret) => before.includes(secret)));
  });
  const help = "Add it to the export, or to app/domain/accounts/not-exported.ts with the reason.";
  expect(missing, help).toEqual([]);
  expect(shown).toEqual([]);
});
