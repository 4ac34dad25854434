import { t } from "@lingui/core/macro";
import { atom, type WritableAtom } from "nanostores";
import { PAGE_AWAY_DAYS } from "~/contract/limits";
import { WAITED_TOO_LONG } from "~/contract/message-texts";
import { DAY_MS } from "~/contract/time";
import type { OutboxItem } from "./waiting-store";

/** Storage that outlives a reload. */
export interface OutboxStorage {
  list: (memberId: string) => Promise<OutboxItem[]>;
  put: (item: OutboxItem) => Promise<void>;
  delete: (clientId: string) => Promise<void>;
}

/** The server will never accept the message. */
export class RefusedError extends Error {
  override readonly name = "RefusedError";
}

/**
 * Sends an item; `acknowledge` is called once it is stored.
 * @throws RefusedError; any other error means that a resend may succeed
 */
export type Transmit = (item: OutboxItem) => Promise<void>;

/** An item in flight is resent after this time without an acknowledgement. */
export const ACK_TIMEOUT_MS = 10_000;
/** A failed storage is tried again after this time, while items wait to be stored. */
export const STORE_RETRY_MS = 30_000;

/**
 * Messages to be sent. Conversations are independent; within one, messages are sent in the order of writing, one at a
 * time: the next when the one before it is stored or refused.
 */
export class Outbox {
  #isOpen = false;
  /** Incremented by each `reset`: work that began before it has no effect. */
  #generation = 0;
  /** The storage failed last, which may have taken seconds: items are sent before they are stored. */
  #isStorageDown = false;
  #isStoringRest = false;
  #storeTimer: ReturnType<typeof setTimeout> | undefined;
  readonly #inFlight = new Map<string, { clientId: string; timer: ReturnType<typeof setTimeout> }>();

  /** @param $items the items, oldest first. The page adds an item that it shows already before it calls `add` */
  constructor(
    private readonly storage: OutboxStorage,
    private readonly transmit: Transmit,
    readonly $items: WritableAtom<readonly OutboxItem[]> = atom([]),
  ) {}

  /** Returns whether the storage failed last. */
  get isStorageDown(): boolean {
    return this.#isStorageDown;
  }

  /**
   * Enqueues an item. Resolves once it is stored, or at once after the storage has failed: the item is still sent,
   * but does not outlive a reload.
   */
  async add(item: OutboxItem): Promise<void> {
    if (!this.#find(item.clientId)) this.$items.set([...this.$items.get(), item]);
    if (this.#isStorageDown) {
      this.#update(item.clientId, { isUnstored: true });
      void this.storeRest();
    } else if (!(await this.#store(item))) {
      // Others wait for the same storage.
      this.#pumpAll();
    }
    this.#pump(item.receiverId);
  }

  /**
   * Takes over the items of closed tabs. Called before `open`, so that they are sent before newer ones.
   * @param isAlive whether a tab is open and sends its own items
   */
  async adopt(memberId: string, tabId: string, isAlive: (tabId: string) => boolean): Promise<void> {
    const generation = this.#generation;
    const stored = await this.storage.list(memberId).catch(() => {
      this.#isStorageDown = true;
      return [];
    });
    // Another member may have logged in meanwhile.
    if (generation !== this.#generation) return;
    const queuedIds = new Set(this.$items.get().map(({ clientId }) => clientId));
    const orphans = stored.filter((item) => !queuedIds.has(item.clientId) && !isAlive(item.tabId));
    if (orphans.length === 0) return;
    const adopted = orphans.map(({ isUnstored: _, ...item }) => ({ ...item, tabId }));
    this.$items.set(
      [...adopted, ...this.$items.get()].sort((a, b) => a.createdAt.localeCompare(b.createdAt)),
    );
    await Promise.all(adopted.map((item) => this.storage.put(item))).catch(() => undefined);
    this.#pumpAll();
  }

  /** The link is open: sends, and resends the items in flight, which may be lost. */
  open(): void {
    this.#isOpen = true;
    this.#clearInFlight();
    this.#pumpAll();
  }

  /** The link is closed: sends nothing until `open`. */
  close(): void {
    this.#isOpen = false;
    this.#clearInFlight();
  }

  /** Clears the memory at log-out. Storage keeps the items until the member signs in again. */
  reset(): void {
    this.close();
    this.#generation += 1;
    clearTimeout(this.#storeTimer);
    this.$items.set([]);
  }

  /** Removes an item that the server has stored. */
  acknowledge(clientId: string): void {
    const item = this.#find(clientId);
    if (!item) return;
    this.#remove(item);
  }

  /** Marks an item as refused, and sends the next of its conversation. */
  refuse(clientId: string, refused: string): void {
    const item = this.#find(clientId);
    if (!item) return;
    this.#replace({ ...item, refused });
    this.#release(item);
  }

  /** Sends a refused item again, after the items written since. */
  retry(clientId: string): void {
    const item = this.#find(clientId);
    if (!item) return;
    const { refused: _, ...rest } = item;
    const retried = { ...rest, createdAt: new Date().toISOString() };
    this.$items.set([...this.$items.get().filter((other) => other !== item), retried]);
    void this.storage.put(retried).catch(() => undefined);
    this.#pump(item.receiverId);
  }

  /** Deletes an item without sending it again. */
  discard(clientId: string): void {
    this.acknowledge(clientId);
  }

  /** Stores the unstored items, until one cannot be stored. */
  async storeRest(): Promise<void> {
    if (this.#isStoringRest) return;
    this.#isStoringRest = true;
    const next = () => this.$items.get().find(({ isUnstored }) => isUnstored);
    for (let item = next(); item && (await this.#store(item)); item = next());
    this.#isStoringRest = false;
  }

  /** Stores an item, or marks it as unstored and tries again later. @returns whether it is stored */
  async #store({ isUnstored: _, ...item }: OutboxItem): Promise<boolean> {
    try {
      await this.storage.put(item);
    } catch (error) {
      if (!this.#isStorageDown) console.warn("A message could not be stored and is in memory only.", error);
      this.#isStorageDown = true;
      this.#update(item.clientId, { isUnstored: true });
      clearTimeout(this.#storeTimer);
      this.#storeTimer = setTimeout(() => void this.storeRest(), STORE_RETRY_MS);
      return false;
    }
    this.#isStorageDown = false;
    this.#update(item.clientId, { isUnstored: undefined });
    return true;
  }

  #pump(receiverId: string): void {
    if (!this.#isOpen || this.#inFlight.has(receiverId)) return;
    const item = this.$items
      .get()
      .find((other) => other.receiverId === receiverId && other.refused === undefined);
    if (!item) return;
    const timer = setTimeout(() => {
      this.#inFlight.delete(receiverId);
      this.#pump(receiverId);
    }, ACK_TIMEOUT_MS);
    this.#inFlight.set(receiverId, { clientId: item.clientId, timer });
    this.transmit(item).catch((error: unknown) => {
      // After any other error the timeout resends it.
      if (error instanceof RefusedError) this.refuse(item.clientId, error.message);
    });
  }

  /** Refuses items so old that the server could have stored them, and forgotten since that they were deleted. */
  #refuseOld(): void {
    const before = new Date(Date.now() - PAGE_AWAY_DAYS * DAY_MS).toISOString();
    for (const item of this.$items.get()) {
      const isOld = item.refused === undefined && item.createdAt < before;
      if (isOld) this.#replace({ ...item, refused: t(WAITED_TOO_LONG) });
    }
  }

  #pumpAll(): void {
    if (this.#isOpen) this.#refuseOld();
    for (const receiverId of new Set(this.$items.get().map((item) => item.receiverId)))
      this.#pump(receiverId);
  }

  #remove(item: OutboxItem): void {
    this.$items.set(this.$items.get().filter((other) => other !== item));
    void this.storage.delete(item.clientId).catch(() => undefined);
    this.#release(item);
  }

  #update(clientId: string, change: Partial<OutboxItem>): void {
    this.$items.set(
      this.$items.get().map((item) => (item.clientId === clientId ? { ...item, ...change } : item)),
    );
  }

  #replace(item: OutboxItem): void {
    this.#update(item.clientId, item);
    void this.storage.put(item).catch(() => undefined);
  }

  /** Sends the next item of the conversation if this one was in flight. */
  #release({ clientId, receiverId }: OutboxItem): void {
    const inFlight = this.#inFlight.get(receiverId);
    if (inFlight?.clientId !== clientId) return;
    clearTimeout(inFlight.timer);
    this.#inFlight.delete(receiverId);
    this.#pump(receiverId);
  }

  #clearInFlight(): void {
    for (const { timer } of this.#inFlight.values()) clearTimeout(timer);
    this.#inFlight.clear();
  }

  #find(clientId: string): OutboxItem | undefined {
    return this.$items.get().find((other) => other.clientId === clientId);
  }
}
