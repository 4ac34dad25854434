/** Kinds that an isolate counts between two writes, and the characters of one. */
const KINDS_MAX = 50;
const KIND_MAX = 120;
/** An isolate stores its counts at most once in this time, in milliseconds. */
const STORE_MS = 60_000;

/** The kind that counts errors beyond the most kinds. */
export const OTHER_ERRORS = "other";

/** Errors of one kind on one day. */
export interface ErrorCount {
  /** The day in UTC, such as `2026-11-27`. */
  day: string;
  /** The event or the pattern of the route, and the error's class. Never data of members. */
  kind: string;
  count: number;
  /** The time of the last one, in milliseconds since 1970. */
  lastAt: number;
}

const pending = new Map<string, ErrorCount>();
let storedAt = Number.NEGATIVE_INFINITY;

/**
 * Counts an error in this isolate.
 * @param where its event, sweep or route: one of few texts
 * @param name the error's class
 */
export function countError(where: string, name: string, at: number = Date.now()): void {
  add({
    day: new Date(at).toISOString().slice(0, 10),
    kind: `${where}: ${name}`.slice(0, KIND_MAX),
    count: 1,
    lastAt: at,
  });
}

function add(one: ErrorCount): void {
  const key = `${one.day} ${one.kind}`;
  const known = pending.get(key);
  if (known) {
    known.count += one.count;
    known.lastAt = Math.max(known.lastAt, one.lastAt);
  } else if (pending.size < KINDS_MAX || one.kind === OTHER_ERRORS) pending.set(key, one);
  else add({ ...one, kind: OTHER_ERRORS });
}

/** Returns the counts that are to be stored now, and forgets them; none within a minute after the last time. */
export function takeErrors(now: number = Date.now()): ErrorCount[] {
  if (pending.size === 0 || now - storedAt < STORE_MS) return [];
  storedAt = now;
  const taken = [...pending.values()];
  pending.clear();
  return taken;
}

/** Counts again what could not be stored. */
export function returnErrors(taken: readonly ErrorCount[]): void {
  for (const one of taken) add(one);
}
