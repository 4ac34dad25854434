import type { OutboxItem, OutboxStorage } from "./outbox";

const STORE = "outbox";

let opening: Promise<IDBDatabase> | undefined;

function database(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open("afterglow-chat", 1);
    request.onupgradeneeded = () =>
      request.result.createObjectStore(STORE, { keyPath: "clientId" }).createIndex("member", "memberId");
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  opening.catch(() => {
    opening = undefined;
  });
  return opening;
}

/**
 * Resolves when the transaction is complete, not when its request succeeds: only then does the change outlive the page.
 */
async function run<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const db = await database();
  return new Promise<T>((resolve, reject) => {
    const transaction = db.transaction(STORE, mode, { durability: "strict" });
    const request = work(transaction.objectStore(STORE));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
  });
}

/** Stores the outbox in IndexedDB. */
export const browserStorage: OutboxStorage = {
  // Only `put` writes to the store.
  list: (memberId) =>
    run("readonly", (store) => store.index("member").getAll(memberId) as IDBRequest<OutboxItem[]>),
  put: (item) => run("readwrite", (store) => store.put(item)).then(() => undefined),
  delete: (clientId) => run("readwrite", (store) => store.delete(clientId)),
};
