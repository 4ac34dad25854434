/** A message that is written and not yet known to be stored. */
export interface OutboxItem {
  /** Names the message for the server: sending it again stores nothing new. */
  clientId: string;
  /** Whose it is: several members may use one browser. */
  memberId: string;
  receiverId: string;
  content: string;
  attachment?: { name: string; type: string; data: Blob };
  /** ISO 8601; of two that one tab has made, the later one is larger. */
  createdAt: string;
  /** The tab that sends it, as long as that tab lives. */
  tabId: string;
  /** Why the server will not have it; it waits for the member to try again or to let go. */
  refused?: string;
}

/** Where items outlive a reload. */
export interface OutboxStorage {
  list: (memberId: string) => Promise<OutboxItem[]>;
  put: (item: OutboxItem) => Promise<void>;
  drop: (clientId: string) => Promise<void>;
}

/** The server has answered that it will never take this message. */
export class Refusal extends Error {
  override readonly name = "Refusal";
}

/** Sends an item. What is stored is told to `settle`; until then it counts as on its way. @throws Refusal; any other error means: again later */
export type Transmit = (item: OutboxItem) => Promise<void>;

/** How long an item may be on its way before it is sent again, milliseconds. */
export const ANSWER_WAIT_MS = 10_000;

/**
 * Messages on their way, each conversation in the order it was written: one at a time, and the next when the one before
 * is stored or refused. Lives outside React.
 */
export class Outbox {
  #items: OutboxItem[] = [];
  #isOpen = false;
  /** Grows with each `reset`. */
  #life = 0;
  readonly #underway = new Map<string, { clientId: string; timer: ReturnType<typeof setTimeout> }>();
  readonly #listeners = new Set<() => void>();

  constructor(
    private readonly storage: OutboxStorage,
    private readonly transmit: Transmit,
  ) {}

  /** What waits, oldest first; a new array after every change. */
  readonly items = (): readonly OutboxItem[] => this.#items;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Takes an item, and resolves once it would outlive a reload, or cannot: then it is sent all the same. */
  async add(item: OutboxItem): Promise<void> {
    this.#become([...this.#items, item]);
    await this.storage
      .put(item)
      .catch((error: unknown) => console.warn("A message is kept in memory only.", error));
    this.#pump(item.receiverId);
  }

  /** Takes over what a tab that is gone has left; before `open`, so that it goes before what is written now. @param isAlive whether a tab still sends its own */
  async adopt(memberId: string, tabId: string, isAlive: (tabId: string) => boolean): Promise<void> {
    const life = this.#life;
    const left = await this.storage.list(memberId).catch(() => []);
    // Another member may have logged in meanwhile.
    if (life !== this.#life) return;
    const known = new Set(this.#items.map(({ clientId }) => clientId));
    const orphans = left.filter((item) => !known.has(item.clientId) && !isAlive(item.tabId));
    if (orphans.length === 0) return;
    const adopted = orphans.map((item) => ({ ...item, tabId }));
    this.#become([...adopted, ...this.#items].sort((a, b) => a.createdAt.localeCompare(b.createdAt)));
    await Promise.all(adopted.map((item) => this.storage.put(item))).catch(() => undefined);
    this.#pumpAll();
  }

  /** The way is open, perhaps again: what was on its way may have got lost, and goes once more. */
  open(): void {
    this.#isOpen = true;
    this.#forgetUnderway();
    this.#pumpAll();
  }

  close(): void {
    this.#isOpen = false;
    this.#forgetUnderway();
  }

  /** Lets go of everything in memory, for a member who logs out; storage keeps it for their return. */
  reset(): void {
    this.close();
    this.#life += 1;
    this.#become([]);
  }

  /** The server has stored it. */
  settle(clientId: string): void {
    const item = this.#find(clientId);
    if (!item) return;
    this.#remove(item);
  }

  refuse(clientId: string, refused: string): void {
    const item = this.#find(clientId);
    if (!item) return;
    this.#replace({ ...item, refused });
    this.#release(item);
  }

  /** Tries a refused item again, after what has been written since. */
  retry(clientId: string): void {
    const item = this.#find(clientId);
    if (!item) return;
    const { refused: _, ...again } = item;
    this.#become([...this.#items.filter((one) => one !== item), again]);
    void this.storage.put(again).catch(() => undefined);
    this.#pump(item.receiverId);
  }

  /** Lets an item go unsent. */
  discard(clientId: string): void {
    this.settle(clientId);
  }

  #pump(receiverId: string): void {
    if (!this.#isOpen || this.#underway.has(receiverId)) return;
    const item = this.#items.find((one) => one.receiverId === receiverId && one.refused === undefined);
    if (!item) return;
    const timer = setTimeout(() => {
      this.#underway.delete(receiverId);
      this.#pump(receiverId);
    }, ANSWER_WAIT_MS);
    this.#underway.set(receiverId, { clientId: item.clientId, timer });
    this.transmit(item).catch((error: unknown) => {
      // Anything else but a refusal is tried again when the wait is over.
      if (error instanceof Refusal) this.refuse(item.clientId, error.message);
    });
  }

  #pumpAll(): void {
    for (const receiverId of new Set(this.#items.map((item) => item.receiverId))) this.#pump(receiverId);
  }

  #remove(item: OutboxItem): void {
    this.#become(this.#items.filter((one) => one !== item));
    void this.storage.drop(item.clientId).catch(() => undefined);
    this.#release(item);
  }

  #replace(item: OutboxItem): void {
    this.#become(this.#items.map((one) => (one.clientId === item.clientId ? item : one)));
    void this.storage.put(item).catch(() => undefined);
  }

  /** The next one of the conversation may go, if this was the one on its way. */
  #release({ clientId, receiverId }: OutboxItem): void {
    const underway = this.#underway.get(receiverId);
    if (underway?.clientId !== clientId) return;
    clearTimeout(underway.timer);
    this.#underway.delete(receiverId);
    this.#pump(receiverId);
  }

  #forgetUnderway(): void {
    for (const { timer } of this.#underway.values()) clearTimeout(timer);
    this.#underway.clear();
  }

  #find(clientId: string): OutboxItem | undefined {
    return this.#items.find((one) => one.clientId === clientId);
  }

  #become(items: OutboxItem[]): void {
    this.#items = items;
    for (const listener of this.#listeners) listener();
  }
}
