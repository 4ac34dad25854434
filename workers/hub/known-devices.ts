import { HOUR_MS } from "~/contract/time";
import type { Db } from "~/db/client";
import { hasDevice } from "~/domain/push/read-pushes";
import { logError } from "~/platform/log";

/** Until then the member is known to have no device, in milliseconds since 1970. */
const NO_DEVICE = "no-push-until";
/** True while the member is known to have a device. */
const HAS_DEVICE = "has-device";

/** Whether the member has a device to push to. The database is asked once an hour for a member without one. */
export class KnownDevices {
  /** The question to the database that is under way. */
  #asking: Promise<boolean> | null = null;
  /** Counts the devices that were turned on: an answer from before is out of date. */
  #turnedOn = 0;

  constructor(private readonly deps: { storage: DurableObjectStorage; db: Db }) {}

  /** Returns whether the member has a device; undefined while that is not known. */
  known(now: number): boolean | undefined {
    const { kv } = this.deps.storage;
    if (now < (kv.get<number>(NO_DEVICE) ?? 0)) return false;
    return kv.get<boolean>(HAS_DEVICE);
  }

  /** Asks the database, and stores the answer. @returns true also when it fails */
  ask(memberId: string, now: number): Promise<boolean> {
    this.#asking ??= this.#ask(memberId, now).finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  /** Notes that the member has turned a device on. */
  turnedOn(): void {
    const { kv } = this.deps.storage;
    this.#turnedOn += 1;
    kv.delete(NO_DEVICE);
    kv.put(HAS_DEVICE, true);
  }

  /** Returns a function that notes that the member has no device, unless one was turned on since this call. */
  noteNone(): (now: number) => void {
    const before = this.#turnedOn;
    const { kv } = this.deps.storage;
    return (now) => {
      if (before !== this.#turnedOn) return;
      kv.delete(HAS_DEVICE);
      kv.put(NO_DEVICE, now + HOUR_MS);
    };
  }

  async #ask(memberId: string, now: number): Promise<boolean> {
    const { db, storage } = this.deps;
    const noteNone = this.noteNone();
    try {
      if (await hasDevice(db, memberId, new Date(now))) storage.kv.put(HAS_DEVICE, true);
      else noteNone(now);
      return this.known(now) ?? true;
    } catch (error) {
      logError(error, { event: "devices not read" });
      return true;
    }
  }
}
