import { type BoundStatement, batchRows } from "~/db/batch";
import { type DbCost, openDb } from "~/db/client";
import { type CachedReadName, type DbRow, runReads } from "~/db/viewer-query";
import { sessionRow, sessionStatement } from "~/domain/accounts/find-session";
import { subscribeSession } from "~/domain/presence/hub-subscriptions";
import { cachedReads } from "./cached-reads";
import type { CachedSession, CachedValue } from "./cached-values";
import type { HubSubscription } from "./subscription";

interface Dependencies {
  d1: D1Database;
  /** The chat databases other than this one. */
  chatD1s: readonly D1Database[];
  subscription: HubSubscription;
  setMember: (memberId: string) => void;
}

interface Asked {
  memberId: string;
  sessionId: string;
  names: readonly CachedReadName[];
  /** Whether the hub has cached the session: it is not read then. */
  isKnown: boolean;
}

/** The rows that were read. */
export interface HomeRows {
  /** The session; null if it was not read. */
  session: CachedSession | null;
  rows: Map<CachedReadName, CachedValue>;
  cost: DbCost;
}

/**
 * Reads a session and rows of its member by one batch at the primary, which also subscribes the hub.
 * @returns null unless the session is a live one of this member
 * @throws the database's error
 */
export async function loadReads(
  { d1, chatD1s, subscription, setMember }: Dependencies,
  { memberId, sessionId, names, isKnown }: Asked,
): Promise<HomeRows | null> {
  const builtAt = Date.now();
  const d1Session = d1.withSession("first-primary");
  const { db, cost } = openDb(d1Session);
  const key = { session: sessionId, at: new Date(builtAt).toISOString() };
  const reads = names.map((name) => cachedReads[name].read());
  const chats = [db, ...chatD1s.map((chat) => openDb(chat, cost).db)] as const;
  let row: DbRow | undefined;
  let results: DbRow[][] = [];
  const read = async (since: string | null) => {
    const before = [
      ...(since === null ? [] : [subscribeSession({ ...key, since, member: memberId })]),
      ...(isKnown ? [] : [sessionStatement(key)]),
    ];
    const inMain = async (statements: BoundStatement[]) => {
      const found = await batchRows(db, [...before, ...statements]);
      if (!isKnown) row = found[before.length - 1]?.[0];
      return found.slice(before.length);
    };
    const bind = (one: (typeof reads)[number]) => (isKnown ? one.forMember(memberId) : one.forSession(key));
    results = await runReads(reads, bind, inMain, chats, memberId);
    const isTheirs = isKnown || row?.id === memberId;
    if (isTheirs) setMember(memberId);
    return isTheirs;
  };
  const isSubscribed = subscription.since() !== undefined;
  const isTheirs = await (isSubscribed ? read(null) : subscription.startWith(read));
  if (!isTheirs) return null;
  const bookmark = d1Session.getBookmark();
  const cached = (value: unknown): CachedValue => ({ text: JSON.stringify(value), bookmark, builtAt });
  const session = row ? { ...cached(row), row: sessionRow(row) } : null;
  const rows = names.map(
    (name, index) => [name, { ...cached(results[index] ?? []), ...endOf(results[index]) }] as const,
  );
  return { session, rows: new Map(rows), cost };
}

/** Returns the time at which rows become wrong by themselves, which a column names. */
function endOf(rows: readonly DbRow[] = []): Pick<CachedValue, "until"> {
  const ends = rows.flatMap(({ cachedUntil }) => (typeof cachedUntil === "number" ? [cachedUntil] : []));
  return ends.length === 0 ? {} : { until: Math.min(...ends) };
}
