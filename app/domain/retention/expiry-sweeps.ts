import { sql } from "drizzle-orm";
import { firstIdOf } from "~/contract/ids";
import type { Db } from "~/db/client";
import { limit } from "~/db/limit";
import type { Ctx } from "../context";
import { type Expiry, type Retention, retention } from "./retention";

/** Rows that one statement deletes at most. */
const BATCH = 500;

type Sweep = (ctx: Pick<Ctx, "db" | "chats" | "now">) => Promise<number>;

/** A sweep for each table whose rows expire, by its name. One call deletes a batch and returns its size. */
export const expirySweeps: Record<string, Sweep> = Object.fromEntries(
  Object.entries<Retention>(retention).flatMap(([table, kept]) =>
    typeof kept === "object" && "time" in kept
      ? [[table, (ctx) => deleteExpired(ctx, table, kept)] satisfies [string, Sweep]]
      : [],
  ),
);

/** Deletes the oldest expired rows of a table, at most 500 of a database. @returns their number */
async function deleteExpired(
  { db, chats, now }: Pick<Ctx, "db" | "chats" | "now">,
  table: string,
  expiry: Expiry,
): Promise<number> {
  const databases = table === "chat_messages" ? chats : [db];
  let deleted = 0;
  for (const database of databases) deleted += await deleteExpiredIn(database, now(), table, expiry);
  return deleted;
}

async function deleteExpiredIn(
  db: Db,
  now: Date,
  table: string,
  { time, form, retentionMs, where = sql`1` }: Expiry,
): Promise<number> {
  const before = now.getTime() - retentionMs;
  const stored = { iso: new Date(before).toISOString(), milliseconds: before, id: firstIdOf(before) }[form];
  const deleted = await db.all(sql`
    DELETE FROM ${sql.raw(table)} WHERE rowid IN (
      SELECT rowid FROM ${sql.raw(table)} WHERE ${where} AND ${time} <= ${stored} ORDER BY ${time} ${limit(BATCH)})
    RETURNING 1 AS deleted`);
  return deleted.length;
}
