import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { batchRows } from "~/db/batch";
import { openDb } from "~/db/client";
import { IDEMPOTENT, mayRepeat } from "~/db/repeatable";

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A database that fails `failures` times. */
function failing(failures: number, message: string) {
  let trips = 0;
  const trip = async () => {
    trips += 1;
    if (trips <= failures) throw new Error(message);
    return { results: [{ one: 1 }], meta: {} };
  };
  const statement = { bind: () => statement, all: trip, run: trip };
  // The client calls no other methods of a database.
  const d1 = { prepare: () => statement, batch: async () => [await trip()] } as unknown as D1Database;
  return { db: openDb(d1).db, trips: () => trips };
}

async function outcome(work: Promise<unknown>): Promise<string> {
  const settled = work.then(
    () => "done",
    () => "failed",
  );
  await vi.runAllTimersAsync();
  return settled;
}

const LOST = "D1_ERROR: Network connection lost.";
const read = sql`SELECT 1 AS one`;
const write = sql`DELETE FROM likes WHERE id = 1 RETURNING id`;
const repeatable = sql`${sql.raw(IDEMPOTENT)} DELETE FROM likes WHERE id = 1`;

it.each([
  // D1 has repeated it.
  ["a read", read, 1, LOST, "failed", 1],
  ["a marked write", repeatable, 2, LOST, "done", 3],
  ["a marked write that keeps failing", repeatable, 9, LOST, "failed", 3],
  ["any other write", write, 1, LOST, "failed", 1],
  ["a marked write with a final error", repeatable, 1, "D1_ERROR: no such table", "failed", 1],
])(
  "%s is repeated only when that is safe and can help",
  async (_, statement, failures, message, end, trips) => {
    const one = failing(failures, message);
    expect(await outcome(one.db.all(statement))).toBe(end);
    expect(one.trips()).toBe(trips);
  },
);

it("repeats a batch only when every statement may run twice", async () => {
  for (const [batch, end] of [
    [[read, repeatable], "done"],
    [[read, write], "failed"],
  ] as const) {
    expect(await outcome(batchRows(failing(1, LOST).db, [...batch]))).toBe(end);
  }
});

it("recognises statements that only read", () => {
  expect(mayRepeat("WITH t AS (SELECT 1) SELECT * FROM t")).toBe(true);
  expect(mayRepeat("WITH t AS (SELECT 1) INSERT INTO likes SELECT * FROM t")).toBe(false);
});
