import { vi } from "vitest";
import { UserHub } from "../../workers/user-hub";

/**
 * The fates of a hub's call: it arrives; it arrives after later ones; it arrives twice; it arrives, but its reply does
 * not, and the caller repeats it; every attempt is lost until the network delivers again.
 */
export const faults = ["none", "delayed", "repeated", "unanswered", "lost"] as const;
export type Fault = (typeof faults)[number];

type Deliver = UserHub["deliver"];

/** Lets the deliveries of frames between hubs fail while a group of steps runs. */
export class FaultyNetwork {
  #faults: readonly Fault[] = [];
  #deliveries = 0;
  /** The frames that a hub does not receive meanwhile. */
  #lost = new WeakMap<UserHub, Set<string>>();

  constructor() {
    const deliver = UserHub.prototype.deliver;
    const network = this;
    vi.spyOn(UserHub.prototype, "deliver").mockImplementation(function (this: UserHub, frames, how) {
      return network.#send(this, frames, async () => deliver.call(this, frames, how));
    });
  }

  /** Runs steps while the n-th delivery has the n-th of these faults, again and again. */
  async during(some: readonly Fault[], run: () => Promise<void>): Promise<void> {
    this.#faults = some;
    this.#deliveries = 0;
    try {
      await run();
    } finally {
      this.#faults = [];
      this.#lost = new WeakMap();
    }
  }

  async #send(
    hub: UserHub,
    frames: Parameters<Deliver>[0],
    deliver: () => Promise<Awaited<ReturnType<Deliver>>>,
  ) {
    const lost = this.#lost.get(hub) ?? new Set();
    this.#lost.set(hub, lost);
    const text = JSON.stringify(frames);
    if (lost.has(text)) throw new Error("The delivery is lost.");
    const number = this.#deliveries++;
    switch (this.#faults[number % this.#faults.length]) {
      case "delayed":
        // Other deliveries overtake it.
        await scheduler.wait(5 + ((number * 7) % 5) * 8);
        return deliver();
      case "repeated":
        await deliver();
        return deliver();
      case "unanswered":
        await deliver();
        throw new Error("The reply is lost.");
      case "lost":
        lost.add(text);
        throw new Error("The delivery is lost.");
      default:
        return deliver();
    }
  }
}
