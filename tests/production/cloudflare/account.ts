import { randomUUID } from "node:crypto";
import type { Database } from "./database";
import type { Worker } from "./worker";

/** The state of a Cloudflare account. Tests read it, and change it as its owner does in the dashboard. */
export class Account {
  readonly id = randomUUID().replaceAll("-", "");
  readonly databases: Database[] = [];
  readonly buckets: { name: string; jurisdiction: string }[] = [];
  readonly workers = new Map<string, Worker>();
  /** The domains whose zones are in the account, with the ids of the zones. */
  readonly zones = new Map<string, string>();
  /** The Worker of each custom domain. */
  readonly domains = new Map<string, string>();
  /** The sizes of the uploaded static files, by hash. */
  readonly assets = new Map<string, number>();

  /** Returns a database by its name. @throws when there is none */
  database(name: string): Database {
    const found = this.databases.find((one) => one.name === name);
    if (!found) throw new Error(`The account has no database ${name}.`);
    return found;
  }

  /** Returns a Worker by its name. @throws when there is none */
  worker(name: string): Worker {
    const found = this.workers.get(name);
    if (!found) throw new Error(`The account has no Worker ${name}.`);
    return found;
  }
}
