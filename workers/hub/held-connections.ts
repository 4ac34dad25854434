import { batchRows } from "~/db/batch";
import type { Db } from "~/db/client";
import type { ConnectedMember } from "~/domain/connections/list-connections";
import { heldReads } from "./held-reads";
import type { Held, HeldValues } from "./held-values";
import type { HubSubscription } from "./subscription";

interface Dependencies {
  db: Db;
  held: HeldValues;
  subscription: HubSubscription;
}

/** The member's connections among what the hub holds, by the other member. */
export class HeldConnections {
  /** The rows of held connections by id. */
  readonly #byId = new WeakMap<Held, Map<string, ConnectedMember>>();

  constructor(private readonly deps: Dependencies) {}

  /**
   * Returns the member's connection with another, which a block ends too; undefined without one. Reads unless held.
   * @throws the database's error
   */
  async find(memberId: string, otherId: string): Promise<ConnectedMember | undefined> {
    const held = this.deps.held.rows("connections", null, Date.now());
    const connections = held ?? (await this.#read(memberId));
    // The rows of `listConnections`.
    const rows = () => JSON.parse(connections.text) as ConnectedMember[];
    const byId = this.#byId.get(connections) ?? new Map(rows().map((row) => [row.id, row]));
    this.#byId.set(connections, byId);
    return byId.get(otherId);
  }

  async #read(memberId: string): Promise<Held> {
    const { db, held, subscription } = this.deps;
    await subscription.start(memberId);
    const changes = held.changes();
    const builtAt = Date.now();
    const [rows] = await batchRows(db, heldReads.connections.read().forMember(memberId));
    const connections = { text: JSON.stringify(rows), bookmark: null, builtAt };
    held.hold(null, new Map([["connections", connections]]), changes);
    return connections;
  }
}
