import { type SQL, sql } from "drizzle-orm";
import type { AppError } from "~/contract/errors";
import { batchRows } from "~/db/batch";
import type { Ctx } from "../context";

/** At most `most` attempts in a window that begins with the first. Owner and kind name the row of `quota_counters`. */
export interface AttemptLimit {
  owner: string;
  kind: string;
  most: number;
  windowMs: number;
}

interface CountedAttempt {
  /** The rows of each read. */
  rows: Record<string, unknown>[][];
  /** Returns statements that take the attempt back, for one that was right, under a condition. */
  rollBack: (isRight?: SQL) => SQL[];
}

/** Digits of a session's or network's name in the kind of a counter: an owner has at most 4096 of a kind. */
const NAME_DIGITS = 3;

/** Returns a short name for a session's id or for another hash in hex. */
export const shortName = (hash: string) => hash.slice(0, NAME_DIGITS);

/**
 * Counts an attempt in all of its limits, before anything is compared: D1 runs the batch as one transaction, so the
 * counts are exact, also of attempts at the same time. A refused attempt is counted in none.
 * @param reads queries to run in the same batch
 * @param tooMany returns the error of a full limit and the milliseconds until it opens again
 * @throws what `tooMany` returns
 */
export async function countAttempt(
  ctx: Pick<Ctx, "db" | "now">,
  limits: readonly AttemptLimit[],
  tooMany: (full: AttemptLimit, waitMs: number) => AppError,
  reads: readonly SQL[] = [],
): Promise<CountedAttempt> {
  const at = ctx.now().getTime();
  const haveRoom = sql.join(
    limits.map((limit) => sql`NOT EXISTS (SELECT 1 FROM quota_counters WHERE ${isFull(limit, at)})`),
    sql` AND `,
  );
  const results = await batchRows(ctx.db, [
    ...limits.map((limit, index) => count(limit, at, index === 0 ? haveRoom : sql`changes() > 0`)),
    ...reads,
  ]);
  if (results[0]?.length === 0) throw await fullError(ctx, limits, tooMany, at);
  return {
    rows: results.slice(limits.length),
    rollBack: (isRight = sql`true`) => limits.map((limit) => rollBackAttempt(limit, at, isRight)),
  };
}

const rowOf = ({ owner, kind }: AttemptLimit) => sql`owner = ${owner} AND kind = ${kind}`;

const isFull = (limit: AttemptLimit, at: number) =>
  sql`${rowOf(limit)} AND used >= ${limit.most} AND since > ${at - limit.windowMs}`;

function count({ owner, kind, windowMs }: AttemptLimit, at: number, condition: SQL): SQL {
  const isOver = sql`since <= ${at - windowMs}`;
  return sql`
    INSERT INTO quota_counters (owner, kind, since, used) SELECT ${owner}, ${kind}, ${at}, 1 WHERE ${condition}
    ON CONFLICT (owner, kind) DO UPDATE SET used = iif(${isOver}, 0, used) + 1, since = iif(${isOver}, excluded.since, since)
    RETURNING kind`;
}

/** Takes an attempt back unless another window has begun. @param at when it was counted */
const rollBackAttempt = (limit: AttemptLimit, at: number, isRight: SQL): SQL => sql`
  UPDATE quota_counters SET used = max(0, used - 1) WHERE ${rowOf(limit)} AND since <= ${at} AND ${isRight}`;

/** Returns the error of the limit that opens last. */
async function fullError(
  { db }: Pick<Ctx, "db">,
  limits: readonly AttemptLimit[],
  tooMany: (full: AttemptLimit, waitMs: number) => AppError,
  at: number,
): Promise<AppError> {
  const results = await batchRows(
    db,
    limits.map((limit) => sql`SELECT since AS since FROM quota_counters WHERE ${isFull(limit, at)}`),
  );
  const waits = limits.map((limit, index) => {
    const row = results[index]?.[0];
    return { limit, waitMs: row ? Number(row.since) + limit.windowMs - at : 0 };
  });
  const last = waits.reduce((longest, wait) => (wait.waitMs > longest.waitMs ? wait : longest));
  return tooMany(last.limit, last.waitMs);
}
