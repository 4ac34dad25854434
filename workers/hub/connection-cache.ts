import { batchRows } from "~/db/batch";
import type { Db } from "~/db/client";
import { type TypingConnection, typingRow } from "~/domain/connections/read-typing";
import { CACHE_TTL_MS, type CachedValues } from "./cached-values";
import type { HubSubscription } from "./subscription";

interface Dependencies {
  db: Db;
  values: Pick<CachedValues, "changes">;
  subscription: Pick<HubSubscription, "start" | "since">;
}

/** Connections that a hub caches. A member types to few at a time. */
export const CACHED_CONNECTIONS_MAX = 100;

interface CachedConnection {
  /** Undefined where there is no connection. */
  connection: TypingConnection | undefined;
  /** When it was read, in milliseconds since 1970. */
  builtAt: number;
}

/** Caches the member's connections with those to whom they have typed, until a connection or setting of one changes. */
export class ConnectionCache {
  readonly #byOther = new Map<string, CachedConnection>();
  /** The number of changes of people after which they were read. */
  #people = 0;

  constructor(private readonly deps: Dependencies) {}

  /**
   * Returns the member's connection with another; undefined without one. Reads it unless it is cached.
   * @throws the database's error
   */
  async find(memberId: string, otherId: string): Promise<TypingConnection | undefined> {
    const { people } = this.deps.values.changes();
    if (people !== this.#people) this.#byOther.clear();
    this.#people = people;
    const known = this.#byOther.get(otherId);
    // Both ways: the clock may have been set back since.
    if (known && Math.abs(Date.now() - known.builtAt) < CACHE_TTL_MS) return known.connection;
    return this.#read(memberId, otherId);
  }

  async #read(memberId: string, otherId: string): Promise<TypingConnection | undefined> {
    const { db, values, subscription } = this.deps;
    await subscription.start(memberId);
    const { people } = values.changes();
    const builtAt = Date.now();
    const read = typingRow(otherId);
    const [rows = []] = await batchRows(db, read.forMember(memberId));
    // The columns of `typingRow`.
    const connection = rows[0] as TypingConnection | undefined;
    if (subscription.since() !== undefined && people === values.changes().people) {
      if (people !== this.#people || this.#byOther.size >= CACHED_CONNECTIONS_MAX) this.#byOther.clear();
      this.#people = people;
      this.#byOther.set(otherId, { connection, builtAt });
    }
    return connection;
  }
}
