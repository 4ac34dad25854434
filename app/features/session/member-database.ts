type Work<T> = (store: IDBObjectStore) => IDBRequest<T>;

/** Runs a request in a store. Resolves when the transaction is complete: only then does the change outlive the page. */
export type RunRequest = <T>(mode: IDBTransactionMode, work: Work<T>) => Promise<T>;

interface Options {
  /** Name of the database and of its one store. */
  database: string;
  store: string;
  keyPath: string;
  /** A request that takes longer has failed: those of a backgrounded Safari tab may never settle. In milliseconds. */
  timeout: number;
}

/**
 * Opens an IndexedDB database with one store, whose rows have `memberId`, with the index "member" on it. After a
 * failure, reopens the database and repeats the request: Safari closes the databases of background tabs.
 */
export function memberDatabase({ database, store, keyPath, timeout }: Options): RunRequest {
  let opening: Promise<IDBDatabase> | undefined;

  /** Closes the database; the next request opens it again. */
  function close(): void {
    opening?.then(
      (db) => db.close(),
      () => undefined,
    );
    opening = undefined;
  }

  function open(): Promise<IDBDatabase> {
    opening ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(database, 1);
      request.onupgradeneeded = () =>
        request.result.createObjectStore(store, { keyPath }).createIndex("member", "memberId");
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

  async function transact<T>(mode: IDBTransactionMode, work: Work<T>): Promise<T> {
    const db = await open();
    return new Promise<T>((resolve, reject) => {
      const transaction = db.transaction(store, mode, { durability: "strict" });
      const request = work(transaction.objectStore(store));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = () => reject(transaction.error);
      transaction.onabort = () => reject(transaction.error);
    });
  }

  function withinTime<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error("IndexedDB does not reply.")), timeout);
      work.then(resolve, reject).finally(() => clearTimeout(timer));
    });
  }

  return async (mode, work) => {
    try {
      return await withinTime(transact(mode, work));
    } catch {
      close();
      return withinTime(transact(mode, work)).catch((error: unknown) => {
        close();
        throw error;
      });
    }
  };
}
