import { batchRows } from "~/db/batch";
import type { Db } from "~/db/client";
import { type TypingConnection, typingRow } from "~/domain/connections/read-typing";
import { HELD_MAX_MS, type HeldValues } from "./held-values";
import type { HubSubscription } from "./subscription";

interface Dependencies {
  db: Db;
  held: Pick<HeldValues, "changes">;
  subscription: Pick<HubSubscription, "start" | "since">;
}

/** Connections that a hub holds. A member types to few at a time. */
export const HELD_CONNECTIONS_MAX = 100;

interface HeldConnection {
  /** Undefined where there is no connection. */
  connection: TypingConnection | undefined;
  /** When it was read, in milliseconds since 1970. */
  builtAt: number;
}

/** The member's connections with those to whom they have typed, until a connection or setting of one changes. */
export class HeldConnections {
  readonly #byOther = new Map<string, HeldConnection>();
  /** The number of changes of people after which they were read. */
  #people = 0;

  constructor(private readonly deps: Dependencies) {}

  /**
   * Returns the member's connection with another; undefined without one. Reads unless held.
   * @throws the database's error
   */
  async find(memberId: string, otherId: string): Promise<TypingConnection | undefined> {
    const { people } = this.deps.held.changes();
    if (people !== this.#people) this.#byOther.clear();
    this.#people = people;
    const known = this.#byOther.get(otherId);
    // Both ways: the clock may have been set back since.
    if (known && Math.abs(Date.now() - known.builtAt) < HELD_MAX_MS) return known.connection;
    return this.#read(memberId, otherId);
  }

  async #read(memberId: string, otherId: string): Promise<TypingConnection | undefined> {
    const { db, held, subscription } = this.deps;
    await subscription.start(memberId);
    const { people } = held.changes();
    const builtAt = Date.now();
    const read = typingRow(otherId);
    const [rows = []] = await batchRows(db, read.forMember(memberId));
    // The columns of `typingRow`.
    const connection = rows[0] as TypingConnection | undefined;
    if (subscription.since() !== undefined && people === held.changes().people) {
      if (people !== this.#people || this.#byOther.size >= HELD_CONNECTIONS_MAX) this.#byOther.clear();
      this.#people = people;
      this.#byOther.set(otherId, { connection, builtAt });
    }
    return connection;
  }
}
