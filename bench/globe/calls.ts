import { AsyncLocalStorage } from "node:async_hooks";
import { sleep } from "~/contract/time";
import { crosses, type Place, type Region, roundTrip } from "./places";

/** The request or frame that causes a call, and the hub that makes the call; "edge" for the Worker. */
export interface Cause {
  trace: string;
  from: string;
}

/** A call between two places. Times are in milliseconds since 1970. */
export interface Call extends Cause {
  /** The id of a hub, or "primary", "replica", "storage". */
  to: string;
  /** Whether it enters or leaves the continent of the database. */
  crosses: boolean;
  /** When the call has arrived. */
  reachedAt: number | null;
  /** When its result is back. */
  endedAt: number | null;
}

const NO_CAUSE: Cause = { trace: "", from: "" };
const causes = new AsyncLocalStorage<Cause>();

/** Runs `work`, whose calls are recorded with this cause, those of its deferred work included. */
export const causedBy = <T>(cause: Cause, work: () => T): T => causes.run(cause, work);

export const currentTrace = () => (causes.getStore() ?? NO_CAUSE).trace;

/** The calls since the Worker started. One isolate serves the Worker and its hubs in a local run. */
export const calls: Call[] = [];

/** Delays the calls of one place. */
export class Traveller {
  constructor(
    readonly place: Place,
    readonly database: Region,
  ) {}

  /** Makes a call to another place: half of the round trip before it, half after it. */
  async call<T>(to: string, place: Place, work: () => Promise<T>): Promise<T> {
    const call: Call = {
      ...(causes.getStore() ?? NO_CAUSE),
      to,
      crosses: crosses(this.place, place, this.database),
      reachedAt: null,
      endedAt: null,
    };
    calls.push(call);
    const oneWay = roundTrip(this.place, place) / 2;
    try {
      await sleep(oneWay);
      call.reachedAt = Date.now();
      return await work();
    } finally {
      await sleep(oneWay);
      call.endedAt = Date.now();
    }
  }
}
