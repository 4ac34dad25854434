import { env } from "cloudflare:test";
import { expect } from "vitest";
import { openDb } from "~/db/client";
import { completeChatSteps } from "~/domain/chat/complete-chat-steps";
import { sweepRemovals } from "~/domain/media/sweep-removals";
import { sweepUnused } from "~/domain/media/sweep-unused";
import { completeRemovals } from "~/domain/moderation/complete-removals";
import { r2MediaStore } from "~/platform/media/r2-store";

/**
 * When an operation fails: before it does anything, or after it is done, so that only its reply is lost. Or what
 * happens before it, in place of a failure.
 */
export type Cut = "before" | "after" | { meanwhile: () => Promise<unknown> };

async function cut<T>(when: Cut, run: () => Promise<T>): Promise<T> {
  if (typeof when === "object") {
    await when.meanwhile();
    return run();
  }
  if (when === "after") await run();
  throw new Error("as the test asked");
}

/** Wraps an object so that its methods fail when `isDue` says so. */
export function failing<T extends object>(
  target: T,
  isDue: (method: string) => boolean,
  when: Cut = "before",
): T {
  return new Proxy(target, {
    get: (_, key) => {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== "function") return value;
      if (isDue(String(key))) return (...args: unknown[]) => cut(when, async () => value.apply(target, args));
      return value.bind(target);
    },
  });
}

const TRIPS = new Set(["batch", "all", "run", "raw", "first"]);

const WRITES = /\b(INSERT|UPDATE|DELETE|REPLACE)\b/i;

/** Returns a database whose trip `due` (from 0) fails. `made` returns the number of trips, `wrote` those that write. */
export function failingDb(
  due: number,
  when: Cut = "before",
): { DB: D1Database; made: () => number; wrote: number[] } {
  let trips = 0;
  const wrote: number[] = [];
  const known = new WeakMap<object, { original: D1PreparedStatement; query: string }>();
  const isDue = (queries: string[]) => {
    if (queries.some((query) => WRITES.test(query))) wrote.push(trips);
    return trips++ === due;
  };
  const statement = (original: D1PreparedStatement, query: string): D1PreparedStatement => {
    const isTripDue = (method: string) => TRIPS.has(method) && isDue([query]);
    const wrapped = new Proxy(failing(original, isTripDue, when), {
      get: (target, key) =>
        key === "bind"
          ? (...values: unknown[]) => statement(original.bind(...values), query)
          : Reflect.get(target, key),
    });
    known.set(wrapped, { original, query });
    return wrapped;
  };
  const session = (original: D1DatabaseSession) =>
    new Proxy(original, {
      get: (target, key) => {
        if (key === "prepare") return (query: string) => statement(original.prepare(query), query);
        if (key !== "batch") return Reflect.get(target, key).bind(target);
        return (statements: D1PreparedStatement[]) => {
          const run = () => original.batch(statements.map((one) => known.get(one)?.original ?? one));
          return isDue(statements.map((one) => known.get(one)?.query ?? "")) ? cut(when, run) : run();
        };
      },
    });
  const DB = new Proxy(env.DB, {
    get: (target, key) =>
      key === "withSession"
        ? (start: string) => session(target.withSession(start))
        : Reflect.get(target, key),
  });
  return { DB, made: () => trips, wrote };
}

/** Bindings of which one operation fails, its number `due` counted from 0. */
interface Broken {
  overrides: Partial<Env>;
  /** Returns the number of operations so far. */
  made: () => number;
  /** Returns the numbers of those that write. */
  wrote: () => number[];
  /** Whether the other binding has written. */
  wroteElsewhere: () => boolean;
}
export type Break = (due: number, when: Cut) => Broken;

const isStoreWrite = (method: string) => method === "put" || method === "delete";

export const breakDb: Break = (due, when) => {
  const { DB, made, wrote } = failingDb(due, when);
  let hasStored = false;
  const MEDIA = failing(env.MEDIA, (method) => {
    hasStored ||= isStoreWrite(method);
    return false;
  });
  return { overrides: { DB, MEDIA }, made, wrote: () => wrote, wroteElsewhere: () => hasStored };
};

export const breakStore: Break = (due, when) => {
  const { DB, wrote } = failingDb(-1);
  const operations: boolean[] = [];
  const isDue = (method: string) => operations.push(isStoreWrite(method)) - 1 === due;
  return {
    overrides: { DB, MEDIA: failing(env.MEDIA, isDue, when) },
    made: () => operations.length,
    wrote: () => operations.flatMap((isWrite, at) => (isWrite ? [at] : [])),
    wroteElsewhere: () => wrote.length > 0,
  };
};

export const sweepCtx = () => {
  const { db } = openDb(env.DB);
  return { db, chats: [db] as const, media: r2MediaStore(env.MEDIA, env.IMAGES) };
};

type Row = Record<string, unknown>;
/** The rows of each table, and the keys of the stored objects. */
export type Stored = Record<string, Row[]>;

/**
 * Returns everything stored a day later, after the hourly run, without counters. That run removes a photo whose post or
 * message could not be written.
 */
export async function everything(): Promise<Stored> {
  const tomorrow = new Date(Date.now() + 25 * 60 * 60_000);
  const ctx = { ...sweepCtx(), now: () => tomorrow };
  while ((await completeChatSteps(ctx)) > 0);
  while ((await completeRemovals(ctx)) > 0);
  while ((await sweepUnused(ctx)) > 0);
  while ((await sweepRemovals(ctx)) > 0);
  const names = await tablesWithRows();
  const rows = await env.DB.batch<Row>(names.map((name) => env.DB.prepare(`SELECT * FROM ${name}`)));
  const { objects, truncated } = await env.MEDIA.list();
  expect(truncated).toBe(false);
  return {
    ...Object.fromEntries(names.map((name, index) => [name, (rows[index]?.results ?? []).map(comparable)])),
    objects: objects.map(({ key }) => ({ id: key })),
  };
}

/** Counters, and what is not a member's. Errors are counted once a minute, whichever request is under way. */
const UNCOMPARED = [
  "ai_uses",
  "quota_counters",
  "error_counts",
  "sent_mails",
  "sign_ups",
  "online_members",
  "sweeps",
];

let rowCheck: D1PreparedStatement | undefined;

/** Returns the names of the tables that have rows: most of them have none. */
async function tablesWithRows(): Promise<string[]> {
  rowCheck ??= await prepareRowCheck();
  const found = await rowCheck.first<Record<string, number>>();
  return Object.entries(found ?? {}).flatMap(([name, hasRows]) => (hasRows ? [name] : []));
}

async function prepareRowCheck(): Promise<D1PreparedStatement> {
  const { results } = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*'",
  ).all<{ name: string }>();
  const names = results.map(({ name }) => name).filter((name) => !UNCOMPARED.includes(name));
  return env.DB.prepare(
    `SELECT ${names.map((name) => `EXISTS (SELECT 1 FROM ${name}) AS ${name}`).join(", ")}`,
  );
}

/** D1 returns bytes as an array, another one in every reply. */
const comparable = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [column, Array.isArray(value) ? String(value) : value]),
  );

/** Notifications of one batch have one id. */
const keyOf = (row: Row) => `${row.id ?? JSON.stringify(row)} ${row.member ?? ""}`;

/** Returns how many rows and objects were added and removed, and how many rows have a new value in each column. */
export function changes(before: Stored, after: Stored): Record<string, number> {
  const counts: Record<string, number> = {};
  const count = (what: string) => {
    counts[what] = (counts[what] ?? 0) + 1;
  };
  for (const table of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const former = new Map((before[table] ?? []).map((row) => [keyOf(row), row]));
    for (const row of after[table] ?? []) {
      const key = keyOf(row);
      const old = former.get(key);
      former.delete(key);
      if (!old) count(`${table} added`);
      else for (const column in row) if (row[column] !== old[column]) count(`${table}.${column}`);
    }
    for (const _ of former) count(`${table} removed`);
  }
  return counts;
}
