import type { OutboxItem, OutboxStorage } from "./outbox";

const STORE = "outbox";
/** A request of IndexedDB that takes longer has failed: those of a backgrounded Safari tab may never settle. In milliseconds. */
const TIMEOUT_MS = 3000;

/** The file is stored as bytes: Safari cannot read a stored `Blob` any more once it has been stored a second time. */
type StoredItem = Omit<OutboxItem, "attachment"> & {
  /** A `Blob` in items that earlier versions have stored. */
  attachment?: { name: string; type: string; data: ArrayBuffer | Blob };
};

async function storedOf({ attachment, ...item }: OutboxItem): Promise<StoredItem> {
  if (!attachment) return item;
  return { ...item, attachment: { ...attachment, data: await attachment.data.arrayBuffer() } };
}

function itemOf({ attachment, ...item }: StoredItem): OutboxItem {
  if (!attachment) return item;
  const { type, data } = attachment;
  return { ...item, attachment: { ...attachment, data: new Blob([data], { type }) } };
}

let opening: Promise<IDBDatabase> | undefined;

/** Closes the database; the next request opens it again. */
function close(): void {
  opening?.then(
    (db) => db.close(),
    () => undefined,
  );
  opening = undefined;
}

function database(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open("afterglow-chat", 1);
    request.onupgradeneeded = () =>
      request.result.createObjectStore(STORE, { keyPath: "clientId" }).createIndex("member", "memberId");
    request.onsuccess = () => {
      // The browser closed it, or another tab deletes or upgrades it.
      request.result.onclose = close;
      request.result.onversionchange = close;
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  });
  return opening;
}

type Work<T> = (store: IDBObjectStore) => IDBRequest<T>;

/**
 * Resolves when the transaction is complete, not when its request succeeds: only then does the change outlive the page.
 */
async function transact<T>(mode: IDBTransactionMode, work: Work<T>): Promise<T> {
  const db = await database();
  return new Promise<T>((resolve, reject) => {
    const transaction = db.transaction(STORE, mode, { durability: "strict" });
    const request = work(transaction.objectStore(STORE));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
  });
}

function withinTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("IndexedDB does not reply.")), TIMEOUT_MS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Runs a request. After a failure it reopens the database and retries: Safari closes the databases of background tabs. */
async function run<T>(mode: IDBTransactionMode, work: Work<T>): Promise<T> {
  try {
    return await withinTime(transact(mode, work));
  } catch {
    close();
    return withinTime(transact(mode, work)).catch((error: unknown) => {
      close();
      throw error;
    });
  }
}

let lastChange: Promise<unknown> = Promise.resolve();

/** Runs changes one after another: reading a file takes time, and a deletion must not overtake the item. */
function inOrder<T>(change: () => Promise<T>): Promise<T> {
  const changed = lastChange.then(change);
  lastChange = changed.catch(() => undefined);
  return changed;
}

/** Stores the outbox in IndexedDB. */
export const browserStorage: OutboxStorage = {
  list: async (memberId) => {
    // Only `put` writes to the store.
    const items = await run(
      "readonly",
      (store) => store.index("member").getAll(memberId) as IDBRequest<StoredItem[]>,
    );
    return items.map(itemOf);
  },
  put: (item) =>
    inOrder(async () => {
      const stored = await storedOf(item);
      await run("readwrite", (store) => store.put(stored));
    }),
  delete: (clientId) => inOrder(() => run("readwrite", (store) => store.delete(clientId))),
};
