import { sleep } from "~/contract/time";
import type { Traveller } from "./calls";
import { nearestRegion, roundTrip } from "./places";

/** A state of the database, and when the primary has reached it. In order. */
const commits: { bookmark: string; at: number }[] = [];

/** Returns when the primary reached the state of a bookmark; 0 for one of before this run. */
const committedAt = (bookmark: string) => commits.findLast((commit) => commit.bookmark <= bookmark)?.at ?? 0;

/** Returns whether a statement writes. Values are bound, so a keyword in the text is one of SQL. */
function writes(query: string): boolean {
  const text = query.replace(/\/\*.*?\*\//gs, "").trimStart();
  return !/^SELECT\b/i.test(text) && !(/^WITH\b/i.test(text) && !/\b(INSERT|UPDATE|DELETE)\b/i.test(text));
}

/**
 * A D1 session answered from afar as Cloudflare documents it (D1 "Global read replication"): writes by the primary; the
 * first read by the primary if the session begins there; every other read by the nearest replica, once it has the state
 * of the session's bookmark. A replica has a state one way after the primary. It is one database in fact, so a replica
 * never returns an old state here.
 */
class DistantSession {
  #mustAskPrimary: boolean;

  constructor(
    private readonly session: D1DatabaseSession,
    private readonly traveller: Traveller,
    start: string,
  ) {
    this.#mustAskPrimary = start === "first-primary";
  }

  prepare(query: string): DistantStatement {
    return new DistantStatement(this.session.prepare(query), query, this);
  }

  batch<T>(statements: DistantStatement[]): Promise<D1Result<T>[]> {
    const isWrite = statements.some(({ query }) => writes(query));
    return this.run(isWrite, () => this.session.batch<T>(statements.map(({ statement }) => statement)));
  }

  getBookmark(): string | null {
    return this.session.getBookmark();
  }

  run<T>(isWrite: boolean, work: () => Promise<T>): Promise<T> {
    const { database, place } = this.traveller;
    if (!isWrite && !this.#mustAskPrimary) {
      const replica = nearestRegion(place);
      return this.traveller.call("replica", replica, async () => {
        const wanted = this.getBookmark();
        const arrivesAt = wanted === null ? 0 : committedAt(wanted) + roundTrip(database, replica) / 2;
        if (replica !== database && arrivesAt > Date.now()) await sleep(arrivesAt - Date.now());
        return work();
      });
    }
    this.#mustAskPrimary = false;
    return this.traveller.call("primary", database, async () => {
      const result = await work();
      const bookmark = this.getBookmark();
      if (isWrite && bookmark !== null) commits.push({ bookmark, at: Date.now() });
      return result;
    });
  }
}

class DistantStatement {
  constructor(
    readonly statement: D1PreparedStatement,
    readonly query: string,
    private readonly session: DistantSession,
  ) {}

  bind(...values: unknown[]): DistantStatement {
    return new DistantStatement(this.statement.bind(...values), this.query, this.session);
  }

  all<T>(): Promise<D1Result<T>> {
    return this.session.run(writes(this.query), () => this.statement.all<T>());
  }

  run<T>(): Promise<D1Result<T>> {
    return this.session.run(writes(this.query), () => this.statement.run<T>());
  }

  first<T>(): Promise<T | null> {
    return this.session.run(writes(this.query), () => this.statement.first<T>());
  }

  raw<T extends unknown[]>(): Promise<T[]> {
    return this.session.run(writes(this.query), () => this.statement.raw<T>());
  }
}

/** Returns the database as a place sees it. Calls without a session go to the primary. */
export function distantDatabase(db: D1Database, traveller: Traveller): D1Database {
  const withSession = (start = "first-unconstrained") =>
    new DistantSession(db.withSession(start), traveller, start);
  const distant = {
    withSession,
    prepare: (query: string) => withSession("first-primary").prepare(query),
    batch: <T>(statements: DistantStatement[]) => withSession("first-primary").batch<T>(statements),
  };
  // The app calls no other methods of the binding, its sessions and its statements than these.
  return distant as unknown as D1Database;
}
