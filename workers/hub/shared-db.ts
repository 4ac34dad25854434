import { type Db, openDb } from "~/db/client";

const clients = new WeakMap<D1Database, Db>();

/** Returns one client for all hubs of an isolate and its deferred work: it takes as much memory as an idle hub. */
export function sharedDb(d1: D1Database): Db {
  const db = clients.get(d1) ?? openDb(d1).db;
  clients.set(d1, db);
  return db;
}
